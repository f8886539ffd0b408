/**
 * Owns: the ways in which one input is given to an operator, each of which has to come to the same.
 * Refuses: to judge what comes out (`compare.ts`).
 *
 * One by one; in runs of chance; with an output that has no room when an element comes, or until all
 * have come; with a snapshot and a restore in between, also of what waits for room; and with another
 * number of subtasks after a restore.
 */
import type { Random } from '@millrace/core/connector';
import type { TimestampedValue } from '../harness/operator-harness.js';
import { integerBetween, seededRandom } from '../seeded-random.js';
import { Subject, type CreateHarness } from './subject.js';
import { isRecord, type VerifiedInput } from './verified-input.js';

type Input = readonly VerifiedInput<unknown>[];

/** One way to give an input. It answers what came out. */
export interface Schedule {
  readonly name: string;
  /** Whether the order of records holds for all of them, or for those of each key. */
  readonly order: 'of-all' | 'of-each-key';
  /** Whether each watermark comes out, or those that wait beside each other are one (C1). */
  readonly watermarks: 'each' | 'collapsed';
  run(create: CreateHarness, input: Input): ReturnType<Subject['output']>;
}

const ordered = (name: string, run: Schedule['run']): Schedule => ({
  name,
  order: 'of-all',
  watermarks: 'each',
  run,
});

export const oneByOne = ordered('one by one', (create, input) => {
  const subject = new Subject(create({}));
  for (const element of input) subject.give(element);
  subject.harness.endInput();
  return subject.output();
});

/** Runs of chance: from one record to so many. */
function inRuns(recordsMax: number, seed: number): Schedule {
  const name = `in runs of 1 to ${String(recordsMax)} (seed ${String(seed)})`;
  return ordered(name, (create, input) => {
    const random = seededRandom(seed);
    const subject = new Subject(create({ seed }));
    for (const piece of cut(input, recordsMax, random)) {
      if ('records' in piece) subject.harness.processElements(piece.records);
      else subject.give(piece.control);
    }
    subject.harness.endInput();
    return subject.output();
  });
}

type Records = readonly TimestampedValue<unknown>[];

/** Records that follow each other, some at a time; and whatever stands between, alone. */
function* cut(
  input: Input,
  recordsMax: number,
  random: Random,
): Generator<{ readonly records: Records } | { readonly control: VerifiedInput<unknown> }> {
  for (let from = 0; from < input.length;) {
    const first = input[from]!;
    if (!isRecord(first)) {
      yield { control: first };
      from += 1;
      continue;
    }
    const end = from + integerBetween(random, 1, recordsMax);
    const control = input.findIndex((element, at) => at > from && !isRecord(element));
    const records = input.slice(from, control === -1 ? end : Math.min(end, control));
    yield { records: records.filter(isRecord) };
    from += records.length;
  }
}

/** Full when an element comes, and then with room for one record at a time. */
const fullAtEveryOther = ordered(
  'with an output that is full at every other call',
  (create, input) => {
    const subject = new Subject(create({ outputCredit: 0 }));
    for (const element of input) {
      subject.give(element);
      subject.drain();
    }
    subject.harness.endInput();
    subject.drain();
    return subject.output();
  },
);

/** Processing time does not wait with the others, so what stands before it is let out first. */
const fullUntilTheEnd: Schedule = {
  name: 'with an output that is full until the end',
  order: 'of-all',
  watermarks: 'collapsed',
  run: (create, input) => {
    const subject = new Subject(create({ outputCredit: 0 }));
    for (const element of input) {
      if ('processingTime' in element) subject.drain();
      subject.give(element);
    }
    subject.harness.endInput();
    subject.drain();
    return subject.output();
  },
};

function restoredAfter(every: number, name: string): Schedule {
  return ordered(`with snapshot and restore after every ${name}element`, (create, input) => {
    const subject = new Subject(create({}));
    for (const [at, element] of input.entries()) {
      subject.give(element);
      if ((at + 1) % every === 0) subject.replace();
    }
    subject.harness.endInput();
    return subject.output();
  });
}

/** What waits for room is in the snapshot, and comes out of the one that is restored. */
const restoredWhileFull = ordered(
  'with snapshot and restore while the output is full',
  (create, input) => {
    const subject = new Subject(create({ outputCredit: 0 }));
    for (const element of input) {
      subject.give(element);
      subject.drain('pending');
      subject.replace();
      subject.drain();
    }
    subject.harness.endInput();
    subject.drain();
    return subject.output();
  },
);

const rescaled: Schedule = {
  name: 'with one subtask and two in turn, by snapshot and restore after every element',
  order: 'of-each-key',
  watermarks: 'each',
  run: (create, input) => {
    const subject = new Subject(create({}));
    for (const [at, element] of input.entries()) {
      subject.give(element);
      subject.replace(at % 2 === 0 ? 2 : 1);
    }
    subject.harness.endInput();
    return subject.output();
  },
};

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
];

/** Those of an operator with keys besides. */
export const KEYED_SCHEDULES: readonly Schedule[] = [rescaled];
