/** Sources and splits that stay close to each other in event time: who is paused, and until when. */
import { gap, records, scriptedSource, scriptedSplits, type ScriptLine } from '@millrace/testing';
import { minutes, type WatermarkOptions } from '../../index.js';
import { saying, says, watch, type Happening, type TimedSource } from './event-time.fixture.js';

const within = (driftMsMax: number, options: WatermarkOptions = {}): WatermarkOptions => ({
  alignment: { group: 'all', driftMsMax },
  ...options,
});

const source = (
  options: WatermarkOptions,
  ...script: readonly ScriptLine<Happening>[]
): TimedSource => ({ source: scriptedSource(script), watermarks: saying(options) });

describe('alignment', () => {
  it('pauses who is more than the drift ahead, until the others have caught up', async () => {
    const ahead = source(within(10), records(says(100)), gap(1), records(says(101), says(102)));
    const behind = source(
      within(10),
      records(says(50)),
      gap(20),
      records(says(89)),
      gap(20),
      records(says(90)),
      gap(20),
    );
    const { reads, metrics } = await watch([ahead, behind], {
      moments: [10, 30, 50],
      simulation: { limits: { runRecordsMax: 1 } },
    });
    // 100 may be read on at 90, 101 at 91: the last record waits until the one behind has ended.
    expect(reads).toEqual([
      [1, 1],
      [1, 2],
      [2, 3],
    ]);
    expect(metrics.sources['in0']!['numRecordsOut']).toBe(3);
  });

  it('holds between the splits of one source as well, and tells the drift', async () => {
    const splits = scriptedSplits(
      [
        { id: 'ahead', script: [records(says(500)), gap(1), records(says(501)), gap(50)] },
        { id: 'behind', script: [records(says(0)), gap(20), records(says(450)), gap(50)] },
      ],
      { assignment: 'when-found' },
    );
    const drifts: (number | undefined)[] = [];
    const { reads } = await watch([{ source: splits, watermarks: saying(within(50)) }], {
      moments: [10, 30],
      during: ({ handle, clock }) => {
        for (const moment of [10, 30]) {
          clock.after(moment, () =>
            drifts.push(handle.metrics().sources['in0']!['watermarkAlignmentDrift']),
          );
        }
      },
    });
    expect(reads).toEqual([[2], [4]]);
    expect(drifts).toEqual([500, 51]);
  });

  it('S19: a split that is paused is not idle, and is read again when it may be', async () => {
    const options = within(10, { idleAfterMs: 50 });
    const ahead = source(options, records(says(1_000), says(1_005)), gap(200));
    const behind = source(within(10), records(says(0)), gap(100), records(says(995)), gap(200));
    const idle: (number | undefined)[] = [];
    const { reads } = await watch([ahead, behind], {
      moments: [90, 110],
      simulation: { limits: { runRecordsMax: 1 } },
      during: ({ handle, clock }) => {
        for (const moment of [90, 140, 160]) {
          clock.after(moment, () => idle.push(handle.metrics().sources['in0']!['numIdleSplits']));
        }
      },
    });
    expect(reads).toEqual([
      [1, 1],
      [2, 2],
    ]);
    expect(idle).toEqual([0, 0, 1]);
  });

  it('S20: nobody is held while all are idle, however far ahead it is', async () => {
    const options = within(20, { idleAfterMs: 50 });
    const ahead = source(options, records(says(1_000)), gap(100), records(says(2_000)), gap(10));
    const behind = source(options, records(says(990)), gap(minutes(1)));
    const { reads } = await watch([ahead, behind], { moments: [90, 105] });
    expect(reads).toEqual([
      [1, 1],
      [2, 1],
    ]);
  });

  it('S21: an idle source is read when data arrives, also while another waits for nobody', async () => {
    const idle = source(
      within(10, { idleAfterMs: 50 }),
      records(says(100)),
      gap(200),
      records(says(105)),
      gap(100),
    );
    const other = source(
      within(10),
      records(says(100)),
      gap(80),
      records(says(300)),
      gap(10),
      records(says(305)),
      gap(200),
    );
    const { reads } = await watch([idle, other], { moments: [75, 85, 150, 205, 250] });
    // At 85 the other is alone, so it goes on; at 200 data comes, and it waits for that.
    expect(reads).toEqual([
      [1, 1],
      [1, 2],
      [1, 3],
      [2, 3],
      [2, 3],
    ]);
  });

  it('S21: splits that have ended, and subtasks that get no more, hold nobody', async () => {
    const splits = scriptedSplits([
      { id: 'a', script: [records(says(0))] },
      { id: 'b', script: [records(says(5)), gap(10), records(says(6))] },
    ]);
    const times = [1_000, 2_000, 3_000].map((time) => records(says(time)));
    const ahead = source(within(10), gap(1), ...times);
    const { reads, metrics } = await watch(
      [{ source: splits, watermarks: saying(within(10)), parallelism: 4 }, ahead],
      { moments: [5], simulation: { limits: { runRecordsMax: 1 } } },
    );
    expect(reads).toEqual([[2, 1]]);
    expect(metrics.sources['in1']!['numRecordsOut']).toBe(3);
  });
});
