/** J20 to J26, S76: joins and co-groups in windows, against naive ones over all input. */
import fc from 'fast-check';
import {
  countEvictor,
  countTrigger,
  session,
  sliding,
  tumbling,
  type Evictor,
  type JoinElement,
  type KeyedStream,
  type Stream,
  type WindowOfKey,
} from '../../index.js';
import {
  expectedOfFixed,
  expectedOfSessions,
  sorted,
  steps,
  type Expected,
} from '../../runtime/window/window-oracle.fixture.js';
import type { Reading } from '../../runtime/window/windowed-job.fixture.js';
import { joined, leftLate, rightLate, type SidedStep } from './joined-job.fixture.js';
import type { WindowCoGroup } from './window-co-group.js';
import type { WindowJoin } from './window-join.js';

const uid = 'joined';

type Keyed = KeyedStream<string, Reading>;
type Joins = WindowJoin<string, Reading, Reading>;
type CoGroups = WindowCoGroup<string, Reading, Reading>;

const place = ({ key, window }: WindowOfKey<string>): string =>
  `${key} [${String(window.start)},${String(window.end)})`;

const pairsOf = (joins: Joins): Stream<string> =>
  joins.apply((l, r, at) => `${place(at)} ${String(l.amount)}x${String(r.amount)}`, { uid });

const amounts = (side: readonly Reading[]): string => side.map(({ amount }) => amount).join();

const groupsOf = (groups: CoGroups): Stream<string> =>
  groups.apply((ls, rs, at) => [`${place(at)} ${amounts(ls)}|${amounts(rs)}`], { uid });

const scripts: fc.Arbitrary<readonly SidedStep[]> = fc
  .tuple(steps, fc.infiniteStream(fc.constantFrom('left' as const, 'right' as const)))
  .map(([script, sides]) => {
    const side = sides[Symbol.iterator]();
    return script.map((step) => ({ ...step, side: side.next().value as SidedStep['side'] }));
  });

/** A firing of one stream, as its records by side: of it and of nothing else come the results of two. */
function bySide(script: readonly SidedStep[], line: string) {
  const [head, of, at] = [/^\S+ \S+/, /(?<=\) )\S+/, /@\S+$/].map((part) => part.exec(line)![0]);
  const numbers = of!.split(',').map(Number);
  const [left, right] = (['left', 'right'] as const).map((side) =>
    numbers.filter((n) => script[n]!.side === side),
  );
  return { head: head!, left: left!, right: right!, at: at! };
}

const pairLines =
  (script: readonly SidedStep[]) =>
  (line: string): readonly string[] => {
    const { head, left, right, at } = bySide(script, line);
    return left.flatMap((l) => right.map((r) => `${head} ${String(l)}x${String(r)} ${at}`));
  };

const groupLines =
  (script: readonly SidedStep[]) =>
  (line: string): readonly string[] => {
    const { head, left, right, at } = bySide(script, line);
    return [`${head} ${left.join()}|${right.join()} ${at}`];
  };

interface Windowing {
  readonly joins: (left: Keyed, right: Keyed) => Joins;
  readonly coGroups: (left: Keyed, right: Keyed) => CoGroups;
}

/** A verb, and what it makes of a firing. */
interface Verb {
  readonly describe: (left: Keyed, right: Keyed) => Stream<string>;
  readonly linesOf: (line: string) => readonly string[];
}

async function expectLines(
  script: readonly SidedStep[],
  { describe: described, linesOf }: Verb,
  expected: Expected,
): Promise<void> {
  const { out, lateLeft, lateRight, metrics } = await joined(script, described, { late: 'read' });
  expect(sorted(out)).toEqual(sorted(expected.out.map((lines) => lines.flatMap(linesOf))));
  expect(lateLeft.every((n) => script[n]!.side === 'left')).toBe(true);
  expect(lateRight.every((n) => script[n]!.side === 'right')).toBe(true);
  expect(lateLeft.length + lateRight.length).toBe(expected.late);
  expect(metrics).toMatchObject({ numLateRecordsDropped: expected.late, numEventTimeTimers: 0 });
  expect((metrics['numOpenWindows'] ?? 0) + (metrics['numKeysWithWindows'] ?? 0)).toBe(0);
}

/** Both verbs over one script give what the firings of one stream give, taken apart by side. */
async function expectBoth(
  script: readonly SidedStep[],
  { joins, coGroups }: Windowing,
  expected: Expected,
): Promise<void> {
  const pairs = (l: Keyed, r: Keyed): Stream<string> => pairsOf(joins(l, r));
  const groups = (l: Keyed, r: Keyed): Stream<string> => groupsOf(coGroups(l, r));
  await expectLines(script, { describe: pairs, linesOf: pairLines(script) }, expected);
  await expectLines(script, { describe: groups, linesOf: groupLines(script) }, expected);
}

const withLate = <W extends Joins | CoGroups>(windows: W, latenessMs: number): W =>
  windows
    .allowedLateness(latenessMs)
    .sideOutputLeftLateData(leftLate)
    .sideOutputRightLateData(rightLate) as W;

const lateness = fc.constantFrom(0, 0, 3, 20, 1_000);
const lengths = fc.integer({ min: 1, max: 25 });

describe('window join and coGroup are what a naive computation over all input gives', () => {
  it('J20, J21, J22, J25, T4: tumbling', async () => {
    await fc.assert(
      fc.asyncProperty(scripts, lengths, lateness, async (script, sizeMs, latenessMs) => {
        const windows = tumbling(sizeMs);
        const windowing = {
          joins: (l: Keyed, r: Keyed) => withLate(l.join(r).window(windows), latenessMs),
          coGroups: (l: Keyed, r: Keyed) => withLate(l.coGroup(r).window(windows), latenessMs),
        };
        const fixed = { sizeMs, slideMs: sizeMs, offsetMs: 0, latenessMs };
        await expectBoth(script, windowing, expectedOfFixed(script, fixed));
      }),
      { numRuns: 40 },
    );
  });

  it('J20, J21, J22, J25, T4: sliding', async () => {
    await fc.assert(
      fc.asyncProperty(
        scripts,
        fc.record({ sizeMs: lengths, slideMs: fc.integer({ min: 1, max: 12 }) }),
        lateness,
        async (script, { sizeMs, slideMs }, latenessMs) => {
          const windows = sliding(sizeMs, slideMs);
          const windowing = {
            joins: (l: Keyed, r: Keyed) => withLate(l.join(r).window(windows), latenessMs),
            coGroups: (l: Keyed, r: Keyed) => withLate(l.coGroup(r).window(windows), latenessMs),
          };
          const fixed = { sizeMs, slideMs, offsetMs: 0, latenessMs };
          await expectBoth(script, windowing, expectedOfFixed(script, fixed));
        },
      ),
      { numRuns: 40 },
    );
  });

  it('J20, J21, J22, J25, T4: sessions, which records of either side hold together', async () => {
    await fc.assert(
      fc.asyncProperty(scripts, lengths, lateness, async (script, gapMs, latenessMs) => {
        const inOrder = (side: readonly Reading[]): readonly Reading[] =>
          side.toSorted((one, other) => one.amount - other.amount);
        const expected = expectedOfSessions(script, { gapMs, latenessMs });
        const joins = (l: Keyed, r: Keyed): Stream<string> =>
          pairsOf(withLate(l.join(r).window(session(gapMs)), latenessMs));
        const groups = (l: Keyed, r: Keyed): Stream<string> =>
          withLate(l.coGroup(r).window(session(gapMs)), latenessMs).apply(
            (ls, rs, at) => [`${place(at)} ${amounts(inOrder(ls))}|${amounts(inOrder(rs))}`],
            { uid },
          );
        await expectLines(script, { describe: joins, linesOf: pairLines(script) }, expected);
        await expectLines(script, { describe: groups, linesOf: groupLines(script) }, expected);
      }),
      { numRuns: 40 },
    );
  });
});

const at = (time: number, side: SidedStep['side'], key = 'a'): SidedStep => ({
  at: time,
  side,
  key,
});
const mark = (time: number): SidedStep => ({ at: time, side: 'left', key: undefined });

describe('window join and coGroup', () => {
  const windows = tumbling(10);
  const joins = (l: Keyed, r: Keyed): Stream<string> => pairsOf(l.join(r).window(windows));
  const groups = (l: Keyed, r: Keyed): Stream<string> => groupsOf(l.coGroup(r).window(windows));

  it('S76, J21, J22: of an empty side a join gives nothing; results have the time end - 1', async () => {
    const script = [
      at(1, 'left'),
      at(2, 'left'),
      at(3, 'right'),
      at(12, 'left'),
      at(23, 'right'),
      mark(29),
    ];
    const { out } = await joined(script, joins);
    expect(out.flat()).toEqual(['a [0,10) 0x2 @9', 'a [0,10) 1x2 @9']);
    const grouped = await joined(script, groups);
    expect(grouped.out.flat()).toEqual([
      'a [0,10) 0,1|2 @9',
      'a [10,20) 3| @19',
      'a [20,30) |4 @29',
    ]);
  });

  it('J20: triggers and evictors see both sides, each element with its own', async () => {
    const script = [at(1, 'left'), at(2, 'right'), at(3, 'right'), at(4, 'left')];
    const lastTwo = (l: Keyed, r: Keyed): Stream<string> =>
      groupsOf(l.coGroup(r).window(windows).trigger(countTrigger(2)).evictor(countEvictor(2)));
    expect((await joined(script, lastTwo)).out.flat()).toEqual([
      'a [0,10) 0|1 @9',
      'a [0,10) 3|2 @9',
    ]);
    const onlyLeft: Evictor<JoinElement<Reading, Reading>> = {
      name: 'left',
      evictBefore: (all) => all.filter(({ value }) => value.side === 'left'),
    };
    const left = (l: Keyed, r: Keyed): Stream<string> =>
      groupsOf(l.coGroup(r).window(windows).evictor(onlyLeft));
    expect((await joined(script, left)).out.flat()).toEqual(['a [0,10) 0,3| @9']);
  });

  it('J20: in windows of processing time', async () => {
    const script = [at(1, 'left'), at(2, 'right'), at(3, 'right')];
    const byClock = tumbling(1_000, { time: 'processing-time' });
    const { out } = await joined(script, (l, r) => pairsOf(l.join(r).window(byClock)));
    expect(out.flat().map((line) => line.split(' ')[2])).toEqual(['0x1', '0x2']);
  });
});
