import fc from 'fast-check';
import { MAX_TIMESTAMP } from '../../model/time.js';
import { heapState } from '../../state/heap-state.js';
import { TimerQueue, type Timer } from './timer-queue.js';

const { keys } = heapState().createKeyedState('test');
/** Held for ever, so that its number stays its own. */
const idOf = (key: string): number => {
  const id = keys.enter(key);
  keys.hold(id);
  return id;
};
const at = (time: number, key = 'k', namespace = 0): Timer => ({
  time,
  id: idOf(key),
  namespace,
});

function drain(queue: TimerQueue, now: number): Timer[] {
  const fired: Timer[] = [];
  for (let timer; (timer = queue.poll(now)) !== undefined;) fired.push(timer);
  return fired;
}

/** What T5 says, and nothing else: a list that is searched. */
class NaiveTimers {
  #waiting: Timer[] = [];

  register(timer: Timer): void {
    if (!this.#waiting.some((other) => isSame(other, timer))) this.#waiting.push(timer);
  }

  delete(timer: Timer): void {
    this.#waiting = this.#waiting.filter((other) => !isSame(other, timer));
  }

  poll(now: number): Timer | undefined {
    const due = this.#waiting.filter(({ time }) => time <= now);
    const first = due.find(({ time }) => time === Math.min(...due.map((timer) => timer.time)));
    this.#waiting = this.#waiting.filter((timer) => timer !== first);
    return first;
  }

  hasDue(now: number): boolean {
    return this.#waiting.some(({ time }) => time <= now);
  }

  get size(): number {
    return this.#waiting.length;
  }
}

const isSame = (a: Timer, b: Timer): boolean =>
  a.time === b.time && a.id === b.id && a.namespace === b.namespace;

type Act = { readonly verb: 'register' | 'delete' | 'poll'; readonly timer: Timer };

const acts: fc.Arbitrary<Act[]> = fc.array(
  fc.record({
    verb: fc.constantFrom('register', 'register', 'delete', 'poll'),
    timer: fc.record({
      time: fc.integer({ min: -3, max: 6 }),
      id: fc.constantFrom(idOf('a'), idOf('b')),
      namespace: fc.integer({ min: 0, max: 1 }),
    }),
  }),
  { maxLength: 60 },
);

describe('TimerQueue', () => {
  it('T5: does what a naive list does, whatever is registered, deleted and polled', () => {
    fc.assert(
      fc.property(acts, (script) => {
        const queue = new TimerQueue(keys);
        const naive = new NaiveTimers();
        for (const { verb, timer } of script) {
          if (verb !== 'poll') {
            queue[verb](timer);
            naive[verb](timer);
          } else {
            expect(queue.hasDue(timer.time)).toBe(naive.hasDue(timer.time));
            expect(queue.poll(timer.time)).toEqual(naive.poll(timer.time));
          }
          expect(queue.size()).toBe(naive.size);
        }
      }),
    );
  });

  it('T5: what is left after many were deleted fires in order', () => {
    const times = fc.uniqueArray(fc.integer({ min: 0, max: 10_000 }), { minLength: 20 });
    fc.assert(
      fc.property(times, fc.infiniteStream(fc.boolean()), (all, deletes) => {
        const queue = new TimerQueue(keys);
        for (const time of all) queue.register(at(time));
        const left = all.filter((time) => {
          const stays = deletes.next().value === true;
          if (!stays) queue.delete(at(time));
          return stays;
        });
        const fired = drain(queue, 10_000).map(({ time }) => time);
        expect(fired).toEqual(left.sort((a, b) => a - b));
      }),
    );
  });

  it('S26 T5: the same timer registered twice fires once', () => {
    const queue = new TimerQueue(keys);
    queue.register(at(10));
    queue.register(at(10));
    expect(drain(queue, 10)).toEqual([at(10)]);
  });

  it('S27 T5: timers of one time fire in the order of registration', () => {
    const queue = new TimerQueue(keys);
    for (const key of ['z', 'a', 'm']) queue.register(at(10, key));
    expect(drain(queue, 10).map(({ id }) => keys.keyOf(id))).toEqual(['z', 'a', 'm']);
  });

  it('S28 T5: timers fire in ascending time, as far as time has come', () => {
    const queue = new TimerQueue(keys);
    for (const time of [30, 10, 20]) queue.register(at(time));
    expect(drain(queue, 25)).toEqual([at(10), at(20)]);
    expect(drain(queue, 30)).toEqual([at(30)]);
  });

  it('S29: what a timer registers fires in the same advance if it is due', () => {
    const queue = new TimerQueue(keys);
    queue.register(at(10));
    expect(queue.poll(25)).toEqual(at(10));
    queue.register(at(20));
    queue.register(at(40));
    expect(drain(queue, 25)).toEqual([at(20)]);
    expect(queue.size()).toBe(1);
  });

  it('S30: a timer that is registered in the past waits for the next advance', () => {
    const queue = new TimerQueue(keys);
    expect(queue.hasDue(100)).toBe(false);
    queue.register(at(50));
    expect(drain(queue, 101)).toEqual([at(50)]);
  });

  it('S31: a timer that another has deleted does not fire', () => {
    const queue = new TimerQueue(keys);
    queue.register(at(10));
    queue.register(at(20));
    queue.poll(25);
    queue.delete(at(20));
    expect(queue.poll(25)).toBeUndefined();
    expect(queue.size()).toBe(0);
  });

  it('S33: a timer at the end of time fires exactly once', () => {
    const queue = new TimerQueue(keys);
    queue.register(at(MAX_TIMESTAMP));
    expect(queue.hasDue(MAX_TIMESTAMP - 1)).toBe(false);
    queue.endTime();
    expect(queue.poll(MAX_TIMESTAMP)).toEqual(at(MAX_TIMESTAMP));
    queue.register(at(MAX_TIMESTAMP));
    expect(queue.poll(MAX_TIMESTAMP)).toBeUndefined();
  });

  it.each([
    ['alone', []],
    ['beside a timer at the end of time', [at(MAX_TIMESTAMP, 'other')]],
    ['beside a late one', [at(5_500, 'other')]],
  ])('S34 T5: a timer that registers itself again ends at the end of time, %s', (_, others) => {
    const queue = new TimerQueue(keys);
    queue.register(at(1_000));
    for (const other of others) queue.register(other);
    queue.endTime();
    let fired = 0;
    for (let timer; (timer = queue.poll(MAX_TIMESTAMP)) !== undefined && fired < 100; fired++) {
      if (keys.keyOf(timer.id) === 'k') queue.register(at(timer.time + 1_000));
    }
    expect(fired).toBeLessThan(10);
    expect(queue.size()).toBe(0);
  });

  it('S34 T5: two timers that register each other end at the end of time', () => {
    const queue = new TimerQueue(keys);
    queue.register(at(1));
    queue.register(at(2));
    queue.endTime();
    let fired = 0;
    for (let timer; (timer = queue.poll(MAX_TIMESTAMP)) !== undefined && fired < 100; fired++) {
      queue.register(at(3 - timer.time));
    }
    expect(fired).toBe(2);
  });

  it('forgets an instant that has passed', () => {
    const queue = new TimerQueue(keys);
    for (let time = 0; time < 10_000; time++) {
      queue.register(at(time));
      queue.delete(at(time));
      expect(queue.hasDue(time)).toBe(false);
    }
    expect(queue.size()).toBe(0);
  });
});
