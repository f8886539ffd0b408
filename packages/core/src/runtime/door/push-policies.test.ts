/** Each policy of a source that is pushed into, in any order of pushes and polls, against a naive oracle. */
import fc from 'fast-check';
import { fromPush, isMillraceError, type PushPolicy, type PushReceiver } from '../../index.js';
import { bareReader, type BareReader } from './door.fixture.js';

/** A number pushes so many values; an object polls with so much credit. */
type Move = { readonly push: number } | { readonly poll: number };

const moves = fc.array(
  fc.oneof(
    fc.record({ push: fc.integer({ min: 1, max: 6 }) }),
    fc.record({ poll: fc.integer({ min: 1, max: 5 }) }),
  ),
  { maxLength: 40 },
);
const rooms = fc.integer({ min: 1, max: 8 });

interface Outcome {
  readonly given: readonly number[];
  readonly waiting: readonly number[];
  readonly dropped: number;
  readonly ended: 'open' | 'failed';
}

/** Two lists and a rule, as slow as can be. */
function oracle(policy: PushPolicy, room: number, script: readonly Move[]): Outcome {
  let [given, waiting, dropped, pushed] = [[] as number[], [] as number[], 0, 0];
  for (const move of script) {
    if ('poll' in move) {
      given = [...given, ...waiting.slice(0, move.poll)];
      waiting = waiting.slice(move.poll);
      continue;
    }
    for (let n = 0; n < move.push; n++) {
      waiting = [...waiting, pushed++];
      if (waiting.length <= room) continue;
      if (policy === 'strict')
        return { given, waiting: waiting.slice(0, -1), dropped, ended: 'failed' };
      dropped += 1;
      waiting = policy === 'drop-oldest' ? waiting.slice(1) : waiting.slice(0, -1);
    }
  }
  return { given, waiting, dropped, ended: 'open' };
}

/** Delivers what was posted, as a step does before it polls. */
function deliver({ mails }: BareReader<number>): 'open' | 'failed' {
  for (let mail = mails.shift(); mail !== undefined; mail = mails.shift()) {
    try {
      mail.deliver();
    } catch (error) {
      expect(isMillraceError(error) && error.code).toBe('PUSH_WITHOUT_ROOM');
      return 'failed';
    }
  }
  return 'open';
}

function played(
  policy: PushPolicy,
  room: number,
  script: readonly Move[],
): Outcome & { pushed: number } {
  let receiver!: PushReceiver<number>;
  const source = fromPush<number>(
    (given) => {
      receiver = given;
      return () => undefined;
    },
    { policy, bufferRecordsMax: room },
  );
  const reader = bareReader(source);
  const given: number[] = [];
  let [pushed, ended] = [0, 'open' as Outcome['ended']];
  for (const move of script) {
    if (ended === 'failed') break;
    if ('poll' in move) given.push(...reader.poll(move.poll).values);
    else for (let n = 0; n < move.push; n++) receiver.next(pushed++);
    // Many values are one mail; a failure is one more.
    expect(reader.mails.length).toBeLessThanOrEqual(2);
    ended = deliver(reader);
  }
  const { numRecordsDropped: dropped = 0, recordsWaiting = 0 } = reader.metrics!();
  const waiting = recordsWaiting === 0 ? [] : reader.poll(recordsWaiting).values;
  return { given, waiting, dropped, ended, pushed };
}

describe.each([
  ['O2', 'strict'],
  ['O3', 'drop-newest'],
  ['O4', 'drop-oldest'],
] as const)('%s: the policy %s', (_rule, policy) => {
  it('is that of the oracle, in any order of pushes and polls', () => {
    fc.assert(
      fc.property(rooms, moves, (room, script) => {
        const { pushed, ...outcome } = played(policy, room, script);
        expect(outcome).toEqual(oracle(policy, room, script));
        if (outcome.ended === 'open') {
          expect(outcome.given.length + outcome.waiting.length + outcome.dropped).toBe(pushed);
        }
      }),
    );
  });
});

describe('the policy block', () => {
  /** Obeys at once, after so many values more; brings values only while it is let. */
  class Producer {
    told: string[] = [];
    pushed = 0;
    #receiver!: PushReceiver<number>;
    #late = 0;
    constructor(readonly lateMax: number) {}
    begin(receiver: PushReceiver<number>) {
      this.#receiver = receiver;
      return {
        pause: () => {
          this.told.push('pause');
          this.#late = this.lateMax;
        },
        resume: () => void this.told.push('resume'),
        stop: () => void this.told.push('stop'),
      };
    }
    bring(count: number): void {
      for (let n = 0; n < count; n++) {
        if (this.told.at(-1) === 'pause' && this.#late-- <= 0) return;
        this.#receiver.next(this.pushed++);
      }
    }
  }

  it('O5: loses nothing and keeps the order, in any order of pushes and polls', () => {
    fc.assert(
      fc.property(rooms, fc.nat(5), moves, (room, lateMax, script) => {
        const producer = new Producer(lateMax);
        const options = { bufferRecordsMax: room, pausedRecordsMax: Math.max(1, lateMax) };
        const source = fromPush<number>((receiver) => producer.begin(receiver), {
          policy: 'block',
          ...options,
        });
        const reader = bareReader(source);
        const given: number[] = [];
        for (const move of script) {
          if ('poll' in move) given.push(...reader.poll(move.poll).values);
          else producer.bring(move.push);
          expect(deliver(reader)).toBe('open');
          const { recordsWaiting = 0 } = reader.metrics!();
          expect(recordsWaiting).toBeLessThanOrEqual(room + lateMax);
          // It is told in turn, to pause when full and to go on when half is free.
          if (recordsWaiting >= room) expect(producer.told.at(-1)).toBe('pause');
          if (recordsWaiting <= room / 2) expect(producer.told.at(-1)).not.toBe('pause');
        }
        given.push(...reader.poll(room + lateMax).values);
        expect(given).toEqual(Array.from({ length: producer.pushed }, (_, n) => n));
        expect(producer.told.every((word, n) => word === (n % 2 === 0 ? 'pause' : 'resume'))).toBe(
          true,
        );
      }),
    );
  });

  it('O6: fails the job when a paused producer goes on beyond the limit', () => {
    let receiver!: PushReceiver<number>;
    const deaf = { pause: () => undefined, resume: () => undefined, stop: () => undefined };
    const begin = (given: PushReceiver<number>) => {
      receiver = given;
      return deaf;
    };
    const reader = bareReader(
      fromPush(begin, { policy: 'block', bufferRecordsMax: 4, pausedRecordsMax: 3 }),
    );
    for (let n = 0; n < 7; n++) receiver.next(n);
    expect(deliver(reader)).toBe('open');
    receiver.next(7);
    expect(() => reader.mails[0]!.deliver()).toThrow(
      /paused at 4 waiting values and has pushed 3 more/,
    );
  });

  it('O5: pauses a producer that has pushed too much before it could be told', () => {
    const told: string[] = [];
    const begin = ({ next }: PushReceiver<number>) => {
      next(1);
      next(2);
      next(3);
      return {
        pause: () => void told.push('pause'),
        resume: () => void told.push('resume'),
        stop: () => undefined,
      };
    };
    const reader = bareReader(fromPush(begin, { policy: 'block', bufferRecordsMax: 2 }));
    expect(told).toEqual(['pause']);
    expect(reader.poll(9)).toEqual({ values: [1, 2, 3], status: 'nothing-available' });
    expect(told).toEqual(['pause', 'resume']);
  });
});
