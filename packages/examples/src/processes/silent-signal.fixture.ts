/**
 * Owns: jobs under a signal that never aborts, one of very many records and one of very many waits,
 *   and what listens, waits and is held on the way (FC-E15).
 */
import { getEventListeners } from 'node:events';
import { defineJob, forEachSink, fromSequence, runJob, type Source } from '@millrace/core';
import { acknowledgingSource, acknowledgingSourceLimits } from '@millrace/core/connector';
import { simulate, VirtualClock } from '@millrace/testing';
import { heapInUse, tell } from './row-table.fixture.js';

const RECORDS = 5_000_000;
const RETRIES = 1_000_000;
const LOOKS = 5;

interface Look {
  readonly heap: number;
  readonly listeners: number;
  /** Of the process, or of the virtual clock. */
  readonly timers: number;
}

const warnings: string[] = [];
process.on('warning', ({ name }) => warnings.push(name));

/** How often somebody began to listen: what a race against the signal in each step would multiply. */
function counted(signal: AbortSignal): () => number {
  let added = 0;
  const add = signal.addEventListener.bind(signal);
  signal.addEventListener = (...listener: Parameters<typeof add>): void => {
    added += 1;
    add(...listener);
  };
  return () => added;
}

const listeners = (signal: AbortSignal): number => getEventListeners(signal, 'abort').length;

async function manyRecords() {
  const { signal } = new AbortController();
  const added = counted(signal);
  const looks: Look[] = [];
  const look = (): void => {
    const timers = process.getActiveResourcesInfo().length;
    looks.push({ heap: heapInUse(), listeners: listeners(signal), timers });
  };
  const job = defineJob('records', (env) => {
    const each = (n: number): void => void (n % (RECORDS / LOOKS) === 0 && look());
    env.fromSource(fromSequence(1, RECORDS)).sinkTo(forEachSink(each));
  });
  await (
    await runJob(job, { signal })
  ).done;
  return { looks, added: added(), after: listeners(signal) };
}

/** A queue that cannot be reached: of all that retry, a receiver does so with the least ado. */
const unreachable = (receive: () => void): Source<string> =>
  acknowledgingSource<{ readonly id: string }, string>({
    name: 'unreachable',
    limits: acknowledgingSourceLimits({
      openMsMax: 2 * RETRIES,
      backoffMsMin: 1,
      backoffMsMax: 1,
    }),
    connect: () => ({
      receive: () => {
        receive();
        throw new Error('nobody is there');
      },
      acknowledge: () => Promise.resolve({ refused: [] }),
      extendHold: () => Promise.resolve({ refused: [] }),
      release: () => Promise.resolve({ refused: [] }),
      classify: () => ({ kind: 'transient', reason: 'nobody is there' }),
      close: () => undefined,
    }),
    decode: ({ id }) => id,
    describe: ({ id }) => id,
  });

async function manyRetries() {
  const { signal } = new AbortController();
  const added = counted(signal);
  const clock = new VirtualClock();
  const looks: Look[] = [];
  let attempts = 0;
  let stop = (): void => undefined;
  const source = unreachable(() => {
    if (attempts++ === RETRIES) stop();
    if (attempts % (RETRIES / LOOKS) !== 0) return;
    const timers = clock.pendingTimers().length;
    looks.push({ heap: heapInUse(), listeners: listeners(signal), timers });
  });
  const job = defineJob('retries', (env) => {
    env.fromSource(source).sinkTo(forEachSink(() => undefined));
  });
  const { endedAt } = await simulate(job, {
    signal,
    clock,
    turnsMax: 10 * RETRIES,
    traceLinesMax: 1,
    during: ({ handle }) => (stop = () => void handle.stop()),
  });
  const left = { after: listeners(signal), timersAfter: clock.pendingTimers().length };
  return { looks, added: added(), ...left, attempts, waitedMs: endedAt };
}

async function main(): Promise<void> {
  tell({ records: await manyRecords(), retries: await manyRetries(), warnings });
}

void main();
