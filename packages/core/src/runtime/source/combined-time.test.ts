/** T1, T2: the time of several sources together, as the sources say it and fall silent. */
import { gap, records, scriptedSource, scriptedSplits, silence } from '@millrace/testing';
import {
  collectedWindows,
  at,
  saying,
  says,
  watch,
  type Happening,
  type TimedSource,
} from './event-time.fixture.js';
import { MAX_TIMESTAMP, MIN_TIMESTAMP, type WatermarkOptions } from '../../index.js';
import type { ScriptLine } from '@millrace/testing';

const source = (
  options: WatermarkOptions,
  ...script: readonly ScriptLine<Happening>[]
): TimedSource => ({ source: scriptedSource(script), watermarks: saying(options) });

const never = {};
const idleAfter = (idleAfterMs: number): WatermarkOptions => ({ idleAfterMs });

describe('T2: sources together', () => {
  it('S4: are at the minimum, once every one has said something', async () => {
    const a = source(never, records(says(10)), gap(100));
    const b = source(never, gap(10), records(says(7)), gap(10), records(says(12)), gap(80));
    const { watermarks } = await watch([a, b], { moments: [5, 15, 25] });
    expect(watermarks).toEqual([MIN_TIMESTAMP, 7, 10]);
  });

  it('S5: stay where they are when one goes back', async () => {
    const a = source(
      never,
      records(says(10)),
      gap(10),
      records(says(8)),
      gap(10),
      records(says(11)),
      gap(10),
    );
    const { watermarks } = await watch([a], { moments: [5, 15, 25] });
    expect(watermarks).toEqual([10, 10, 11]);
  });

  it('S6: go on without the one that held time back, when it turns idle', async () => {
    const a = source(never, records(says(10)), gap(200));
    const b = source(idleAfter(50), records(says(3)), gap(200));
    const { watermarks } = await watch([a, b], { moments: [49, 51] });
    expect(watermarks).toEqual([3, 10]);
  });

  it.each([
    ['A before B', 50, 60],
    ['B before A', 60, 50],
  ])(
    'S7: are at the greatest watermark when all are idle, and then idle: %s',
    async (_, ofA, ofB) => {
      const a = source(idleAfter(ofA), records(says(5)), gap(200));
      const b = source(idleAfter(ofB), records(says(4)), gap(200));
      const { watermarks, idle } = await collectedWindows([a, b], { moments: [40, 70] });
      expect(watermarks).toEqual([4, 5]);
      // Somebody downstream, at 100 by himself, does not wait for them.
      expect(idle).toEqual([4, 100]);
    },
  );

  it('S8: let one that comes back behind the others count once it has caught up', async () => {
    const a = source(never, records(says(10)), gap(150), records(says(20)), gap(100));
    const b = source(
      idleAfter(50),
      records(says(3)),
      gap(100),
      records(says(6), ...at(8)),
      gap(40),
      records(says(11)),
      gap(100),
    );
    const { watermarks, late } = await watch([a, b], {
      windowMs: 5,
      moments: [60, 110, 145, 155],
    });
    expect(watermarks).toEqual([10, 10, 10, 11]);
    expect(late).toBe(1);
  });

  it('S9: are at once where the one is that turns active as the only one caught up', async () => {
    const a = source(idleAfter(50), records(says(12)), gap(130), records(...at(1_000)), gap(100));
    const b = source(idleAfter(50), records(says(3)), gap(100), records(says(6)), gap(100));
    const c = source(idleAfter(120), records(says(10)), gap(300));
    const { watermarks } = await watch([a, b, c], { moments: [40, 60, 105, 125, 135] });
    expect(watermarks).toEqual([3, 10, 10, 10, 12]);
  });

  it('S10: go to the greatest watermark when the last to turn idle was behind', async () => {
    const a = source(idleAfter(120), records(says(10)), gap(300));
    const b = source(idleAfter(110), records(says(20)), gap(300));
    const c = source(idleAfter(50), records(says(3)), gap(100), records(says(6)), gap(200));
    const { watermarks } = await watch([a, b, c], { moments: [60, 105, 115, 125, 155] });
    expect(watermarks).toEqual([10, 10, 10, 10, 20]);
  });

  it.each([1, 2])(
    'S11: fire what waits when the job drains while %i of them are idle',
    async (idle) => {
      const sources = Array.from({ length: 2 }, (_, n) =>
        source(n < idle ? idleAfter(50) : never, records(...at(5)), silence),
      );
      const { windows, metrics } = await watch(sources, {
        during: ({ handle, clock }) => clock.after(100, () => void handle.stop({ drain: true })),
      });
      expect(windows).toEqual(['[0,10) t5 t5']);
      expect(metrics.operators['windows']!['currentInputWatermark']).toBe(MAX_TIMESTAMP);
    },
  );

  it('S12: do not end while one is idle, although the others have ended', async () => {
    const a = source(never, records(says(40)), gap(60));
    const b = source(
      idleAfter(80),
      records(says(50)),
      gap(100),
      records(...at(55, 60), says(60)),
      gap(50),
    );
    const { watermarks, late, windows } = await watch([a, b], {
      windowMs: 5,
      moments: [50, 70, 90, 105],
    });
    expect(watermarks).toEqual([40, 50, 50, 60]);
    expect(late).toBe(0);
    expect(windows).toEqual(['[55,60) t55', '[60,65) t60']);
  });
});

describe('T3: readers of splits', () => {
  it('S13: are idle, and not active where they were, when all their splits are finished', async () => {
    const splits = scriptedSplits([
      { id: 'first', script: [records(says(10))] },
      { id: 'second', script: [records(...at(150), says(200)), gap(50)], foundAfterMs: 100 },
    ]);
    const other = source(never, records(says(100)), gap(120), records(says(300)), gap(100));
    const { watermarks, late } = await watch([{ source: splits, watermarks: saying() }, other], {
      moments: [5, 110, 130],
    });
    expect(watermarks).toEqual([100, 100, 200]);
    expect(late).toBe(0);
  });

  it('S14: hold nobody back while they never get a split, with and without an alignment', async () => {
    for (const alignment of [undefined, { group: 'all', driftMsMax: 10 }]) {
      const splits = scriptedSplits(
        [{ id: 'only', script: [records(says(50)), gap(10), records(says(70)), gap(10)] }],
        { noMoreSplits: 'never' },
      );
      const options = alignment === undefined ? {} : { alignment };
      const other = source(options, records(says(60)), gap(5), records(says(75)), gap(100));
      const { watermarks, reads } = await watch(
        [{ source: splits, watermarks: saying(options), parallelism: 3 }, other],
        {
          moments: [6, 15, 50],
          during: ({ handle, clock }) => clock.after(200, () => void handle.stop({ drain: true })),
        },
      );
      expect(watermarks).toEqual([50, 70, 75]);
      expect(reads.at(-1)).toEqual([2, 2]);
    }
  });
});
