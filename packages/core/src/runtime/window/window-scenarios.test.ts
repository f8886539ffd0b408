/** Scenarios of fixed windows and lateness, in whole jobs. */
import { MAX_TIMESTAMP, sliding, tumbling } from '../../index.js';
import { el, lateReadings, listing, merging, then, windowed, wm } from './windowed-job.fixture.js';

const uid = 'windows';

describe('tumbling windows', () => {
  it('S41, W5, W6: 4 is in [0,5) and 5 in [5,10); the watermark 4 fires the first, with timestamp 4', async () => {
    const script = [el(4), el(5), wm(3), then, wm(4), then];
    const { out } = await windowed(script, (s) => s.window(tumbling(5)).aggregate(listing));
    expect(out).toEqual([[], ['k [0,5) 4 @4'], ['k [5,10) 5 @9']]);
  });

  it('S42, W1: -1 with size 5 is in [-5,0)', async () => {
    const script = [el(-1), el(-5), el(-6)];
    const { out } = await windowed(script, (s) => s.window(tumbling(5)).aggregate(listing));
    expect(out).toEqual([['k [-10,-5) -6 @-6', 'k [-5,0) -1,-5 @-1']]);
  });

  it('S43, W1: offset 1, size 5: 0 is in [-4,1)', async () => {
    const windows = tumbling(5, { offset: 1 });
    const { out } = await windowed([el(0), el(1)], (s) => s.window(windows).aggregate(listing));
    expect(out).toEqual([['k [-4,1) 0 @0', 'k [1,6) 1 @5']]);
  });

  it('S44: an offset as long as a window is refused; a negative one is not', () => {
    for (const offset of [5, -5, 7, Number.NaN, 0.5]) {
      expect(() => tumbling(5, { offset })).toThrow(
        expect.objectContaining({ code: 'WINDOW_INVALID' }),
      );
    }
    expect(() => sliding(10, 5, { offset: 5 })).toThrow(/between minus and plus its slide of 5/);
    expect(tumbling(5, { offset: -1 }).assignWindows(0)).toEqual([{ start: -1, end: 4 }]);
  });

  it('S45, T4: a late record is dropped and counted; with a tag it goes there, and is counted too', async () => {
    const script = [el(1), wm(4), el(3)];
    const plain = await windowed(script, (s) => s.window(tumbling(5)).aggregate(listing, { uid }));
    expect(plain.out).toEqual([['k [0,5) 1 @4']]);
    expect(plain.metrics[0]).toMatchObject({ numLateRecordsDropped: 1 });
    const tagged = await windowed(
      script,
      (s) => s.window(tumbling(5)).sideOutputLateData(lateReadings).aggregate(listing, { uid }),
      { lateTag: lateReadings },
    );
    expect(tagged.late).toEqual([3]);
    // Flink does not count a late record that a side output takes; see decision 0042.
    expect(tagged.metrics[0]).toMatchObject({ numLateRecordsDropped: 1 });
  });

  it('S46, T4: a record at the watermark is accepted while its window is open', async () => {
    const script = [wm(3), el(3), then, wm(9), then];
    const { out, metrics } = await windowed(script, (s) =>
      s.window(tumbling(10)).aggregate(listing, { uid }),
    );
    expect(out).toEqual([[], ['k [0,10) 3 @9'], []]);
    expect(metrics.at(-1)).toMatchObject({ numLateRecordsDropped: 0 });
  });

  it('S47, W4, W6: within the allowed lateness a record fires its window again, with all that it holds', async () => {
    const script = [el(1), wm(4), then, wm(5), el(3), then, wm(6), then, el(3), then];
    const { out, metrics } = await windowed(script, (s) =>
      s.window(tumbling(5)).allowedLateness(2).aggregate(listing, { uid }),
    );
    expect(out).toEqual([['k [0,5) 1 @4'], ['k [0,5) 1,3 @4'], [], [], []]);
    expect(metrics.map((m) => m['numOpenWindows'])).toEqual([1, 1, 0, 0, 0]);
    expect(metrics.map((m) => m['numLateRecordsDropped'])).toEqual([0, 0, 0, 1, 1]);
  });

  it('S49, W4: with lateness without end nothing is dropped, no cleanup timer waits, and state is kept', async () => {
    for (const lateness of [MAX_TIMESTAMP, Number.POSITIVE_INFINITY]) {
      const script = [el(1), wm(1_000_000), then, el(3), then];
      const { out, metrics } = await windowed(script, (s) =>
        s.window(tumbling(5)).allowedLateness(lateness).aggregate(listing, { uid }),
      );
      expect(out).toEqual([['k [0,5) 1 @4'], ['k [0,5) 1,3 @4'], []]);
      expect(metrics[0]).toMatchObject({ numEventTimeTimers: 0, numOpenWindows: 1 });
      expect(metrics.at(-1)).toMatchObject({ numLateRecordsDropped: 0, numOpenWindows: 1 });
    }
  });

  it('S64, W10: where firing and cleanup fall together a window fires once, then is cleared', async () => {
    const script = [el(1), then, wm(4), then];
    const { out, metrics } = await windowed(script, (s) =>
      s.window(tumbling(5)).aggregate(listing, { uid }),
    );
    expect(out).toEqual([[], ['k [0,5) 1 @4'], []]);
    expect(metrics[0]).toMatchObject({ numOpenWindows: 1, numEventTimeTimers: 1 });
    expect(metrics[1]).toMatchObject({ numOpenWindows: 0, numEventTimeTimers: 0 });
  });

  it('S67: a result of an inner window lands in an outer one, which fires at the same watermark', async () => {
    const script = [el(1), el(2, 'l'), then, wm(4), then];
    const { out } = await windowed(script, (s) =>
      s
        .window(tumbling(5))
        .aggregate(listing)
        .keyBy(() => 'all')
        .window(tumbling(5))
        .reduce((one, other) => ({ ...one, value: `${one.value}+${other.value}` }))
        .map(({ window, value }) => ({ key: 'all', window, value: value.value })),
    );
    expect(out).toEqual([[], ['all [0,5) 1+2 @4'], []]);
  });

  it('S71, FC-C12, W1: windows with an offset fire at their own ends, and lose nothing', async () => {
    const script = [0, 2_999, 3_000, 12_999].map((at) => el(at));
    for (let at = 1_000; at <= 13_000; at += 1_000) script.push(wm(at - 1), then);
    const { out } = await windowed(script, (s) =>
      s.window(tumbling(10_000, { offset: 3_000 })).aggregate(listing),
    );
    const fired = out.flatMap((lines, wait) => lines.map((line) => [wait + 1, line]));
    expect(fired).toEqual([
      [3, 'k [-7000,3000) 0,2999 @2999'],
      [13, 'k [3000,13000) 3000,12999 @12999'],
    ]);
  });
});

describe('sliding windows', () => {
  it('S62, W2: size 10, slide 3: 9 is in four windows, 10 in three', async () => {
    const windows = sliding(10, 3);
    const starts = (at: number): number[] => windows.assignWindows(at).map(({ start }) => start);
    expect(starts(9)).toEqual([0, 3, 6, 9]);
    expect(starts(10)).toEqual([3, 6, 9]);
    const { out } = await windowed([el(9), el(10)], (s) => s.window(windows).aggregate(listing));
    expect(out).toEqual([
      ['k [0,10) 9 @9', 'k [3,13) 9,10 @12', 'k [6,16) 9,10 @15', 'k [9,19) 9,10 @18'],
    ]);
  });

  it('S63, W2: size 2, slide 5: 3 is in no window, and is not late', async () => {
    const { out, metrics } = await windowed([el(3), el(6)], (s) =>
      s.window(sliding(2, 5)).aggregate(listing, { uid }),
    );
    expect(out).toEqual([['k [5,7) 6 @6']]);
    expect(metrics[0]).toMatchObject({ numLateRecordsDropped: 0, numOpenWindows: 0 });
  });

  it.each([
    [800, ['1709315511200', '1709315512000']],
    [700, ['1709315511400', '1709315512100']],
  ])(
    'FC-C06: slide %i: starts are right however long ago the grid begins',
    async (slide, starts) => {
      const script = [el(1_709_315_512_577, 'k', 1)];
      // A grid that begins whole slides earlier, in the year 1 say, is the same grid.
      for (const offset of [0, (Math.trunc(-62_135_596_800_000 / slide) * slide) % slide]) {
        for (const aggregate of [listing, merging]) {
          const { out } = await windowed(script, (s) =>
            s.window(sliding(1_600, slide, { offset })).aggregate(aggregate),
          );
          expect(out.flat().map((line) => line.slice(3, 16))).toEqual(starts);
        }
      }
    },
  );
});
