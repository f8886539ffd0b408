/**
 * Owns: what windows must give, worked out over a whole script with nothing kept between: slow and plain.
 * Refuses: to share a line with the code that it judges.
 */
import fc from 'fast-check';
import { el, then, wm, type Line } from './windowed-job.fixture.js';

export interface Step {
  readonly at: number;
  /** None where it is a watermark. */
  readonly key: string | undefined;
}

export interface Expected {
  /** For each step what comes out at it, in no order; the last is the end of the input. */
  readonly out: readonly (readonly string[])[];
  readonly late: number;
}

const END = Number.MAX_SAFE_INTEGER;

/** Shuffled records of a few keys, and watermarks between them that may run ahead of them. */
const shuffled: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.record({
    at: fc.integer({ min: -30, max: 90 }),
    key: fc.option(fc.constantFrom('a', 'b'), { nil: undefined, freq: 3 }),
  }),
  { maxLength: 25 },
);

/** Records of one key that follow time, some behind it, and watermarks that follow them closely. */
const flowing: fc.Arbitrary<readonly Step[]> = fc
  .array(
    fc.record({
      pace: fc.integer({ min: 0, max: 4 }),
      behind: fc.constantFrom(0, 0, 0, 1, 5, 20),
      key: fc.constantFrom('a', 'a', undefined),
    }),
    { minLength: 10, maxLength: 60 },
  )
  .map((moves) => {
    let now = -20;
    return moves.map(({ pace, behind, key }) => {
      now += pace;
      return { at: key === undefined ? now - 3 : now - behind, key };
    });
  });

export const steps: fc.Arbitrary<readonly Step[]> = fc.oneof(shuffled, flowing);

/** A wait after each step, so that it is seen what came out at which. Each record has its own amount. */
export function scriptOf(script: readonly Step[]): readonly Line[] {
  return script.flatMap(({ at, key }, n) => [key === undefined ? wm(at) : el(at, key, n), then]);
}

export function sorted(out: readonly (readonly string[])[]): readonly (readonly string[])[] {
  return out.map((lines) => [...lines].sort());
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** The watermark before each step, and behind the last. */
function watermarksOf(script: readonly Step[]): readonly number[] {
  let mark = -Infinity;
  const marks = script.map(({ at, key }) => {
    const before = mark;
    if (key === undefined) mark = Math.max(mark, at);
    return before;
  });
  return [...marks, mark, END];
}

export interface FixedWindowsExpected {
  readonly sizeMs: number;
  readonly slideMs: number;
  readonly offsetMs: number;
  readonly latenessMs: number;
}

/** Every window that there can be, with the records that it took, asked at each step. */
export function expectedOfFixed(script: readonly Step[], windows: FixedWindowsExpected): Expected {
  const { sizeMs, slideMs, offsetMs, latenessMs } = windows;
  const marks = watermarksOf(script);
  const spans: Span[] = [];
  for (let start = -400; start < 400; start++) {
    if ((start - offsetMs) % slideMs === 0) spans.push({ start, end: start + sizeMs });
  }
  const takes = ({ start, end }: Span, n: number): boolean =>
    start <= script[n]!.at && script[n]!.at < end && end - 1 + latenessMs > marks[n]!;
  const amounts = (span: Span, key: string, until: number): string =>
    script
      .flatMap((step, n) => (n <= until && step.key === key && takes(span, n) ? [n] : []))
      .join();
  const line = ({ start, end }: Span, key: string, until: number): string[] => {
    const held = amounts({ start, end }, key, until);
    return held === ''
      ? []
      : [`${key} [${String(start)},${String(end)}) ${held} @${String(end - 1)}`];
  };
  const out = [...script, { at: END, key: undefined }].map(({ at, key }, n) => {
    if (key !== undefined) {
      const again = spans.filter((span) => takes(span, n) && span.end - 1 <= marks[n]!);
      return again.flatMap((span) => line(span, key, n));
    }
    const due = spans.filter(({ end }) => end - 1 > marks[n]! && end - 1 <= at);
    return due.flatMap((span) => ['a', 'b'].flatMap((one) => line(span, one, n)));
  });
  const late = script.filter(({ at, key }, n) => {
    const own = spans.filter(({ start, end }) => start <= at && at < end);
    return key !== undefined && own.length > 0 && !own.some((span) => takes(span, n));
  });
  return { out: sorted(out), late: late.length };
}

interface OpenSession extends Span {
  readonly key: string;
  readonly amounts: readonly number[];
}

/** Sessions that are put together anew at each record, from a list of those that are still kept. */
export function expectedOfSessions(
  script: readonly Step[],
  { gapMs, latenessMs }: { readonly gapMs: number; readonly latenessMs: number },
): Expected {
  const marks = watermarksOf(script);
  let open: readonly OpenSession[] = [];
  let late = 0;
  const text = ({ key, start, end, amounts }: OpenSession): string =>
    `${key} [${String(start)},${String(end)}) ${[...amounts].sort((a, b) => a - b).join()} @${String(end - 1)}`;
  const out = [...script, { at: END, key: undefined }].map(({ at, key }, n) => {
    const mark = marks[n]!;
    if (key === undefined) {
      const fired = open.filter(({ end }) => end - 1 > mark && end - 1 <= at);
      open = open.filter(({ end }) => end - 1 + latenessMs > Math.max(mark, at));
      return fired.map(text);
    }
    const joins = (one: OpenSession): boolean =>
      one.key === key && one.start <= at + gapMs && at <= one.end;
    const joined = open.filter(joins);
    if (joined.length === 0 && at + gapMs - 1 + latenessMs <= mark) {
      late += 1;
      return [];
    }
    const session = {
      key,
      start: Math.min(at, ...joined.map(({ start }) => start)),
      end: Math.max(at + gapMs, ...joined.map(({ end }) => end)),
      amounts: [...joined.flatMap(({ amounts }) => amounts), n],
    };
    open = [...open.filter((one) => !joins(one)), session];
    return session.end - 1 <= mark ? [text(session)] : [];
  });
  return { out: sorted(out), late };
}
