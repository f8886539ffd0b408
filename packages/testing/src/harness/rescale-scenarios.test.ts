/** S102: state and timers of each key are on exactly one subtask, whatever their number was before. */
import {
  defineJob,
  forEachSink,
  fromArray,
  runJob,
  valueState,
  type Collector,
  type KeyedProcessFunction,
  type Stream,
} from '@millrace/core';
import type { HarnessSnapshot } from './harness.js';
import { operatorHarness } from './operator-harness.js';

interface Told {
  readonly key: string;
  readonly count: number;
  readonly is: 'event-time' | 'processing-time';
}

/** Counts the records of a key, and tells the count by a timer of each domain. */
const state = { count: valueState<number>() };
const counting: KeyedProcessFunction<string, string, Told, typeof state> = {
  state,
  processElement: (_, { state, timers }) => {
    state.count.update((state.count.value() ?? 0) + 1);
    timers.registerEventTimeTimer(100);
    timers.registerProcessingTimeTimer(200);
  },
  onTimer: (_, { key, state, timeDomain }, out: Collector<Told>) => {
    out.collect({ key, count: state.count.value()!, is: timeDomain });
  },
};

const counts = (keys: Stream<string>): Stream<Told> =>
  keys.keyBy((key) => key).process(counting, { uid: 'counts' });

const keys = Array.from({ length: 60 }, (_, n) => `key-${String(n)}`);

const telling = (is: Told['is'], count: number): Told[] => keys.map((key) => ({ key, count, is }));

/** By key, since subtasks tell theirs in any order. */
const sorted = (told: readonly Told[]): Told[] =>
  told.toSorted((a, b) => keys.indexOf(a.key) - keys.indexOf(b.key));

const rescalings = [2, 3, 1, 7, 128].flatMap((from) => [2, 3, 1, 5, 64].map((to) => [from, to]));

function counted(parallelism: number): HarnessSnapshot {
  const harness = operatorHarness(counts, { parallelism });
  for (const key of keys) harness.processElement(key, 1);
  return harness.snapshot();
}

describe('rescaling', () => {
  it.each(rescalings)('S102: %i subtasks to %i: state and timers exactly once', (from, to) => {
    const first = operatorHarness(counts);
    const harness = first.restore(counted(from), { parallelism: to });
    // A key that two subtasks held would be counted twice.
    expect(harness.metrics()['counts']!['numKeys']).toBe(keys.length);
    const held = harness.state('counts', 'count');
    expect(keys.map((key) => held.get(key))).toEqual(keys.map(() => 1));

    for (const key of keys) harness.processElement(key, 2);
    harness.processWatermark(100);
    expect(sorted(harness.values)).toEqual(telling('event-time', 2));
    harness.setProcessingTime(1_000);
    expect(sorted(harness.values.slice(keys.length))).toEqual(telling('processing-time', 2));
    harness.endInput();
    expect(harness.values).toHaveLength(2 * keys.length);
  });

  it('S102: another number of key groups is refused', () => {
    const restore = (): unknown =>
      operatorHarness(counts, { maxParallelism: 64 }).restore(counted(2));
    expect(restore).toThrow(/has 128 key groups and the job 64/);
  });

  it('S102: keys, state and timers lie in as many key groups as the run says', () => {
    const options = { parallelism: 300, maxParallelism: 1_000 };
    const many = operatorHarness(counts, options);
    for (const key of keys) many.processElement(key, 1);
    const harness = many.restore(many.snapshot(), { parallelism: 7 });
    harness.processWatermark(100);
    expect(sorted(harness.values)).toEqual(telling('event-time', 1));
  });

  it.each([40_000, 32_769, 0, 1.5, Number.NaN])(
    'S103: a maximum parallelism of %d is refused',
    async (maxParallelism) => {
      const job = defineJob('too many groups', (env) => {
        env.fromSource(fromArray(keys)).sinkTo(forEachSink(() => undefined));
      });
      await expect(runJob(job, { maxParallelism })).rejects.toMatchObject({
        code: 'MAX_PARALLELISM_INVALID',
        message: expect.stringContaining(`maxParallelism of ${String(maxParallelism)}`),
      });
    },
  );

  it('S103: the greatest is accepted, and no operator has more subtasks than there are groups', () => {
    expect(operatorHarness(counts, { maxParallelism: 32_768 }).values).toEqual([]);
    expect(() => operatorHarness(counts, { maxParallelism: 4, parallelism: 5 })).toThrow(
      /parallelism of 5; use a whole number from 1 to 4/,
    );
  });

  it('K10: state that no operator claims is refused by name', () => {
    const renamed = operatorHarness((all: Stream<string>) =>
      all.keyBy((key) => key).process(counting, { uid: 'sums' }),
    );
    expect(() => renamed.restore(counted(2))).toThrow(/state of "counts".*there is "sums"/);
  });

  it('a snapshot is refused while records wait between operators', () => {
    const full = operatorHarness((all: Stream<string>) => all.rebalance().map((key) => key), {
      outputCredit: 0,
    });
    full.processElement('a');
    expect(full.status()).toBe('queued');
    expect(() => full.snapshot()).toThrow(/1 records wait between operators/);
    full.grantOutputCredit(1);
    expect(full.snapshot().execution.maxParallelism).toBe(128);
  });
});
