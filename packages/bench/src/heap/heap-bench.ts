/**
 * Owns: rule B1 in the heap: an endless source before a sink that never answers leaves it flat. The
 * counting of records is a test of the core; here one looks at the memory itself.
 */
import { defineJob, runJob } from '@millrace/core';
import { setTimeout as sleep } from 'node:timers/promises';
import { heapUsedMb } from '../collect-garbage.js';
import { endlessSource, type Payload, type Reading } from './endless-source.js';
import { silentSink } from './silent-sink.js';

const ACCEPTS_RECORDS = 10_000;
const SAMPLES = 6;
const SAMPLE_EVERY_MS = 500;

export interface HeapReport {
  readonly heap: {
    /** The heap in use after a garbage collection, at several moments of the stand-still. */
    readonly samplesMb: readonly number[];
    /** Records that the source handed out. */
    readonly read: number;
    /** Records that the sink holds; the rest of what was read stands within the job's limits. */
    readonly held: number;
  };
}

export async function heapBench(): Promise<HeapReport> {
  const reading: Reading = { read: 0 };
  const held: Payload[] = [];
  const job = defineJob('stand-still', (env) => {
    env
      .fromSource(endlessSource(reading), { uid: 'endless' })
      .sinkTo(silentSink(ACCEPTS_RECORDS, held), { uid: 'silent' });
  });
  const handle = await runJob(job);
  const samplesMb: number[] = [];
  for (let i = 0; i < SAMPLES; i++) samplesMb.push(await sampleMb());
  await handle.cancel();
  return { heap: { samplesMb, read: reading.read, held: held.length } };
}

export function heapTable({ heap: { samplesMb, read, held } }: HeapReport): string {
  const samples = samplesMb.map((mb) => mb.toFixed(2)).join('  ');
  return `heap MB          ${samples}\nread ${String(read)}, held ${String(held)}\n`;
}

async function sampleMb(): Promise<number> {
  await sleep(SAMPLE_EVERY_MS);
  return heapUsedMb();
}
