/** The way out into a stream of the web platform: it sets the pace, and its failure is the job's. */
import { into, outcome, quiet, run } from './outlet.fixture.js';

describe('toWritable, into a WritableStream', () => {
  const strategies = [undefined, { highWaterMark: 1 }, { highWaterMark: 100 }] as const;

  it.each(strategies)('writes all, in order, and closes it (%j)', async (strategy) => {
    const chunks: number[] = [];
    let closed = 0;
    const stream = new WritableStream<number>(
      { write: (chunk) => void chunks.push(chunk), close: () => void (closed += 1) },
      strategy,
    );
    expect(await outcome(await run(into(stream), 300))).toBe('finished');
    expect(chunks).toEqual(Array.from({ length: 300 }, (_, i) => i + 1));
    expect(closed).toBe(1);
  });

  it('B1: a slow one stops the source, and a stop aborts it', async () => {
    const asked: (() => void)[] = [];
    const aborted: unknown[] = [];
    const stream = new WritableStream<number>({
      write: () => new Promise((written) => void asked.push(written)),
      abort: (reason) => void aborted.push(reason),
    });
    const handle = await run(into(stream, { bufferRecordsMax: 4 }), 1e9);
    await quiet();
    expect(asked).toHaveLength(1);
    asked[0]!();
    await quiet();
    expect(asked).toHaveLength(2);
    const stopping = handle.stop();
    asked[1]!();
    await stopping;
    expect(aborted).toMatchObject([{ code: 'JOB_ENDED_EARLY' }]);
    // Of four, the second was being written.
    expect(handle.unwritten().get('out')).toEqual({ records: 2, keys: [] });
  });

  it('E6: its error fails the job, with its cause', async () => {
    const torn = new Error('torn');
    const stream = new WritableStream<number>({
      write: (chunk) => {
        if (chunk === 4) throw torn;
      },
    });
    const handle = await run(into(stream));
    expect(await outcome(handle)).toMatchObject({ code: 'SINK_FAILED', cause: torn });
    expect(handle.unwritten().get('out')).toEqual({ records: 7, keys: [] });
  });

  it('E6: an error in its closing fails the job', async () => {
    const torn = new Error('torn');
    const stream = new WritableStream<number>({ close: () => Promise.reject(torn) });
    expect(await outcome(await run(into(stream)))).toMatchObject({ cause: torn });
  });
});
