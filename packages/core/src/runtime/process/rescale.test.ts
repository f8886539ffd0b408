/** S102: at another parallelism each key's state and timers are in one subtask; time is the smallest. */
import { operatorHarness } from '@millrace/testing';
import { valueState, type Collector, type Stream } from '../../index.js';

const keys = Array.from({ length: 100 }, (_, n) => `key ${String(n)}`);

const counting = (stream: Stream<string>): Stream<string> =>
  stream
    .keyBy((key) => key)
    .process(
      {
        state: { count: valueState<number>() },
        processElement: (_key, { state, timers }, _out: Collector<string>) => {
          state.count.update((state.count.value() ?? 0) + 1);
          timers.registerEventTimeTimer(1_000);
        },
        onTimer: (time, { key, state }, out) => {
          out.collect(`${key}: ${String(state.count.value())} at ${String(time)}`);
        },
      },
      { uid: 'count' },
    );

it.each([
  [2, 3],
  [3, 2],
  [1, 4],
  [4, 1],
])('S102: K8: from %p subtasks to %p', (before, after) => {
  const first = operatorHarness(counting, { parallelism: before });
  for (const key of [...keys, ...keys]) first.processElement(key);
  first.processWatermark(500);
  const second = first.restore(first.snapshot(), { parallelism: after });
  for (const key of keys) second.processElement(key);
  second.processWatermark(1_000);
  expect([...second.values].sort()).toEqual(keys.map((key) => `${key}: 3 at 1000`).sort());
  expect(second.metrics()['count']!['currentInputWatermark']).toBeLessThanOrEqual(1_000);
});
