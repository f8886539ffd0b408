/** J20 to J26, S76: joins and co-groups in windows, against naive ones over all input. */
import fc from 'fast-check';
import { session, sliding, tumbling, type KeyedStream, type Stream } from '../../index.js';
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
import type { WindowOfKey } from '../../index.js';

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

/** Both verbs over one script give what the firings of one stream give, taken apart by side. */
async function expectBoth(
  script: readonly SidedStep[],
  { joins, coGroups }: Windowing,
  expected: Expected,
): Promise<void> {
  for (const [describe, linesOf] of [
    [(l: Keyed, r: Keyed) => pairsOf(joins(l, r)), pairLines(script)],
    [(l: Keyed, r: Keyed) => groupsOf(coGroups(l, r)), groupLines(script)],
  ] as const) {
    const { out, lateLeft, lateRight, metrics } = await joined(script, describe, { late: 'read' });
    expect(sorted(out)).toEqual(sorted(expected.out.map((lines) => lines.flatMap(linesOf))));
    expect(lateLeft.every((n) => script[n]!.side === 'left')).toBe(true);
    expect(lateRight.every((n) => script[n]!.side === 'right')).toBe(true);
    expect(lateLeft.length + lateRight.length).toBe(expected.late);
    expect(metrics).toMatchObject({
      numLateRecordsDropped: expected.late,
      numEventTimeTimers: 0,
    });
    expect((metrics['numOpenWindows'] ?? 0) + (metrics['numKeysWithWindows'] ?? 0)).toBe(0);
  }
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
});
