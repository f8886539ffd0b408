/** Streams of Node.js and of the web platform as sources of whole jobs. */
import { getEventListeners } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { simulate, slowSink, stuckSink } from '@millrace/testing';
import { forEachSink, fromReadable, runJob, seconds, type JobHandle } from '../../index.js';
import { passed, running, through } from './door.fixture.js';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A stream over all integers; it counts how many it was asked for. */
class Integers extends Readable {
  asked = 0;
  constructor(highWaterMark: number) {
    super({ objectMode: true, highWaterMark });
  }
  override _read(): void {
    this.push({ n: this.asked++ });
  }
}

/** A web stream over all integers. */
function integers(pull?: (n: number, end: ReadableStreamDefaultController<number>) => void) {
  const seen = { asked: 0, cancelled: 0 };
  const stream = new ReadableStream<number>(
    {
      pull: (controller) => {
        const n = seen.asked++;
        if (pull) pull(n, controller);
        else controller.enqueue(n);
      },
      cancel: () => void (seen.cancelled += 1),
    },
    { highWaterMark: 0 },
  );
  return { seen, stream };
}

const never = (): Promise<never> => new Promise(() => undefined);

describe('a stream', () => {
  it('of Node.js is read chunk by chunk: objects as they are, and bytes', async () => {
    const objects = fromReadable<{ n: number }>(() => Readable.from([{ n: 1 }, { n: 2 }]));
    expect((await passed(objects)).values).toEqual([{ n: 1 }, { n: 2 }]);
    const bytes = fromReadable<Uint8Array>(() =>
      Readable.from([Buffer.from('ab'), Buffer.from('c')]),
    );
    const { values, result } = await passed(bytes);
    expect(Buffer.concat(values).toString()).toBe('abc');
    expect(values.every((chunk) => chunk instanceof Uint8Array)).toBe(true);
    expect(result.ended).toBe('finished');
  });

  it('of the web platform likewise', async () => {
    const few = () => integers((n, end) => (n < 3 ? end.enqueue(n) : end.close())).stream;
    const source = fromReadable(few);
    expect((await passed(source)).values).toEqual([0, 1, 2]);
    expect((await passed(source)).values).toEqual([0, 1, 2]);
  });

  it('holds as much as its highWaterMark and flows never, where the sink takes nothing more', async () => {
    const stream = new Integers(4);
    await simulate(through(fromReadable<object>(stream), stuckSink({ bufferRecordsMax: 3 })), {
      during: ({ handle, clock }) =>
        void clock.after(10, () => {
          expect(stream.asked).toBeLessThanOrEqual(3 + 4);
          expect(stream.readableFlowing).not.toBe(true);
          void handle.stop();
        }),
    });
    expect(stream.destroyed).toBe(true);
    const { seen, stream: web } = integers();
    await simulate(through(fromReadable(web), stuckSink<number>({ bufferRecordsMax: 3 })), {
      during: ({ handle, clock }) => void clock.after(10, () => void handle.stop()),
    });
    expect(seen).toEqual({ asked: 3, cancelled: 1 });
  });

  it('O18: that waits for its next chunk is destroyed, or cancelled, at once when the job stops', async () => {
    const node = new PassThrough({ objectMode: true });
    node.write(1);
    const { seen, stream: web } = integers((n, end) => (n === 0 ? end.enqueue(1) : undefined));
    for (const source of [fromReadable<number>(node), fromReadable(web)]) {
      const slow = slowSink<number>({ bufferRecordsMax: 9, recordsPerTick: 9, tickMs: 1 });
      const { result, endedAt } = await simulate(through(source, slow), {
        during: ({ handle, clock }) => void clock.after(10, () => void handle.stop()),
      });
      expect([result.ended, endedAt, slow.written]).toEqual(['stopped', 10, [1]]);
    }
    expect([node.destroyed, seen.cancelled]).toEqual([true, 1]);
  });

  it('whose cancel() never settles, while it waits for a chunk, holds a stop up no longer than its limit', async () => {
    const stuck = new ReadableStream<number>({ pull: never, cancel: never });
    const { result, endedAt } = await simulate(
      through(fromReadable(stuck), stuckSink<number>({ bufferRecordsMax: 1 })),
      {
        during: ({ handle, clock }) => void clock.after(10, () => void handle.stop()),
      },
    );
    expect([result.ended, endedAt]).toEqual(['stopped', 10 + seconds(1)]);
  });

  it('at a drain, gives what was read', async () => {
    const node = new PassThrough({ objectMode: true });
    for (const n of [1, 2, 3]) node.write(n);
    const slow = slowSink<number>({ bufferRecordsMax: 3, recordsPerTick: 1, tickMs: 100 });
    await simulate(through(fromReadable<number>(node), slow), {
      during: ({ handle, clock }) => void clock.after(10, () => void handle.stop({ drain: true })),
    });
    expect([slow.written, node.destroyed]).toEqual([[1, 2, 3], true]);
  });
});

describe('a stream that goes wrong', () => {
  const early = { code: 'SOURCE_CLOSED_EARLY', operator: 'in' };

  it('O19: and was destroyed by somebody else before its end fails the job', async () => {
    const during = new PassThrough({ objectMode: true });
    const read: number[] = [];
    const handle = await running(fromReadable<number>(during), (n) => {
      read.push(n);
      if (n === 2) during.destroy();
    });
    during.write(1);
    during.write(2);
    await expect(handle.done).rejects.toMatchObject(early);
    await expect(handle.done).rejects.toThrow(/closed early: it was destroyed before its end/);
    expect(read).toEqual([1, 2]);
    const before = new PassThrough();
    before.destroy();
    await turn();
    await expect(passed(fromReadable<Uint8Array>(before))).rejects.toMatchObject(early);
  });

  it.each(['Node.js', 'the web'])(
    'FC-E10: three values are read, the job waits for its sink, then the stream of %s fails: the job fails with that error, and the three are accounted for',
    async (whose) => {
      const node = new PassThrough({ objectMode: true });
      let web!: ReadableStreamDefaultController<number>;
      const stream = new ReadableStream<number>({ start: (controller) => void (web = controller) });
      const push = (n: number) => (whose === 'the web' ? web.enqueue(n) : node.write(n));
      const gone = new Error('the line is dead');
      const source = fromReadable<number>(whose === 'the web' ? stream : node);
      const slow = slowSink<number>({ bufferRecordsMax: 3, recordsPerTick: 1, tickMs: 1_000 });
      const handles: JobHandle[] = [];
      const run = simulate(through(source, slow), {
        during: ({ handle, clock }) => {
          handles.push(handle);
          [1, 2, 3].forEach(push);
          clock.after(500, () => {
            expect(handle.metrics().sinks['out']).toMatchObject({ held: 3 });
            if (whose === 'the web') web.error(gone);
            else node.destroy(gone);
          });
        },
      });
      await expect(run).rejects.toMatchObject({
        cause: gone,
        message: 'in failed: the line is dead',
      });
      const unwritten = handles[0]!.unwritten().get('out')!.records;
      // The job hears of it when it asks again, which is when the sink has room for one.
      expect([slow.written, unwritten]).toEqual([[1], 2]);
    },
  );

  it('and fails before it is read, or while it is destroyed, ends no process', async () => {
    const broken = new PassThrough();
    const source = fromReadable<Uint8Array>(() => {
      broken.destroy(new Error('no such host'));
      return broken;
    });
    await expect(passed(source)).rejects.toThrow('in failed: no such host');
    const stubborn = new Readable({
      read: () => undefined,
      destroy: (_, done) => done(new Error('cannot close')),
    });
    const handle = await running(fromReadable<Uint8Array>(stubborn), () => undefined);
    await turn();
    expect((await handle.stop()).ended).toBe('stopped');
    await turn();
    expect(stubborn.errored?.message).toBe('cannot close');
  });

  it('and is read twice, or locked, or none, is refused', async () => {
    const once = fromReadable<number>(Readable.from([1]));
    expect((await passed(once)).values).toEqual([1]);
    await expect(passed(once)).rejects.toMatchObject({ code: 'SOURCE_READ_TWICE', operator: 'in' });
    const { stream } = integers();
    stream.getReader();
    await expect(passed(fromReadable(stream))).rejects.toMatchObject({ operator: 'in' });
    await expect(passed(fromReadable([1] as never))).rejects.toMatchObject({ code: 'DOOR_UNFIT' });
  });
});

it('a hundred thousand records add no listener, to the stream or to the signal of the job', async () => {
  const count = 100_000;
  const stream = Readable.from(
    Array.from({ length: count }, (_, n) => n),
    { highWaterMark: 64 },
  );
  const { signal } = new AbortController();
  const listeners = () => [
    ...stream.eventNames().map((name) => `${String(name)} ${String(stream.listenerCount(name))}`),
    `abort ${String(getEventListeners(signal, 'abort').length)}`,
  ];
  const looks = new Set<string>();
  let records = 0;
  const look = (): void => {
    if (records++ % 10_000 === 0) looks.add(listeners().sort().join());
  };
  const job = through(fromReadable<number>(stream), forEachSink(look));
  expect((await (await runJob(job, { signal })).done).ended).toBe('finished');
  expect(records).toBe(count);
  expect([...looks]).toHaveLength(1);
});
