/** The way out into a stream of Node.js: it sets the pace, its end is waited for, and its failure is the job's. */
import { PassThrough, Writable, type WritableOptions } from 'node:stream';
import { defineJob, fromSequence, runJob, toWritable } from '../index.js';
import { into, outcome, quiet, run, runEndless } from './outlet.fixture.js';

type Done = (error?: Error | null) => void;

/** Keeps what it is given, and answers when it is told to. */
function byHand(options: WritableOptions = {}) {
  const asked: { readonly chunk: number; readonly done: Done }[] = [];
  const stream = new Writable({
    objectMode: true,
    highWaterMark: 2,
    write: (chunk: number, _, done) => void asked.push({ chunk, done }),
    ...options,
  });
  return { asked, stream };
}

/** Writes at once. */
function collecting(options: WritableOptions = {}) {
  const chunks: unknown[] = [];
  const stream = new Writable({
    objectMode: true,
    write: (chunk: unknown, _, done) => {
      chunks.push(chunk);
      done();
    },
    ...options,
  });
  return { chunks, stream };
}

describe('toWritable, into a Writable', () => {
  it('writes objects, and the job is done when the stream has finished', async () => {
    const { chunks, stream } = collecting();
    const handle = await run(into(stream));
    const told: string[] = [];
    stream.on('finish', () => told.push('finish'));
    expect((await handle.done).ended).toBe('finished');
    expect(told).toEqual(['finish']);
    expect(chunks).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it('writes strings, through a stream that is read', async () => {
    const through = new PassThrough();
    const job = defineJob('text', (env) => {
      env
        .fromSource(fromSequence(1, 5_000), { uid: 'in' })
        .map((n) => `${String(n)}\n`)
        .sinkTo(
          toWritable(() => through),
          { uid: 'out' },
        );
    });
    const handle = await runJob(job);
    let text = '';
    for await (const chunk of through) text += String(chunk);
    expect(text).toBe(Array.from({ length: 5_000 }, (_, i) => `${String(i + 1)}\n`).join(''));
    expect((await handle.done).ended).toBe('finished');
  });

  it('B1: a slow stream stops the source: it is read as far as the limit allows', async () => {
    const { asked, stream } = byHand();
    const { seen, handle } = await runEndless(into(stream, { bufferRecordsMax: 4 }));
    await quiet();
    const drawn = seen.drawn;
    // The first is being written; a second fills the stream, and the rest waits here.
    expect(asked).toHaveLength(1);
    expect(stream.writableLength).toBe(2);
    expect(drawn).toBeLessThanOrEqual(4 + 2);
    for (let written = 0; written < 20; written++) {
      asked[written]!.done();
      await quiet();
      expect(stream.writableLength).toBeLessThanOrEqual(2);
    }
    expect(seen.drawn).toBeLessThanOrEqual(20 + 4 + 2);
    expect(asked.map(({ chunk }) => chunk)).toEqual(Array.from({ length: 21 }, (_, i) => i));
    await handle.stop();
  });

  it('B1: also a stream that takes all without writing it', async () => {
    const { stream } = byHand({ highWaterMark: 1e6 });
    const { seen, handle } = await runEndless(into(stream, { bufferRecordsMax: 8 }));
    await quiet();
    expect(stream.writableLength).toBe(8);
    expect(seen.drawn).toBeLessThanOrEqual(8 + 2);
    await handle.stop();
  });

  it('N2: waits for what is on its way at the end', async () => {
    const { asked, stream } = byHand();
    const handle = await run(into(stream), 3);
    for (const written of [0, 1, 2]) {
      await quiet();
      expect(handle.status).toBe('running');
      asked[written]!.done();
    }
    expect(await outcome(handle)).toBe('finished');
    expect(stream.writableFinished).toBe(true);
  });

  it.each(['autoDestroy', 'emitClose'])('N2: finishes a stream without %s', async (option) => {
    const { chunks, stream } = collecting({ [option]: false });
    const handle = await run(into(stream));
    expect(await outcome(handle)).toBe('finished');
    expect(chunks).toHaveLength(10);
  });

  it('E6: a stream that fails in its closing, behind the last record, fails the job', async () => {
    const torn = new Error('disk full');
    const { stream } = collecting({ destroy: (_, done) => setImmediate(done, torn) });
    const handle = await run(into(stream));
    expect(await outcome(handle)).toMatchObject({ code: 'SINK_FAILED', cause: torn });
  });

  it.each([{}, { autoDestroy: false }, { emitClose: false }])(
    'E6, N2: an error in the middle fails the job with its cause, and the rest is told (%j)',
    async (options) => {
      const torn = new Error('torn');
      const { asked, stream } = byHand(options);
      const handle = await run(into(stream, { bufferRecordsMax: 5 }));
      for (const written of [0, 1]) {
        await quiet();
        asked[written]!.done(written === 1 ? torn : null);
      }
      expect(await outcome(handle)).toMatchObject({
        code: 'SINK_FAILED',
        operator: 'out',
        cause: torn,
      });
      // The limit, and one was written.
      const { records } = handle.unwritten().get('out')!;
      expect(records).toBeGreaterThanOrEqual(4);
      expect(records).toBeLessThanOrEqual(5);
      expect(stream.destroyed).toBe(true);
    },
  );

  it.each([
    ['destroyed', (stream: Writable) => stream.destroy()],
    ['ended', (stream: Writable) => stream.end()],
  ])('E6: a stream that somebody else has %s fails the job, and is no end', async (_, close) => {
    const { stream } = collecting();
    const { handle } = await runEndless(into(stream));
    await quiet();
    close(stream);
    expect(await outcome(handle)).toMatchObject({ operator: 'out' });
    expect(handle.status).toBe('failed');
  });

  it.each([true, false])(
    'E6: destroyed with nothing on its way, it says so (emitClose: %s)',
    async (emitClose) => {
      const { asked, stream } = byHand({ emitClose });
      const handle = await run(into(stream), 1);
      await quiet();
      stream.destroy();
      asked[0]!.done();
      expect(await outcome(handle)).toMatchObject({ code: 'SINK_CLOSED_EARLY' });
    },
  );

  it('E6: the cause of who destroyed it is told, and not that it was closed', async () => {
    const cause = new Error('the line is cut');
    const { stream } = byHand({ destroy: (error, done) => setImmediate(done, error) });
    const { handle } = await runEndless(into(stream));
    await quiet();
    stream.destroy(cause);
    expect(await outcome(handle)).toMatchObject({ code: 'SINK_FAILED', cause });
  });

  it('E6: one that was closed before, and a chunk that it refuses', async () => {
    const closed = collecting().stream.destroy();
    expect(await outcome(await run(into(closed)))).toMatchObject({
      code: 'SINK_CLOSED_EARLY',
    });
    const bytes = new PassThrough();
    const handle = await run(into(bytes, { bufferRecordsMax: 1 }));
    expect(await outcome(handle)).toMatchObject({
      code: 'SINK_FAILED',
      cause: { code: 'ERR_INVALID_ARG_TYPE' },
    });
    expect(handle.unwritten().get('out')).toEqual({ records: 1, keys: [] });
  });

  it.each(['stop', 'cancel'] as const)(
    'N2: %s destroys the stream with the reason, and tells what it had not written',
    async (verb) => {
      const { asked, stream } = byHand();
      const handle = await run(into(stream, { bufferRecordsMax: 6 }), 1e9);
      await quiet();
      asked[0]!.done();
      await quiet();
      await handle[verb]();
      expect(stream.errored).toMatchObject({ code: 'JOB_ENDED_EARLY', operator: 'out' });
      expect(stream.closed).toBe(true);
      expect(handle.unwritten().get('out')).toEqual({ records: 5, keys: [] });
    },
  );

  it('O23: what fails after the job has ended is nobody’s crash', async () => {
    const { stream } = collecting({ autoDestroy: false });
    const handle = await run(into(stream));
    expect(await outcome(handle)).toBe('finished');
    stream.destroy(new Error('late'));
    await new Promise((resolve) => stream.once('close', resolve));
    expect(handle.status).toBe('finished');
  });

  it('FC-E03, FC-E06: a million records into a stream that is always ready starve no timer', async () => {
    let [written, ticks] = [0, 0];
    const timer = setInterval(() => (ticks += 1), 1);
    const stream = new Writable({
      objectMode: true,
      highWaterMark: 1e7,
      write: (_, __, done) => {
        written += 1;
        done();
      },
    });
    const handle = await run(into(stream), 1e6);
    await handle.done;
    clearInterval(timer);
    expect(written).toBe(1e6);
    expect(ticks).toBeGreaterThan(3);
  });

  it('is given a function, whose answer is a stream', async () => {
    expect(() => toWritable(new PassThrough() as never)).toThrow(/toWritable.*no function/);
    expect(() => into(new PassThrough(), { bufferRecordsMax: 0 })).toThrow(/bufferRecordsMax/);
    const wrong = toWritable<number>(() => ({}) as never);
    await expect(run(wrong).then(({ done }) => done)).rejects.toThrow(/no stream/);
  });

  it('opens a stream for each run, and none before', async () => {
    const opened: unknown[][] = [];
    const sink = toWritable<number>(() => {
      const { chunks, stream } = collecting();
      opened.push(chunks);
      return stream;
    });
    expect(opened).toEqual([]);
    for (const last of [2, 3]) await (await run(sink, last)).done;
    expect(opened).toEqual([
      [1, 2],
      [1, 2, 3],
    ]);
  });
});
