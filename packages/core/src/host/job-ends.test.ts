/** How jobs end: by themselves, stopped, drained, cancelled, failed; and what they leave behind. */
import { setImmediate as immediate } from 'node:timers/promises';
import {
  VirtualClock,
  collectSink,
  endlessSource,
  failure,
  gap,
  records,
  scriptedSource,
  seededRandom,
  silence,
  simulate,
  slowSink,
  stuckSink,
} from '@millrace/testing';
import {
  boundedOutOfOrderness,
  defineJob,
  fromSequence,
  hours,
  minutes,
  runJob,
  tumbling,
  type EachSink,
  type JobDefinition,
  type JobHandle,
  type Sink,
  type Source,
} from '../index.js';
import { heapState, runJobIn, type Drivable, type HostWorld } from '../internal.js';

const copy = (source: Source<number>, sink: Sink<number> | EachSink<number>): JobDefinition =>
  defineJob('copy', (env) => {
    env.fromSource(source, { uid: 'in' }).sinkTo(sink, { uid: 'out' });
  });

const silent = (): Source<number> => scriptedSource([records(1, 2), silence]);

/** A windowed count whose windows are open when the source falls silent. */
const openWindows = (sink: Sink<number> | EachSink<number>): JobDefinition =>
  defineJob('open windows', (env) => {
    env
      .fromSource(silent(), { watermarks: boundedOutOfOrderness(0, (n) => n) })
      .keyBy(() => 'all')
      .window(tumbling(100))
      .aggregate({ createAccumulator: () => 0, add: (n) => n + 1, getResult: (n) => n })
      .map(({ value }) => value)
      .sinkTo(sink, { uid: 'out' });
  });

/** A world whose turns are taken by the test. */
const handWorld = (): Omit<HostWorld, 'driver'> => ({
  clock: new VirtualClock(),
  random: seededRandom(1),
  state: heapState,
  stopwatch: () => 0,
  steps: {},
});

/** Turns of one step each, as long as somebody is ready. */
function turnSteps(ready: Set<Drivable>, steps: number): void {
  for (let step = 0; step < steps; step++) {
    for (const job of [...ready]) {
      ready.delete(job);
      if (job.turn({ spent: () => true }) === 'progressed') ready.add(job);
    }
  }
}

/** The timers that are armed from now on and have neither fired nor been cleared. */
function watchTimers(): { readonly alive: ReadonlySet<unknown>; readonly restore: () => void } {
  const alive = new Set<unknown>();
  const { setTimeout: set, clearTimeout: clear } = globalThis;
  const arm = (callback: () => void, delayMs?: number): NodeJS.Timeout => {
    const timer = set(() => {
      alive.delete(timer);
      callback();
    }, delayMs);
    alive.add(timer);
    return timer;
  };
  globalThis.setTimeout = arm as typeof setTimeout;
  globalThis.clearTimeout = (timer) => {
    alive.delete(timer);
    clear(timer);
  };
  const restore = (): void =>
    void Object.assign(globalThis, { setTimeout: set, clearTimeout: clear });
  return { alive, restore };
}

const at = (ms: number, act: (handle: JobHandle) => unknown): Parameters<typeof simulate>[1] => ({
  during: ({ handle, clock }) => void clock.after(ms, () => void act(handle)),
});

describe('stop', () => {
  it('plain: fires no window and writes nothing more', async () => {
    const out = collectSink<number>();
    const { result } = await simulate(
      openWindows(out),
      at(5, (handle) => handle.stop()),
    );
    expect(result.ended).toBe('stopped');
    expect(out.values).toEqual([]);
  });

  it('plain: tells what lay in channels and what the sink had not written', async () => {
    const job = defineJob('left', (env) => {
      env
        .fromSource(endlessSource((n) => n))
        .keyBy((n) => n)
        .reduce((_, n) => n)
        .sinkTo(stuckSink({ bufferRecordsMax: 3 }), { uid: 'out' });
    });
    const options = { limits: { channelRecords: 8, runRecordsMax: 4 } };
    const { result, metrics } = await simulate(job, { ...options, ...at(5, (h) => h.stop()) });
    expect(result.queued).toBeGreaterThan(0);
    expect([...result.unwritten]).toEqual([['out', { records: 3, keys: [] }]]);
    const read = Object.values(metrics.sources)[0]?.['numRecordsOut'];
    expect(read).toBe(result.queued + 3);
  });

  it('drain: what was read flows to its end, windows fire, the sink flushes', async () => {
    const slow = slowSink<number>({ bufferRecordsMax: 5, recordsPerTick: 1, tickMs: minutes(1) });
    const { result, endedAt } = await simulate(
      openWindows(slow),
      at(5, (handle) => handle.stop({ drain: true })),
    );
    expect(slow.written).toEqual([2]);
    expect([result.ended, result.queued, result.unwritten.size]).toEqual(['stopped', 0, 0]);
    expect(endedAt).toBe(5 + minutes(1));
  });

  it('E2: drain, between two steps of a round, is not overlooked', async () => {
    for (let steps = 1; steps < 12; steps++) {
      const out = collectSink<number>();
      const ready = new Set<Drivable>();
      const driver = { wake: (job: Drivable) => void ready.add(job) };
      const handle = await runJobIn({ ...handWorld(), driver }, openWindows(out));
      turnSteps(ready, steps);
      void handle.stop({ drain: true });
      turnSteps(ready, 50);
      expect([steps, out.values]).toEqual([steps, [2]]);
      expect((await handle.done).ended).toBe('stopped');
    }
  });

  it('drain within: ends at the deadline and reports the rest', async () => {
    const { result, endedAt } = await simulate(
      openWindows(stuckSink({ bufferRecordsMax: 5 })),
      at(5, (handle) => handle.stop({ drain: true, within: 1_000 })),
    );
    expect(endedAt).toBe(1_005);
    expect([result.ended, result.unwritten.get('out')?.records]).toEqual(['stopped', 1]);
  });

  it('drain, then plain: cuts the drain short', async () => {
    const { result, endedAt } = await simulate(openWindows(stuckSink({ bufferRecordsMax: 5 })), {
      during: ({ handle, clock }) => {
        clock.after(5, () => void handle.stop({ drain: true, within: hours(1) }));
        clock.after(9, () => void handle.stop());
      },
    });
    expect([result.ended, endedAt]).toEqual(['stopped', 9]);
  });

  it('after the end: answers how it ended, and arms no timer', async () => {
    const handle = await runJob(copy(fromSequence(1, 3), collectSink()));
    await handle.done;
    const armed = jest.spyOn(globalThis, 'setTimeout');
    expect((await handle.stop({ drain: true, within: hours(1) })).ended).toBe('finished');
    expect((await handle.cancel()).ended).toBe('finished');
    expect(armed).not.toHaveBeenCalled();
    armed.mockRestore();
  });
});

describe('cancel', () => {
  it('ends the job at once, from any status', async () => {
    const { result, endedAt } = await simulate(
      copy(silent(), stuckSink({ bufferRecordsMax: 5 })),
      at(7, (handle) => handle.cancel()),
    );
    expect([result.ended, endedAt]).toEqual(['cancelled', 7]);
    expect(result.unwritten.get('out')?.records).toBe(2);
  });

  it('wins over a drain that goes on', async () => {
    const { result } = await simulate(openWindows(stuckSink({ bufferRecordsMax: 5 })), {
      during: ({ handle, clock }) => {
        clock.after(5, () => void handle.stop({ drain: true }));
        clock.after(9, () => void handle.cancel());
      },
    });
    expect(result.ended).toBe('cancelled');
  });
});

describe('an AbortSignal', () => {
  it('that has aborted before: nothing is opened', async () => {
    const opened: string[] = [];
    const source = silent();
    const createReader: typeof source.createReader = (context) => {
      const reader = source.createReader(context);
      return {
        open: () => void opened.push('open'),
        poll: (run, recordsMax) => (opened.push('poll'), reader.poll(run, recordsMax)),
        close: () => void opened.push('close'),
      };
    };
    const job = copy({ ...source, createReader }, collectSink());
    const { result } = await simulate(job, { signal: AbortSignal.abort() });
    expect(result.ended).toBe('cancelled');
    expect(opened).toEqual(['close']);
  });

  it('that aborts while the job runs: cancels it, and is let go', async () => {
    const controller = new AbortController();
    const removed = jest.spyOn(controller.signal, 'removeEventListener');
    const handle = await runJob(copy(silent(), collectSink()), { signal: controller.signal });
    controller.abort();
    expect((await handle.done).ended).toBe('cancelled');
    expect(removed).toHaveBeenCalledWith('abort', expect.any(Function));
  });

  it('hides no failure that nobody handles', async () => {
    const torn = scriptedSource<number>([failure(new Error('torn'))]);
    const then = jest.spyOn(Promise.prototype, 'then');
    const { signal } = new AbortController();
    const handle = await runJob(copy(torn, collectSink()), { signal });
    const handlers = then.mock.contexts.filter((promise) => promise === handle.done);
    then.mockRestore();
    expect(handlers).toEqual([]);
    await expect(handle.done).rejects.toThrow('torn');
  });

  it('is let go by a job that ends by itself', async () => {
    const controller = new AbortController();
    const removed = jest.spyOn(controller.signal, 'removeEventListener');
    const handle = await runJob(copy(fromSequence(1, 2), collectSink()), controller);
    await handle.done;
    expect(removed).toHaveBeenCalledTimes(1);
    controller.abort();
    expect(handle.status).toBe('finished');
  });
});

describe('a handle', () => {
  it('stops its job when it is disposed of', async () => {
    const held: JobHandle[] = [];
    {
      await using handle = await runJob(copy(silent(), collectSink()));
      held.push(handle);
    }
    expect(held[0]?.status).toBe('stopped');
  });

  it('is disposed of without an error when the job failed; `done` has it', async () => {
    const handle = await runJob(copy(scriptedSource([failure(new Error('torn'))]), collectSink()));
    await expect(handle.done).rejects.toThrow('torn');
    await handle[Symbol.asyncDispose]();
    expect(handle.status).toBe('failed');
  });

  it('tells every status once, in order, and completes', async () => {
    const heard: string[] = [];
    const handle = await runJob(copy(fromSequence(1, 2), collectSink()));
    handle.events$.subscribe({
      next: (notice) => heard.push(notice.kind === 'status' ? notice.status : notice.kind),
      complete: () => heard.push('complete'),
    });
    expect(handle.status).toBe('created');
    await handle.done;
    expect(heard).toEqual(['running', 'stopping', 'finished', 'complete']);
  });

  it('counts what went where', async () => {
    const { metrics } = await simulate(
      openWindows(collectSink()),
      at(5, (h) => h.stop()),
    );
    expect(Object.values(metrics.sources)).toMatchObject([{ numRecordsOut: 2 }]);
    expect(metrics.operators['window-1']).toMatchObject({ numRecordsIn: 2, numOpenWindows: 1 });
  });
});

describe('jobs in one process', () => {
  it('do not know each other: one fails, one is stopped, one finishes', async () => {
    const out = collectSink<number>();
    const [failing, stopping, finishing] = await Promise.all([
      runJob(copy(scriptedSource([failure(new Error('torn'))]), collectSink())),
      runJob(
        copy(
          endlessSource((n) => n),
          collectSink(),
        ),
      ),
      runJob(copy(fromSequence(1, 10_000), out)),
    ]);
    await expect(failing.done).rejects.toThrow('torn');
    expect((await finishing.done).ended).toBe('finished');
    expect(stopping.status).toBe('running');
    expect((await stopping.stop()).ended).toBe('stopped');
    expect(out.values).toHaveLength(10_000);
  });

  it('run the same description twice, each with state and reader of its own', async () => {
    const out = collectSink<number>();
    const job = copy(scriptedSource([records(1), gap(1), records(2)]), out);
    await simulate(job);
    await simulate(job);
    expect(out.values).toEqual([1, 2, 1, 2]);
  });

  it('leave nothing that keeps the process alive, however they ended', async () => {
    const timers = watchTimers();
    const jobs = await Promise.all([
      runJob(copy(scriptedSource([records(1), gap(hours(1))]), collectSink())),
      runJob(
        copy(silent(), slowSink({ bufferRecordsMax: 9, recordsPerTick: 1, tickMs: hours(1) })),
      ),
      runJob(copy(scriptedSource([failure(new Error('torn'))]), collectSink())),
    ]);
    await immediate();
    await immediate();
    expect(timers.alive.size).toBeGreaterThan(0);
    const ends = [jobs[0].cancel(), jobs[1].stop(), jobs[2].done];
    await Promise.allSettled(ends);
    await immediate();
    timers.restore();
    expect(timers.alive.size).toBe(0);
  });
});

describe('what does not close', () => {
  it('is named after closeMsMax, and the job ends all the same', async () => {
    const stuck: Source<number> = {
      name: 'stuck',
      boundedness: 'bounded',
      createReader: () => ({
        open: () => undefined,
        poll: () => 'end-of-input',
        close: () => new Promise<void>(() => undefined),
      }),
    };
    const clock = new VirtualClock();
    const startedAt = clock.now();
    const run = simulate(copy(stuck, collectSink()), { clock, limits: { closeMsMax: 700 } });
    await expect(run).rejects.toMatchObject({ code: 'CLOSE_TIMEOUT', operator: 'in' });
    expect(clock.now() - startedAt).toBe(700);
  });
});

describe('options', () => {
  it.each([
    ['channelRecords', 0],
    ['runRecordsMax', -1],
    ['mailsPerStepMax', Number.NaN],
    ['timersPerStepMax', 1.5],
  ])('%s: %d is refused before anything runs', async (name, value) => {
    const run = runJob(copy(silent(), collectSink()), { limits: { [name]: value } });
    await expect(run).rejects.toThrow(`${name} is ${String(value)}; it must be a whole number`);
  });
});
