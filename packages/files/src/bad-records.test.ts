/**
 * Owns: what becomes of bad records in whole jobs: the job fails, or they go to a side output; and the
 *   field cases of files that end early.
 */
import { defineJob, type JobHandle, outputTag, runJob, type FailedRecord } from '@millrace/core';
import type { Source } from '@millrace/core/connector';
import { collectSink, simulate, slowSink } from '@millrace/testing';
import type { OpenBytes } from './byte-stream.js';
import { csvFile } from './csv-file.js';
import type { CsvRow } from './csv-columns.js';
import { anything, MemoryFile } from './file-harness.fixture.js';
import { jsonFile } from './json-file.js';
import { ndjsonFile } from './ndjson-file.js';

const tag = outputTag<FailedRecord<unknown>>('bad');

/** Runs a source to its end, with bad records in a side output. */
async function passing(source: Source<unknown>, limits = {}) {
  const [out, bad] = [collectSink<unknown>(), collectSink<FailedRecord<unknown>>()];
  const job = defineJob('passing', (env) => {
    const records = env.fromSource(source, { uid: 'in', onError: tag });
    records.sinkTo(out, { uid: 'out' });
    records.getSideOutput(tag).sinkTo(bad, { uid: 'bad' });
  });
  const { metrics } = await simulate(job, { limits });
  return { values: out.values, bad: bad.values, counted: metrics.sources['in'] };
}

/** Runs a source into a sink until the job fails. */
async function failing(source: Source<unknown>) {
  const out = collectSink<unknown>();
  const job = defineJob('failing', (env) => {
    env.fromSource(source, { uid: 'in' }).sinkTo(out, { uid: 'out' });
  });
  const error = await simulate(job).then(
    () => undefined,
    (thrown: Error) => thrown,
  );
  return { values: out.values, error };
}

const open = (content: string, chunkBytes?: number) => new MemoryFile(content, chunkBytes).open;
const noTwo = (value: unknown) => {
  if (value === 2) throw new TypeError('no twos');
  return value;
};

describe('bad records in a side output', () => {
  it('NDJSON: lines that are no JSON, and values that decode refuses', async () => {
    const content = '1\n{"a":\n2\n3\n';
    const run = passing(ndjsonFile('f', { decode: noTwo, open: open(content, 2) }));
    const { values, bad, counted } = await run;
    expect(values).toEqual([1, 3]);
    expect(bad.map(({ value }) => value)).toEqual(['{"a":', 2]);
    expect(bad[0]!.error.message).toMatch(/^in failed: f, line 2: /);
    expect(bad[1]!.error.message).toBe('in failed: f, line 3: no twos.');
    expect(counted).toMatchObject({ numRecordsOut: 2, numRecordsInErrors: 2 });
  });

  it('CSV: ragged rows, and rows that decode refuses', async () => {
    const decode = ({ n }: CsvRow) => noTwo(Number(n));
    const run = passing(csvFile('f', { decode, open: open('n\n1\n1,2\n2\n3\n') }));
    const { values, bad } = await run;
    expect(values).toEqual([1, 3]);
    expect(bad.map(({ value }) => value)).toEqual(['1,2', { n: '2' }]);
  });

  it('a JSON array: values that decode refuses; broken syntax fails the job all the same', async () => {
    const { values, bad } = await passing(jsonFile('f', { decode: noTwo, open: open('[1,2,3]') }));
    expect([values, bad.map(({ value }) => value)]).toEqual([[1, 3], [2]]);
    for (const broken of ['[1,}', '[1,tru]', '[1,2'])
      await expect(
        passing(jsonFile('f', { decode: anything, open: open(broken) })),
      ).rejects.toThrow(/f, line 1: /);
  });

  it('a file that was cut fails the job all the same', async () => {
    const cut = passing(ndjsonFile('f', { decode: anything, open: open('1\n{"a"') }));
    await expect(cut).rejects.toThrow(/line 2: the file ends in the middle/);
  });

  it('a decode that answers with a promise fails the job all the same', async () => {
    const decode = async () => 1;
    const run = passing(ndjsonFile('f', { decode, open: open('1\n') }));
    await expect(run).rejects.toThrow(/synchronous/);
  });

  it('C3: among ten thousand bad lines each poll stays within what was asked for', async () => {
    const content = 'x\n'.repeat(10_000) + '1\n';
    const limits = { runRecordsMax: 64 };
    const { values, bad } = await passing(
      ndjsonFile('f', { decode: anything, open: open(content) }),
      limits,
    );
    expect([values, bad.length]).toEqual([[1], 10_000]);
  });

  it('a line too long is passed by to its newline, and told in part', async () => {
    const content = `1\n${'x'.repeat(5_000_000)}\n2\n`;
    const file = new MemoryFile(content);
    const limits = { recordBytesMax: 2000, readAheadBytesMax: 1000 };
    const { values, bad } = await passing(
      ndjsonFile('f', { decode: anything, open: file.open, ...limits }),
    );
    expect(values).toEqual([1, 2]);
    expect(bad.map(({ value }) => value)).toEqual(['x'.repeat(1024)]);
    expect(bad[0]!.error.message).toMatch(/line 2: the line is longer than recordBytesMax/);
  });
});

describe('field cases', () => {
  /** Hands over some bytes, and then fails as a disk does. */
  const failsAfter =
    (...chunks: string[]): OpenBytes =>
    async () => ({
      read: async () => {
        const chunk = chunks.shift();
        if (chunk === undefined) throw new Error('the disk is gone');
        return new TextEncoder().encode(chunk);
      },
      close: async () => {},
    });

  it('FC-E10: three values are read, the job waits for its sink, then the file fails: the job fails with that error, and each of the three is written or told unwritten', async () => {
    const source = ndjsonFile('f', { decode: anything, open: failsAfter('1\n2\n', '3\n') });
    const slow = slowSink({ bufferRecordsMax: 1, recordsPerTick: 1, tickMs: 1000 });
    const job = defineJob('failing', (env) => {
      env.fromSource(source, { uid: 'in' }).sinkTo(slow, { uid: 'out' });
    });
    const handles: JobHandle[] = [];
    const run = simulate(job, {
      limits: { channelRecords: 1 },
      during: ({ handle }) => handles.push(handle),
    });
    await expect(run).rejects.toThrow('in failed: f cannot be read: the disk is gone.');
    const unwritten = handles[0]!.unwritten().get('out')?.records ?? 0;
    expect(slow.written).toEqual([1, 2, 3].slice(0, 3 - unwritten));
    expect(slow.written.length).toBeGreaterThanOrEqual(2);
  });

  it('as in E09, a file that ends early fails the job, behind the records before it', async () => {
    for (const source of [
      ndjsonFile('f', { decode: anything, open: open('1\n2\n{"a":') }),
      jsonFile('f', { decode: anything, open: open('[1,2,{"a":') }),
      csvFile('f', { decode: ({ n }: CsvRow) => Number(n), open: open('n\n1\n2\n"3') }),
    ]) {
      const { values, error } = await failing(source);
      expect(values).toEqual([1, 2]);
      expect(error?.message).toMatch(/^in failed: f, line \d: the file ends/);
    }
  });

  it('as in E16, 200,000 records in one chunk go through a job, and nothing overflows', async () => {
    const count = 200_000;
    const content = Array.from({ length: count }, (_, i) => i).join('\n');
    const limits = { readAheadBytesMax: 8_000_000 };
    const out = collectSink<number>();
    const job = defineJob('large', (env) => {
      const file = new MemoryFile(content, content.length);
      const source = ndjsonFile('f', { decode: Number, open: file.open, ...limits });
      env.fromSource(source, { uid: 'in' }).sinkTo(out, { uid: 'out' });
    });
    const handle = await runJob(job);
    expect((await handle.done).ended).toBe('finished');
    expect([out.values.length, out.values.at(-1)]).toEqual([count, count - 1]);
  });
});
