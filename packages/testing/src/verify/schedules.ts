/**
 * Owns: the ways in which one input is given to an operator, each of which has to come to the same.
 * Refuses: to judge what comes out (`compare.ts`).
 *
 * One by one; in runs of chance; with an output that has no room when an element comes, or until all
 * have come; with a snapshot and a restore in between, also of what waits for room; and with another
 * number of subtasks after a restore.
 *
 * What comes by two inputs has no order between them while both wait. So what one was given is let out
 * before the other is given something, but where a schedule says that it tries just that.
 */
import type { Random } from '@millrace/core/connector';
import { integerBetween, seededRandom } from '../seeded-random.js';
import { Subject } from './subject.js';
import type { TryHarness } from './tried-harness.js';
import { isRecord, type GivenElement } from './verified-input.js';

type Input = readonly GivenElement[];

/** One way to give an input. It answers what came out. */
export interface Schedule {
  readonly name: string;
  /** Whether the order of records holds for all of them, or for those of each key or group. */
  readonly order: 'of-all' | 'of-each-key' | 'of-each-group';
  /** Whether each watermark comes out, or those that wait beside each other are one (C1). */
  readonly watermarks: 'each' | 'collapsed';
  run(tryHarness: TryHarness, input: Input): ReturnType<Subject['output']>;
}

const ordered = (name: string, run: Schedule['run']): Schedule => ({
  name,
  order: 'of-all',
  watermarks: 'each',
  run,
});

export const oneByOne = ordered('one by one', (tryHarness, input) => {
  const subject = new Subject(tryHarness({}));
  for (const element of input) subject.give(element);
  return ended(subject);
});

/** Runs of chance: from one record to so many. */
function inRuns(recordsMax: number, seed: number): Schedule {
  const name = `in runs of 1 to ${String(recordsMax)} (seed ${String(seed)})`;
  return ordered(name, (tryHarness, input) => {
    const random = seededRandom(seed);
    const subject = new Subject(tryHarness({ seed }));
    for (const piece of cut(input, recordsMax, random)) subject.giveTogether(piece);
    return ended(subject);
  });
}

/** Records of one input that follow each other, some at a time; and whatever stands between, alone. */
function* cut(input: Input, recordsMax: number, random: Random): Generator<Input> {
  for (let from = 0; from < input.length;) {
    const first = input[from]!;
    const end = from + (isRecord(first) ? integerBetween(random, 1, recordsMax) : 1);
    const others = input.findIndex((element, at) => at > from && !isLike(element, first));
    const piece = input.slice(from, others === -1 ? end : Math.min(end, others));
    yield piece;
    from += piece.length;
  }
}

function isLike(element: GivenElement, first: GivenElement): boolean {
  return isRecord(element) && element.ordinal === first.ordinal;
}

/** Full when an element comes, and then with room for one record at a time. */
const fullAtEveryOther = ordered(
  'with an output that is full at every other call',
  (tryHarness, input) => {
    const subject = new Subject(tryHarness({ outputCredit: 0 }));
    for (const element of input) {
      subject.give(element);
      subject.drain();
    }
    return ended(subject);
  },
);

/** Full from the first element to the last; but what `letsOutBefore` says goes out before an element. */
const fullUntil = (
  letsOutBefore: (given: GivenElement, before: GivenElement | undefined) => boolean,
): Schedule['run'] => {
  return (tryHarness, input) => {
    const subject = new Subject(tryHarness({ outputCredit: 0 }));
    for (const [at, given] of input.entries()) {
      if (letsOutBefore(given, input[at - 1])) subject.drain();
      subject.give(given);
    }
    return ended(subject);
  };
};

/** Processing time does not wait with the others, so what stands before it is let out first. */
const isProcessingTime = ({ element }: GivenElement): boolean => 'processingTime' in element;

const fullUntilTheEnd: Schedule = {
  name: 'with an output that is full until the end',
  order: 'of-all',
  watermarks: 'collapsed',
  run: fullUntil(
    (given, before) =>
      isProcessingTime(given) || (before !== undefined && before.ordinal !== given.ordinal),
  ),
};

/** Both inputs wait beside each other, and are taken in whichever order. */
const bothWaiting: Schedule = {
  name: 'with both inputs waiting for an output that is full until the end',
  order: 'of-each-group',
  watermarks: 'collapsed',
  run: fullUntil(isProcessingTime),
};

function restoredAfter(every: number, name: string): Schedule {
  return ordered(`with snapshot and restore after every ${name}element`, (tryHarness, input) => {
    const subject = new Subject(tryHarness({}));
    for (const [at, element] of input.entries()) {
      subject.give(element);
      if ((at + 1) % every === 0) subject.replace();
    }
    return ended(subject);
  });
}

/** What waits for room is in the snapshot, and comes out of the one that is restored. */
const restoredWhileFull = ordered(
  'with snapshot and restore while the output is full',
  (tryHarness, input) => {
    const subject = new Subject(tryHarness({ outputCredit: 0 }));
    for (const element of input) {
      subject.give(element);
      subject.drain('pending');
      subject.replace();
      subject.drain();
    }
    return ended(subject);
  },
);

/**
 * The rest of a run is in the snapshot: as many records go in as may come out, and each makes more.
 * `goOn` puts another harness in the place of the one that is pending, and lets out what it holds.
 */
const withinRuns = (seed: number, goOn: (pending: Subject) => void): Schedule['run'] => {
  return (tryHarness, input) => {
    const subject = new Subject(tryHarness({ outputCredit: 0 }));
    for (const piece of cut(input, 5, seededRandom(seed))) {
      subject.giveTogether(piece);
      subject.harness.grantOutputCredit(piece.length);
      subject.drain('pending');
      goOn(subject);
    }
    return ended(subject);
  };
};

const restoredWithinRuns = ordered(
  'with snapshot and restore within runs of 1 to 5, while the output is full (seed 5)',
  withinRuns(5, (pending) => {
    pending.replace();
    pending.drain();
  }),
);

const rescaled: Schedule = {
  name: 'with one subtask and two in turn, by snapshot and restore after every element',
  order: 'of-each-key',
  watermarks: 'each',
  run: (tryHarness, input) => {
    const subject = new Subject(tryHarness({}));
    for (const [at, element] of input.entries()) {
      subject.give(element);
      subject.replace(at % 2 === 0 ? 2 : 1);
    }
    return ended(subject);
  },
};

/** What waits goes by its key, or with its subtask: so the order of a key is not kept (0137). */
const rescaledWithinRuns: Schedule = {
  name: 'with one subtask that becomes two within runs of 1 to 5, while the output is full (seed 6)',
  order: 'of-each-group',
  watermarks: 'each',
  run: withinRuns(6, (pending) => {
    pending.replace(2);
    pending.drain();
    pending.replace(1);
  }),
};

function ended(subject: Subject): ReturnType<Subject['output']> {
  subject.harness.endInput();
  subject.drain();
  return subject.output();
}

/** Those of every operator. */
export const SCHEDULES: readonly Schedule[] = [
  oneByOne,
  inRuns(2, 1),
  inRuns(5, 2),
  inRuns(5, 3),
  inRuns(100, 4),
  fullAtEveryOther,
  fullUntilTheEnd,
  restoredAfter(1, ''),
  restoredAfter(2, 'second '),
  restoredWhileFull,
  restoredWithinRuns,
];

/** Those of an operator with keys besides. */
export const KEYED_SCHEDULES: readonly Schedule[] = [rescaled];

/** Those of an operator to which the order between its two inputs does not matter. */
export const UNORDERED_SCHEDULES: readonly Schedule[] = [bothWaiting];

/** Those of one that has keys as well. */
export const UNORDERED_KEYED_SCHEDULES: readonly Schedule[] = [rescaledWithinRuns];
