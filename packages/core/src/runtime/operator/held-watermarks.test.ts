/**
 * Owns: the proof that no watermark comes to an operator that is pending, whoever emits it.
 */
import {
  defineJob,
  fromArray,
  punctuated,
  type Collector,
  type Stream,
  type Timestamp,
} from '@millrace/core';
import { operatorHarness, simulate, slowSink } from '@millrace/testing';

describe('a watermark behind which records wait', () => {
  it.each([1, 2, 3, 4, 5, 6, 7])(
    'T1: of timers does not pass what an operator behind them has not emitted (credit %i)',
    (outputCredit) => {
      const harness = operatorHarness(
        (numbers: Stream<number>) =>
          numbers
            .keyBy((n) => n)
            .process({
              processElement: (_, { timers }) => timers.registerEventTimeTimer(5),
              onTimer: (_, { key }, out: Collector<number>) => out.collect(key),
            })
            .flatMap((n) => [n, n, n]),
        { outputCredit },
      );
      for (const n of [1, 2]) harness.processElement(n, 1);
      harness.processWatermark(5);
      for (let grants = 0; grants < 6; grants++) harness.grantOutputCredit(1);
      const seen = harness.output.map((each) => ('value' in each ? each.value : 'watermark'));
      expect(seen).toEqual([1, 1, 1, 2, 2, 2, 'watermark']);
    },
  );

  it.each([1, 2, 3, 4, 5])('T1: of a punctuated source likewise (seed %i)', async (seed) => {
    const seen: [at: Timestamp, watermark: Timestamp][] = [];
    const sink = slowSink<number>({ bufferRecordsMax: 3, recordsPerTick: 3, tickMs: 10 });
    const job = defineJob('punctuated', (env) => {
      env
        .fromSource(fromArray([1, 2, 3, 4, 5, 6, 7, 8]), {
          uid: 'numbers',
          watermarks: punctuated(
            (at) => at,
            (at) => (at % 4 === 0 ? at : undefined),
          ),
        })
        .flatMap((at) => [at, at, at])
        .process({
          processElement: (at, { currentWatermark }, out: Collector<number>) => {
            seen.push([at, currentWatermark()]);
            out.collect(at);
          },
        })
        .sinkTo(sink, { uid: 'slow' });
    });
    await simulate(job, { seed });
    expect(seen).toHaveLength(24);
    expect(seen.filter(([at, watermark]) => watermark >= at)).toEqual([]);
  });
});
