/** Owns: the proof that processing time passes in a harness as it does in a job. */
import type { Collector, Stream } from '@millrace/core';
import { operatorHarness } from './operator-harness.js';

/** Registers a timer so much later than now, and tells when it fires. */
const alarms = (numbers: Stream<number>): Stream<string> =>
  numbers
    .keyBy(() => 'all')
    .process({
      processElement: (inMs, { timers, currentProcessingTime }) => {
        timers.registerProcessingTimeTimer(currentProcessingTime() + inMs);
      },
      onTimer: (time, { currentProcessingTime }, out: Collector<string>) => {
        out.collect(`${String(time)} at ${String(currentProcessingTime())}`);
      },
    });

describe('processing time in a harness', () => {
  it('goes from due time to due time, each timer at its own', () => {
    const harness = operatorHarness(alarms, { startAt: 1_000 });
    for (const inMs of [30, 10, 20]) harness.processElement(inMs);
    harness.setProcessingTime(1_010);
    expect(harness.values).toEqual([]);
    harness.setProcessingTime(1_025);
    expect(harness.values).toEqual(['1010 at 1011', '1020 at 1021']);
    harness.setProcessingTime(2_000);
    expect(harness.values.at(-1)).toBe('1030 at 1031');
  });

  it('fires a timer for a time that has passed at once', () => {
    const harness = operatorHarness(alarms, { startAt: 1_000 });
    harness.processElement(-500);
    expect(harness.values).toEqual(['500 at 1000']);
  });

  it('does not go back', () => {
    const harness = operatorHarness(alarms, { startAt: 1_000 });
    expect(() => {
      harness.setProcessingTime(999);
    }).toThrow(/does not go back/);
  });

  it('says so when a timer registers itself for ever', () => {
    const endless = operatorHarness(
      (numbers: Stream<number>) =>
        numbers
          .keyBy(() => 'all')
          .process({
            processElement: (time, { timers }) => {
              timers.registerProcessingTimeTimer(time);
            },
            onTimer: (time, { timers }) => {
              timers.registerProcessingTimeTimer(time - 1);
            },
          }),
      { limits: { timersPerStepMax: 2 } },
    );
    expect(() => {
      endless.processElement(-1);
    }).toThrow(/goes on; look for a timer/);
  });

  it('stands where it stood after a restore, or later', () => {
    const harness = operatorHarness(alarms, { startAt: 1_000 });
    harness.processElement(10);
    harness.processElement(20);
    const snapshot = harness.snapshot();
    const restored = harness.restore(snapshot);
    restored.setProcessingTime(1_011);
    expect(restored.values).toEqual(['1010 at 1011']);
    const later = harness.restore(snapshot, { startAt: 5_000 });
    expect(later.values).toEqual(['1010 at 5000', '1020 at 5000']);
  });
});
