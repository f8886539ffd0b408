/** What a drain asks of readers: those that were handed records give them first; others end there. */
import { collectSink, simulate, slowSink } from '@millrace/testing';
import type { Run, SourceReader, SourceReaderContext } from '../connector.js';
import { NO_TIMESTAMP, appendRecord } from '../connector.js';
import { defineJob, type EachSink, type JobHandle, type Sink, type Source } from '../index.js';

/** Holds the numbers up to `handed`, gives one a poll, and has nothing more unless it is told. */
class HandedReader implements SourceReader<number> {
  #given = 0;
  #input: 'open' | 'ended' = 'open';

  constructor(
    private readonly handed: number,
    private readonly onEnd: () => void = () => undefined,
  ) {}

  open(): void {
    // Nothing to open.
  }

  poll(run: Run<number>): 'more-available' | 'nothing-available' | 'end-of-input' {
    if (this.#given < this.handed) appendRecord(run, ++this.#given, NO_TIMESTAMP);
    if (this.#given < this.handed) return 'more-available';
    return this.#input === 'ended' ? 'end-of-input' : 'nothing-available';
  }

  endInput(): void {
    this.#input = 'ended';
    this.onEnd();
  }

  close(): void {
    // Nothing to let go of.
  }
}

const sourceOf = (createReader: (context: SourceReaderContext) => SourceReader<number>) =>
  ({ name: 'handed', boundedness: 'unbounded', createReader }) satisfies Source<number>;

const copy = (source: Source<number>, sink: Sink<number> | EachSink<number>) =>
  defineJob('copy', (env) => env.fromSource(source, { uid: 'in' }).sinkTo(sink, { uid: 'out' }));

const drainAt = (ms: number) => ({
  during: ({ handle, clock }: { handle: JobHandle; clock: { after: Clock['after'] } }) =>
    void clock.after(ms, () => void handle.stop({ drain: true })),
});
type Clock = SourceReaderContext['clock'];

it('N2: polls a reader that was handed records until it answers that this was all', async () => {
  const slow = slowSink<number>({ bufferRecordsMax: 2, recordsPerTick: 1, tickMs: 10 });
  const { result } = await simulate(
    copy(
      sourceOf(() => new HandedReader(9)),
      slow,
    ),
    drainAt(25),
  );
  expect(slow.written).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect([result.ended, result.queued, result.unwritten.size]).toEqual(['stopped', 0, 0]);
});

it('N2: ends an input whose reader has nothing at the time', async () => {
  const out = collectSink<number>();
  const { result, endedAt } = await simulate(
    copy(
      sourceOf(() => new HandedReader(2)),
      out,
    ),
    drainAt(25),
  );
  expect([out.values, result.ended, endedAt]).toEqual([[1, 2], 'stopped', 25]);
});

it('N2: ends the input of any other reader where it is', async () => {
  const slow = slowSink<number>({ bufferRecordsMax: 2, recordsPerTick: 1, tickMs: 10 });
  const source = sourceOf(() => {
    const reader = new HandedReader(9);
    return { open: () => reader.open(), poll: (run) => reader.poll(run), close: () => undefined };
  });
  const { result, metrics } = await simulate(copy(source, slow), drainAt(25));
  expect(result.ended).toBe('stopped');
  expect(slow.written).toHaveLength(metrics.sources['in']?.['numRecordsOut'] ?? 0);
  expect(slow.written.length).toBeLessThan(9);
});

it('E6: fails by its name when the reader cannot end', async () => {
  const torn = () => {
    throw new Error('torn');
  };
  const run = simulate(
    copy(
      sourceOf(() => new HandedReader(1, torn)),
      collectSink<number>(),
    ),
    drainAt(5),
  );
  await expect(run).rejects.toMatchObject({
    operator: 'in',
    message: expect.stringContaining('torn') as string,
  });
});
