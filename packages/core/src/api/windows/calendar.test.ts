/** Windows of the calendar against an independent implementation of time zones, and in whole jobs. */
import { Temporal } from '@js-temporal/polyfill';
import fc from 'fast-check';

import {
  boundedOutOfOrderness,
  calendarDays,
  calendarMonths,
  calendarWeeks,
  defineJob,
  days,
  fromArray,
  hours,
  tumbling,
  type AlignedWindowAssigner,
  type WindowResult,
} from '../../index.js';
import { collectSink, simulate } from '@millrace/testing';

const COPENHAGEN = 'Europe/Copenhagen';

/** Half hours, quarters, changes at midnight and a minute past it, a day skipped, and no changes. */
const ZONES = [
  COPENHAGEN,
  'UTC',
  'America/New_York',
  'America/Sao_Paulo',
  'America/St_Johns',
  'America/Havana',
  'America/Asuncion',
  'Africa/Cairo',
  'Asia/Beirut',
  'Asia/Kathmandu',
  'Asia/Kolkata',
  'Asia/Tehran',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Pacific/Apia',
  'Pacific/Kiritimati',
] as const;

const instants = fc.integer({ min: Date.UTC(1971, 0), max: Date.UTC(2037, 0) });

const aside = fc.double({ min: -30, max: 30, noNaN: true }).map((n) => Math.trunc(n * 8) / 8);

/** The next change of the clocks in a zone; where there is none, the instant itself. */
function nearChange(at: number, timeZone: string): number {
  const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone);
  return local.getTimeZoneTransition('next')?.epochMilliseconds ?? at;
}

async function counts(
  windows: AlignedWindowAssigner,
  ...times: readonly number[]
): Promise<readonly string[]> {
  const out = collectSink<WindowResult<string, number>>();
  const job = defineJob('days', (env) => {
    env
      .fromSource(fromArray(times), { watermarks: boundedOutOfOrderness(0, (at: number) => at) })
      .keyBy(() => 'k')
      .window(windows)
      .aggregate({ createAccumulator: () => 0, add: (n) => n + 1, getResult: (n) => n })
      .sinkTo(out);
  });
  await simulate(job);
  return out.values.map(
    ({ window, value }) => `${iso(window.start)} to ${iso(window.end)}: ${String(value)}`,
  );
}

const iso = (at: number): string => new Date(at).toISOString().slice(0, 16);

const hourly = (from: string, to: string): readonly number[] => {
  const times: number[] = [];
  for (let at = Date.parse(from); at < Date.parse(to); at += hours(1)) times.push(at);
  return times;
};

describe('windows of the calendar', () => {
  it('FC-C03: days have 24, 23 and 25 hours; a fixed window with an offset has 24 always', async () => {
    const zone = calendarDays({ timeZone: COPENHAGEN });
    const event = [
      ...hourly('2018-03-24T23:00Z', '2018-03-25T22:00Z'),
      ...hourly('2018-08-08T22:00Z', '2018-08-09T22:00Z'),
      ...hourly('2018-10-27T22:00Z', '2018-10-28T23:00Z'),
    ];
    expect(await counts(zone, ...event)).toEqual([
      '2018-03-24T23:00 to 2018-03-25T22:00: 23',
      '2018-08-08T22:00 to 2018-08-09T22:00: 24',
      '2018-10-27T22:00 to 2018-10-28T23:00: 25',
    ]);
    const fixed = await counts(tumbling(days(1), { offset: -hours(2) }), ...event);
    expect(fixed).toEqual([
      '2018-03-24T22:00 to 2018-03-25T22:00: 23',
      '2018-08-08T22:00 to 2018-08-09T22:00: 24',
      '2018-10-27T22:00 to 2018-10-28T22:00: 24',
      '2018-10-28T22:00 to 2018-10-29T22:00: 1',
    ]);
  });

  it('FC-C28, W1: borders are the same whenever a job is started', async () => {
    const at = Date.UTC(2024, 4, 1, 12, 10, 40);
    const lines = await counts(tumbling(60_000), at);
    expect(lines).toEqual(['2024-05-01T12:10 to 2024-05-01T12:11: 1']);
    for (const make of [calendarDays, calendarWeeks, calendarMonths]) {
      const [one, other] = [make({ timeZone: COPENHAGEN }), make({ timeZone: COPENHAGEN })];
      one.assignWindows(Date.UTC(2024, 4, 1, 12));
      expect(one.assignWindows(at)).toEqual(other.assignWindows(at));
    }
  });

  it.each(ZONES)('W13: days of %s are what Temporal says', (timeZone) => {
    const assigner = calendarDays({ timeZone });
    fc.assert(
      fc.property(instants, aside, (anywhere, hoursAside) => {
        const at = nearChange(anywhere, timeZone) + hoursAside * hours(1);
        const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone);
        const [window] = assigner.assignWindows(at);
        const day = local.startOfDay();
        // A day later by the calendar: by the clock it may be an hour that the next day skips.
        const next = local.toPlainDate().add({ days: 1 }).toZonedDateTime(timeZone);
        // Where the clocks go back over midnight, an hour of the day before comes again in the next.
        const isAgain = next.epochMilliseconds <= at;
        expect(window!.start).toBe((isAgain ? next : day).epochMilliseconds);
        if (!isAgain) expect(window!.end).toBe(next.epochMilliseconds);
      }),
      { numRuns: 300 },
    );
  });

  it('W13: the last hour of a day, where the next day skips it', () => {
    const { windowAt } = calendarDays({ timeZone: 'Asia/Tehran' });
    // On the 21st of March 1977 the clocks went from eleven in the evening to midnight.
    for (const hour of ['19:30', '20:15']) {
      const window = windowAt(Date.parse(`1977-03-20T${hour}Z`));
      expect(`${iso(window.start)} to ${iso(window.end)}`).toBe(
        '1977-03-19T20:30 to 1977-03-20T20:30',
      );
    }
  });

  it('W13: windows leave no gap and do not overlap, also where clocks change', () => {
    const zone = fc.constantFrom(...ZONES);
    const make = fc.constantFrom(calendarDays, calendarWeeks, calendarMonths);
    fc.assert(
      fc.property(
        zone,
        make,
        fc.tuple(instants, aside),
        (timeZone, windowsOf, [near, hoursAside]) => {
          const at = nearChange(near, timeZone) + hoursAside * hours(1);
          const { windowAt } = windowsOf({ timeZone });
          const window = windowAt(at);
          expect(window.start).toBeLessThanOrEqual(at);
          expect(window.end).toBeGreaterThan(at);
          expect(windowAt(window.end).start).toBe(window.end);
          expect(windowAt(window.start - 1).end).toBe(window.start);
          expect(windowAt(window.start)).toEqual(window);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('W13: changes at and near midnight, and a day that there never was', () => {
    const days = (timeZone: string, at: string): string => {
      const [window] = calendarDays({ timeZone }).assignWindows(Date.parse(at));
      return `${iso(window!.start)} to ${iso(window!.end)}`;
    };
    // No midnight on that day: it begins at one o'clock.
    expect(days('America/Sao_Paulo', '2018-11-04T10:00Z')).toBe(
      '2018-11-04T03:00 to 2018-11-05T02:00',
    );
    // A minute past midnight the clocks went back to a minute past eleven of the day before.
    expect(days('America/St_Johns', '2010-11-07T03:00Z')).toBe(
      '2010-11-07T02:30 to 2010-11-08T03:30',
    );
    // Half an hour.
    expect(days('Australia/Lord_Howe', '2024-04-07T00:00Z')).toBe(
      '2024-04-06T13:00 to 2024-04-07T13:30',
    );
    // Friday the 30th of December 2011 was left out.
    expect(days('Pacific/Apia', '2011-12-30T09:59Z')).toBe('2011-12-29T10:00 to 2011-12-30T10:00');
    expect(days('Pacific/Apia', '2011-12-30T10:00Z')).toBe('2011-12-30T10:00 to 2011-12-31T10:00');
    // Long ago, and in a far future.
    expect(days('UTC', '0099-06-01T12:00Z')).toBe('0099-06-01T00:00 to 0099-06-02T00:00');
    expect(
      new Date(calendarDays({ timeZone: 'UTC' }).windowAt(-1e14).start).toISOString(),
    ).toContain('T00:00');
  });

  it('weeks begin when they are told to, months on their first', () => {
    const at = Date.parse('2026-01-01T12:00Z');
    const start = (windows: AlignedWindowAssigner): string => iso(windows.windowAt(at).start);
    expect(start(calendarWeeks({ timeZone: 'UTC' }))).toBe('2025-12-29T00:00');
    expect(start(calendarWeeks({ timeZone: 'UTC', weekStart: 'sunday' }))).toBe('2025-12-28T00:00');
    expect(start(calendarWeeks({ timeZone: 'UTC', weekStart: 'thursday' }))).toBe(
      '2026-01-01T00:00',
    );
    expect(start(calendarMonths({ timeZone: 'America/New_York' }))).toBe('2026-01-01T05:00');
    const before = calendarMonths({ timeZone: 'UTC' }).windowAt(Date.UTC(1969, 11, 31));
    expect([iso(before.start), iso(before.end)]).toEqual(['1969-12-01T00:00', '1970-01-01T00:00']);
  });

  it('refuses a zone that there is not', () => {
    expect(() => calendarDays({ timeZone: 'Europe/Atlantis' })).toThrow(
      expect.objectContaining({ code: 'WINDOW_INVALID' }),
    );
  });
});
