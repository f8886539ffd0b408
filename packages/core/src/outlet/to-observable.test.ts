/** The way out into an Observable: cold, without demand, and no subscriber's failure is the job's. */
import { VirtualClock } from '@millrace/testing';
import { lastValueFrom, map, take, takeWhile, toArray, type Observable } from 'rxjs';
import {
  fromAsyncIterable,
  fromSequence,
  toObservable,
  type Environment,
  type JobHandle,
  type Stream,
} from '../index.js';
import { acknowledgingSource, acknowledgingSourceLimits } from '../connector.js';
import { SimulatedQueue } from '../runtime/source/simulated-queue.fixture.js';

const upTo = (last: number) => (env: Environment) =>
  env.fromSource(fromSequence(1, last), { uid: 'in' });

const all = <T>(records$: Observable<T>): Promise<T[]> => lastValueFrom(records$.pipe(toArray()));

function endless() {
  const seen = { drawn: 0, closed: 0 };
  async function* numbers(): AsyncGenerator<number> {
    try {
      for (;;) yield await Promise.resolve(seen.drawn++);
    } finally {
      seen.closed += 1;
    }
  }
  return {
    seen,
    describe: (env: Environment) => env.fromSource(fromAsyncIterable(numbers), { uid: 'in' }),
  };
}

describe('toObservable', () => {
  it('is cold: each subscription runs a job', async () => {
    const handles: JobHandle[] = [];
    const records$ = toObservable(upTo(3_000), { onStarted: (handle) => handles.push(handle) });
    expect(handles).toEqual([]);
    const expected = Array.from({ length: 3_000 }, (_, i) => i + 1);
    expect(await Promise.all([all(records$), all(records$)])).toEqual([expected, expected]);
    expect(handles.map(({ name, status }) => `${name} ${status}`)).toEqual([
      'to-observable finished',
      'to-observable finished',
    ]);
  });

  it('FC-E05, FC-E07: who leaves after 3 stops the job, whose iterator is returned once', async () => {
    const { seen, describe } = endless();
    const handles: JobHandle[] = [];
    const records$ = toObservable(describe, { onStarted: (handle) => handles.push(handle) });
    expect(await all(records$.pipe(take(3)))).toEqual([0, 1, 2]);
    expect((await handles[0]!.done).ended).toBe('stopped');
    expect(seen.closed).toBe(1);
    expect(seen.drawn).toBeLessThan(12);
  });

  it('FC-E05, O21: a source that is always ready is drawn hardly further than a subscriber takes', async () => {
    let drawn = 0;
    const counted = (env: Environment) =>
      upTo(1e9)(env).map((n) => {
        drawn += 1;
        return n;
      });
    const handles: JobHandle[] = [];
    await all(toObservable(counted, { onStarted: (each) => handles.push(each) }).pipe(take(3)));
    await handles[0]!.done;
    expect(drawn).toBeLessThanOrEqual(3 + 4);
  });

  it('N2: what came after a subscriber had left is told as unwritten', async () => {
    const handles: JobHandle[] = [];
    const started = { name: 'out', onStarted: (handle: JobHandle) => handles.push(handle) };
    await all(toObservable(upTo(100), started).pipe(take(5)));
    // Runs of one, two and four.
    expect((await handles[0]!.done).unwritten.get('out')).toEqual({ records: 2, keys: [] });
  });

  it('N2: is not finished, though its input has ended, where something was not written', async () => {
    const handles: JobHandle[] = [];
    const started = { name: 'out', onStarted: (handle: JobHandle) => handles.push(handle) };
    await all(toObservable(upTo(7), started).pipe(take(5)));
    const { ended, unwritten } = await handles[0]!.done;
    expect([ended, unwritten.get('out')]).toEqual(['stopped', { records: 2, keys: [] }]);
  });

  it('N2, Q1: a message that came after a subscriber had left is not acknowledged', async () => {
    // It stands still: the queue has its messages at once, and no call is to run out.
    const queue = new SimulatedQueue({ clock: new VirtualClock() });
    queue.send('m1', 'm2', 'm3', 'm4', 'm5');
    const source = acknowledgingSource({
      name: 'queue',
      limits: acknowledgingSourceLimits(),
      connect: () => queue.connection(),
      decode: ({ id }) => id,
      describe: ({ id }) => id,
    });
    const handles: JobHandle[] = [];
    const records$ = toObservable((env) => env.fromSource(source, { uid: 'in' }), {
      name: 'out',
      onStarted: (handle) => handles.push(handle),
    });
    // Runs of one, two and two: the fifth message comes with the fourth.
    expect(await all(records$.pipe(take(4)))).toEqual(['m1', 'm2', 'm3', 'm4']);
    expect((await handles[0]!.done).unwritten.get('out')).toEqual({ records: 1, keys: [] });
    expect(queue.ids()).toContain('m5');
  });

  it('E6: passes on the failure of a job and of its description', async () => {
    const torn = (env: Environment) =>
      upTo(9)(env).map(
        (n) => {
          if (n === 4) throw new Error('torn');
          return n;
        },
        { uid: 'tear' },
      );
    const seen: unknown[] = [];
    await new Promise<void>((resolve) => {
      toObservable(torn).subscribe({
        next: (n) => seen.push(n),
        error: (cause: Error) => {
          seen.push(cause.message);
          resolve();
        },
      });
    });
    expect(seen).toEqual([1, 2, 3, 'tear failed: torn']);
    const wrong = toObservable(() => undefined as unknown as Stream<number>);
    await expect(lastValueFrom(wrong)).rejects.toThrow(TypeError);
    const onStarted = () => {
      throw new Error('no room for it');
    };
    await expect(all(toObservable(upTo(9), { onStarted }))).rejects.toThrow('no room for it');
  });

  it('FC-E09, O22: an aborted signal and a stopped job are no completion', async () => {
    const { signal } = { signal: AbortSignal.abort(new Error('enough')) };
    await expect(all(toObservable(endless().describe, { signal }))).rejects.toThrow('enough');
    const stopping = toObservable(endless().describe, {
      onStarted: (handle) => void handle.stop(),
    });
    await expect(all(stopping)).rejects.toMatchObject({ code: 'JOB_ENDED_EARLY' });
  });

  it('FC-F06: a subscriber that throws is warned of, and neither job nor process fails', async () => {
    const emit = jest.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    const uncaught = jest.fn();
    process.once('uncaughtException', uncaught);
    const seen: number[] = [];
    await new Promise<void>((complete) => {
      toObservable(upTo(5)).subscribe({
        next: (n) => {
          seen.push(n);
          if (n === 2) throw new Error('no paper');
        },
        complete,
      });
    });
    // RxJS would throw from a timer like this one, armed before it: so that has fired when this does.
    await new Promise((resolve) => setTimeout(resolve));
    const warnings = emit.mock.calls.map(([warning]) => String(warning));
    emit.mockRestore();
    process.removeListener('uncaughtException', uncaught);
    expect(seen).toEqual([1, 2, 3, 4, 5]);
    expect(warnings).toEqual([
      'a listener of the records of job to-observable threw: no paper; the job goes on',
    ]);
    expect(uncaught).not.toHaveBeenCalled();
  });

  it('an operator that fails behind it stops the job', async () => {
    const handles: JobHandle[] = [];
    const failing = toObservable(endless().describe, {
      onStarted: (handle) => handles.push(handle),
    }).pipe(
      map((n) => {
        if (n === 2) throw new Error('mine');
        return n;
      }),
    );
    await expect(lastValueFrom(failing)).rejects.toThrow('mine');
    expect((await handles[0]!.done).ended).toBe('stopped');
  });

  it('FC-E03: a million records overflow no stack', async () => {
    let last = 0;
    await new Promise<void>((complete) => {
      toObservable(upTo(1e6)).subscribe({ next: (n) => (last = n), complete });
    });
    expect(last).toBe(1e6);
  });

  it('FC-E06, L1: records that are always ready starve no timer', async () => {
    let ticks = 0;
    // Three, and then none: what comes while the job is stopped does not count.
    const timer = setInterval(() => {
      if (++ticks === 3) clearInterval(timer);
    }, 1);
    await all(toObservable(upTo(1e9)).pipe(takeWhile(() => ticks < 3)));
    expect(ticks).toBe(3);
  });
});
