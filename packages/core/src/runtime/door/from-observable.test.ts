/** Observables and producers that push, well-behaved and not, as sources of whole jobs. */
import { testJob, stuckSink, simulate } from '@millrace/testing';
import { concat, from, NEVER, Observable, Subject, throwError } from 'rxjs';
import {
  fromObservable,
  fromPush,
  isMillraceError,
  type JobHandle,
  type ObservableLike,
  type PushReceiver,
} from '../../index.js';
import { bareReader, passed, through } from './door.fixture.js';

const counted = (count: number): number[] => Array.from({ length: count }, (_, n) => n);

/** A source whose producer a test holds in its hand, and how often it was stopped. */
function held() {
  const producer = { receiver: undefined as PushReceiver<number> | undefined, stops: 0 };
  const source = fromPush<number>(
    (receiver) => {
      producer.receiver = receiver;
      return () => void (producer.stops += 1);
    },
    { policy: 'strict', bufferRecordsMax: 10 },
  );
  return { producer, source };
}

/** A job that a test moves, from a held producer to a sink that keeps what it is given. */
async function moved() {
  const { producer, source } = held();
  const test = await testJob(through(source, stuckSink<number>({ bufferRecordsMax: 1 })), {
    keepSources: ['in'],
  });
  return { test, producer, receiver: producer.receiver! };
}

describe('an Observable', () => {
  it('is read to its end, and completion is the end of input', async () => {
    const { result, values } = await passed(fromObservable(from([1, 2, 3]), { policy: 'strict' }));
    expect([result.ended, values]).toEqual(['finished', [1, 2, 3]]);
  });

  it('of another copy of RxJS, or of nobody known, is one', async () => {
    const signals: AbortSignal[] = [];
    const bare = {
      subscribe: (
        { next, complete }: PushReceiver<number>,
        { signal }: { signal: AbortSignal },
      ) => {
        signals.push(signal);
        next(1);
        complete();
      },
    };
    const answers = { subscribe: bare.subscribe };
    const likes = [
      bare,
      { '@@observable': () => answers },
      { [(Symbol as { observable?: symbol }).observable ?? '@@observable']: () => answers },
    ] as unknown as ObservableLike<number>[];
    for (const like of [...likes, () => likes[0]!]) {
      const { values } = await passed(fromObservable<number>(like, { policy: 'strict' }));
      expect(values).toEqual([1]);
    }
    // They answered nothing to unsubscribe with: so they were told by the signal.
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, true, true]);
  });

  it('is subscribed to by each run anew, and not before', async () => {
    let subscribed = 0;
    const cold = new Observable<number>((subscriber) => {
      subscribed += 1;
      subscriber.next(subscribed);
      subscriber.complete();
    });
    const source = fromObservable(cold, { policy: 'strict' });
    expect(subscribed).toBe(0);
    expect((await passed(source)).values).toEqual([1]);
    expect((await passed(source)).values).toEqual([2]);
  });

  it('O7: that fails fails the job under the name of the source, behind the values before', async () => {
    const failing = concat(
      from([1, 2, 3]),
      throwError(() => new Error('the line is dead')),
    );
    const source = fromObservable(failing, { policy: 'strict' });
    const handles: JobHandle[] = [];
    const job = through(source, stuckSink<number>({ bufferRecordsMax: 9 }));
    const run = simulate(job, { during: ({ handle }) => void handles.push(handle) });
    await expect(run).rejects.toMatchObject({
      operator: 'in',
      message: 'in failed: the line is dead',
    });
    expect(handles[0]!.unwritten().get('out')?.records).toBe(3);
  });

  it.each([
    ['drop-newest', 'the first', counted(100)],
    ['drop-oldest', 'the last', counted(1_000_000).slice(-100)],
  ] as const)(
    'of a million values in one stretch, under %s, gives %s, and the rest is counted',
    async (policy, _, kept) => {
      const million = new Observable<number>((subscriber) => {
        for (let n = 0; n < 1_000_000; n++) subscriber.next(n);
        subscriber.complete();
      });
      const source = fromObservable(million, { policy, bufferRecordsMax: 100 });
      const { values, metrics } = await passed(source);
      expect(values).toEqual(kept);
      expect(metrics.sources['in']).toMatchObject({
        numRecordsOut: 100,
        numRecordsDropped: 999_900,
      });
    },
  );

  it('O2: without room, under strict, fails the job, also where the sink never takes anything', async () => {
    const values = new Subject<number>();
    const source = fromObservable(values, { policy: 'strict', bufferRecordsMax: 2 });
    const push = (): void => [1, 2, 3, 4, 5, 6].forEach((n) => values.next(n));
    const run = simulate(through(source, stuckSink<number>({ bufferRecordsMax: 1 })), {
      during: ({ clock }) => void clock.after(5, push),
    });
    await expect(run).rejects.toMatchObject({
      code: 'PUSH_WITHOUT_ROOM',
      operator: 'in',
      message: expect.stringMatching(/2 wait.*raise bufferRecordsMax/) as string,
    });
    expect(values.observed).toBe(false);
  });

  it.each(['stop', 'drain', 'cancel', 'failure', 'end'] as const)(
    'O8: is unsubscribed once at: %s',
    async (how) => {
      let unsubscribed = 0;
      const values = new Subject<number>();
      const observed = new Observable<number>((subscriber) => {
        const inner = values.subscribe(subscriber);
        return () => {
          unsubscribed += 1;
          inner.unsubscribe();
        };
      });
      const source = fromObservable(observed, { policy: 'strict' });
      const test = await testJob(through(source, stuckSink<number>({ bufferRecordsMax: 1 })), {
        keepSources: ['in'],
      });
      values.next(1);
      await test.settle();
      expect(unsubscribed).toBe(0);
      if (how === 'end') values.complete();
      if (how === 'failure') values.error(new Error('gone'));
      if (how === 'stop') void test.handle.stop();
      if (how === 'drain') void test.handle.stop({ drain: true });
      if (how === 'cancel') void test.handle.cancel();
      const end = await test.done.catch((error: unknown) => error);
      expect(isMillraceError(end)).toBe(how === 'failure');
      expect([unsubscribed, values.observed]).toEqual([1, false]);
      expect(test.sink('out').values).toEqual([1]);
    },
  );

  it('that is none is refused with what to give instead', async () => {
    const source = fromObservable(5 as never, { policy: 'strict' });
    await expect(passed(source)).rejects.toMatchObject({ code: 'DOOR_UNFIT', operator: 'in' });
  });
});

describe('a producer that pushes', () => {
  it('has what it pushed in one step come as one run, by one mail', async () => {
    const { producer, source } = held();
    const reader = bareReader(source);
    for (const pushed of [counted(5), [5]]) {
      expect(reader.poll(10)).toEqual({ values: [], status: 'nothing-available' });
      pushed.forEach(producer.receiver!.next);
      expect(reader.mails).toHaveLength(1);
      reader.mails.pop()!.deliver();
      expect(reader.poll(10).values).toEqual(pushed);
    }
  });

  it('O8: is not heard after it has completed, nor failed, nor twice', async () => {
    const { test, producer, receiver } = await moved();
    receiver.next(1);
    receiver.complete();
    receiver.next(2);
    receiver.error(new Error('too late'));
    receiver.complete();
    expect((await test.done).ended).toBe('finished');
    expect(test.sink('out').values).toEqual([1]);
    expect(producer.stops).toBe(1);
    const again = await moved();
    again.receiver.error(new Error('first'));
    again.receiver.error(new Error('second'));
    again.receiver.complete();
    again.receiver.next(1);
    await expect(again.test.done).rejects.toThrow('in failed: first');
    expect(again.producer.stops).toBe(1);
  });

  it('O8: is not heard, and does no harm, when the job has let go of it', async () => {
    const { test, producer, receiver } = await moved();
    await test.stop();
    expect(producer.stops).toBe(1);
    counted(100).forEach(receiver.next);
    receiver.error(new Error('nobody listens'));
    receiver.complete();
    expect(test.metrics().sources['in']).toMatchObject({ numRecordsOut: 0, recordsWaiting: 0 });
  });

  it('is stopped by a drain, which lets through what was pushed', async () => {
    const { test, producer, receiver } = await moved();
    counted(5).forEach(receiver.next);
    const ended = test.handle.stop({ drain: true });
    await test.settle();
    receiver.next(99);
    expect((await ended).ended).toBe('stopped');
    expect(test.sink('out').values).toEqual(counted(5));
    expect(producer.stops).toBe(1);
  });

  it('fails the job where it cannot begin, where it cannot stop, and where stopping is refused', async () => {
    const options = { policy: 'strict' } as const;
    const begin = (): never => {
      throw new Error('no such port');
    };
    await expect(passed(fromPush(begin, options))).rejects.toThrow('in failed: no such port');
    const refusals: (() => Promise<void> | void)[] = [
      () => {
        throw new Error('still busy');
      },
      () => Promise.reject(new Error('still busy')),
    ];
    for (const stop of refusals) {
      const source = fromPush<number>(({ complete }) => {
        complete();
        return stop;
      }, options);
      await expect(passed(source)).rejects.toThrow('in failed: still busy');
    }
  });

  it('O1: is refused without a policy, with a limit that is none, or without a way to stop it', async () => {
    const stop = () => () => undefined;
    expect(() => fromPush(stop, {} as never)).toThrow(
      /the policy of fromPush is undefined; say what/,
    );
    expect(() => fromObservable(NEVER, { policy: 'block' } as never)).toThrow(
      /fromObservable was given the policy "block" and a producer that cannot be paused/,
    );
    expect(() => fromPush(stop, { policy: 'strict', bufferRecordsMax: 0 })).toThrow(
      /bufferRecordsMax of fromPush is 0/,
    );
    expect(() => fromPush(stop, { policy: 'strict', bufferRecordMax: 1 } as never)).toThrow(
      /did you mean "bufferRecordsMax"/,
    );
    await expect(passed(fromPush(stop as never, { policy: 'block' }))).rejects.toThrow(/block/);
    const without = (() => undefined) as never;
    await expect(passed(fromPush(without, { policy: 'strict' }))).rejects.toThrow(/how to stop it/);
  });
});
