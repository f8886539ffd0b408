/** S24, FC-C17: records from the far future do not make honest ones late. */
import { gap, records, scriptedSource, scriptedSplits, VirtualClock } from '@millrace/testing';
import {
  boundedOutOfOrderness,
  days,
  hours,
  minutes,
  monotonousTimestamps,
  punctuated,
  type JobNotice,
  type WatermarkStrategy,
} from '../../index.js';
import { at, timeOf, watch, type Happening } from './event-time.fixture.js';

const TEN = Date.UTC(2024, 2, 1, 10);
const YEAR_2200 = Date.UTC(2200, 0, 1);

const minute = (n: number): number => TEN + minutes(n);
const windowOf = (n: number): string =>
  `[${String(minute(n))},${String(minute(n + 1))}) t${String(minute(n))}`;

const numbered = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, n) => from + n);

const isFuture = (notice: JobNotice): boolean => notice.kind === 'future-timestamp';

describe('FC-C17: rows of 10:00 to 10:12, and one of them from the future', () => {
  it.each([
    ['a day', days(1)],
    ['two hours', hours(2)],
  ])(
    'FC-C17: %s ahead, by default: honest rows are counted, and the odd one is told',
    async (_, ahead) => {
      const odd = minute(2) + ahead;
      const rows = [...numbered(0, 2).map(minute), odd, ...numbered(3, 12).map(minute)];
      // Row by row, each at its own time.
      const script = rows.flatMap((row, n) => [gap(n === 3 ? 0 : minutes(1)), records(...at(row))]);
      const notices: JobNotice[] = [];
      const { windows, late, metrics } = await watch(
        [
          {
            source: scriptedSplits([{ id: 'p7', script }]),
            watermarks: boundedOutOfOrderness(minutes(1), timeOf),
          },
        ],
        {
          windowMs: minutes(1),
          simulation: { clock: new VirtualClock(TEN - minutes(1)) },
          during: ({ handle }) => handle.events$.subscribe((notice) => notices.push(notice)),
        },
      );
      expect(windows.slice(0, 13)).toEqual(numbered(0, 12).map(windowOf));
      expect(windows).toHaveLength(14);
      expect(late).toBe(0);
      expect(metrics.sources['in0']!['numRecordsFromFuture']).toBe(1);
      expect(notices.filter(isFuture)).toEqual([
        {
          kind: 'future-timestamp',
          source: 'in0',
          split: 'p7',
          timestamp: odd,
          aheadMs: ahead,
          at: minute(2),
        },
      ]);
    },
  );
});

/** Two partitions; the first has one record of the year 2200, and falls silent. */
async function withYear2200(strategy: WatermarkStrategy<Happening>): ReturnType<typeof watch> {
  const source = scriptedSplits(
    [
      { id: 'wild', script: [records(...at(minute(0), YEAR_2200)), gap(minutes(60))] },
      {
        id: 'honest',
        script: numbered(0, 9).flatMap((n) => [records(...at(minute(n))), gap(minutes(1))]),
      },
    ],
    { assignment: 'when-found' },
  );
  return watch([{ source, watermarks: strategy }], {
    windowMs: minutes(1),
    moments: [minutes(0.5), minutes(4.5)],
    simulation: { clock: new VirtualClock(TEN) },
  });
}

describe('S24: one record of the year 2200 in one partition', () => {
  it('S24: does not move time where there is a guard, also when its partition alone is read', async () => {
    const { late, metrics, watermarks } = await withYear2200(
      monotonousTimestamps(timeOf, { futureMsMax: hours(1), idleAfterMs: minutes(2) }),
    );
    expect(late).toBe(0);
    expect(metrics.sources['in0']!['numRecordsFromFuture']).toBe(1);
    expect(watermarks).toEqual([minute(0) - 1, minute(4) - 1]);
  });

  it('S24: without one, the minimum protects while the others are active', async () => {
    const { late, metrics } = await withYear2200(
      monotonousTimestamps(timeOf, { futureMsMax: Infinity }),
    );
    expect(late).toBe(0);
    expect(metrics.sources['in0']!['numRecordsFromFuture']).toBe(0);
  });

  it('S24: without one, all is late once the others were idle', async () => {
    const { late, watermarks } = await withYear2200(
      monotonousTimestamps(timeOf, { futureMsMax: Infinity, idleAfterMs: minutes(0.4) }),
    );
    expect(watermarks).toEqual([YEAR_2200 - 1, YEAR_2200 - 1]);
    expect(late).toBe(9);
  });

  it('is not told to a generator that hears each record, nor to one of a user', async () => {
    const strategy = punctuated(timeOf, (_, timestamp) => timestamp, { futureMsMax: minutes(5) });
    const { late, metrics } = await withYear2200(strategy);
    expect(late).toBe(0);
    expect(metrics.sources['in0']!['numRecordsFromFuture']).toBe(1);
  });
});

describe('the guard by default', () => {
  it('trusts every record while the clock counts from zero, as that of a simulation does', async () => {
    const source = scriptedSource([records(...at(5, YEAR_2200)), gap(10)]);
    const { watermarks, metrics } = await watch(
      [{ source, watermarks: monotonousTimestamps(timeOf) }],
      { moments: [5] },
    );
    expect(watermarks).toEqual([YEAR_2200 - 1]);
    expect(metrics.sources['in0']!['numRecordsFromFuture']).toBe(0);
  });

  it('draws the line at an hour', async () => {
    const at1h = [hours(1), hours(1) + 1].map((ahead) => TEN + ahead);
    for (const [time, fromFuture] of [
      [at1h[0]!, 0],
      [at1h[1]!, 1],
    ] as const) {
      const source = scriptedSource([records(...at(time))]);
      const { metrics } = await watch([{ source, watermarks: monotonousTimestamps(timeOf) }], {
        simulation: { clock: new VirtualClock(TEN) },
      });
      expect(metrics.sources['in0']!['numRecordsFromFuture']).toBe(fromFuture);
    }
  });
});
