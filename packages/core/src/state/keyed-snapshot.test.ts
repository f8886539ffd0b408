/** Rows and timers as snapshots have them, by key group. */
import fc from 'fast-check';
import { canonicalKey, type CanonicalKey, type Key } from '../model/key.js';
import { keyGroupOf, keyGroupsOf, MAX_PARALLELISM_DEFAULT, subtaskOf } from '../model/key-group.js';
import type { KeyedState, StateTable } from '../model/state.js';
import { TimerQueue } from '../runtime/timer/timer-queue.js';
import { stateCodec } from './codec/state-codec.js';
import { heapState } from './heap-state.js';

const codec = stateCodec();

/** One subtask: rows of two tables, and timers. */
class Subtask {
  readonly state: KeyedState = heapState().createKeyedState('op');
  readonly rows: StateTable<unknown> = this.state.createTable('rows');
  readonly others: StateTable<unknown> = this.state.createTable('others');
  readonly timers = new TimerQueue(this.state.keys);

  write(group: number): Uint8Array {
    const writer = codec.createWriter('op');
    this.state.writeGroup(group, writer);
    this.timers.writeGroup(group, writer);
    return writer.finish();
  }

  read(group: number, bytes: Uint8Array): void {
    const reader = codec.createReader(bytes);
    this.state.readGroup(group, reader);
    this.timers.readGroup(reader);
    expect(reader.done()).toBe(true);
  }
}

const subtasks = (parallelism: number): Subtask[] =>
  Array.from({ length: parallelism }, () => new Subtask());

const ownerOf = <T>(all: readonly T[], key: CanonicalKey): T =>
  all[subtaskOf(keyGroupOf(key), all.length)]!;

/** Another number of subtasks, each with the groups that are its own. */
function rescaled(from: readonly Subtask[], parallelism: number): Subtask[] {
  const to = subtasks(parallelism);
  for (const [index, subtask] of to.entries()) {
    const { first, last } = keyGroupsOf(index, parallelism);
    for (let group = first; group <= last; group++) {
      subtask.read(group, from[subtaskOf(group, from.length)]!.write(group));
    }
  }
  return to;
}

const anyKey: fc.Arbitrary<Key> = fc.oneof(
  fc.string({ maxLength: 3 }),
  fc.integer({ min: -9, max: 9 }),
  fc.bigInt({ min: -3n, max: 3n }),
  fc.boolean(),
  fc.tuple(fc.string({ maxLength: 1 }), fc.integer({ min: 0, max: 2 })),
);
const acts = fc.array(
  fc.record({
    key: anyKey,
    namespace: fc.integer({ min: -1, max: 1 }),
    time: fc.integer({ min: 0, max: 4 }),
    value: fc.oneof(fc.integer(), fc.constant(undefined), fc.array(fc.string())),
    verb: fc.constantFrom('set', 'set', 'other', 'timer', 'timer', 'delete', 'no timer'),
  }),
  { maxLength: 60 },
);
const parallelisms = fc.integer({ min: 1, max: 5 });

describe('keyed state and timers by key group', () => {
  it('K8 T5: each key has its rows and timers on one subtask, at any other number of them', () => {
    fc.assert(
      fc.property(acts, parallelisms, parallelisms, (script, before, after) => {
        const old = subtasks(before);
        for (const { key, namespace, time, value, verb } of script) {
          const canonical = canonicalKey(key);
          const { state, rows, others, timers } = ownerOf(old, canonical);
          const id = state.keys.enter(canonical);
          if (verb === 'set') rows.set(id, namespace, value);
          else if (verb === 'other') others.set(id, namespace, value);
          else if (verb === 'delete') rows.delete(id, namespace);
          else if (verb === 'timer') timers.register({ id, namespace, time });
          else timers.delete({ id, namespace, time });
          state.keys.leave(id);
        }
        const now = rescaled(old, after);
        expect(rowsOf(now)).toEqual(rowsOf(old));
        expect(sum(now, ({ state }) => state.keys.size)).toBe(
          sum(old, ({ state }) => state.keys.size),
        );
        const [fired, expected] = [firedBy(now), firedBy(old)];
        expect(fired.flat().map(textOf).sort()).toEqual(expected.flat().map(textOf).sort());
        // What one subtask had and one has, fires in the same order: by time, then registration.
        if (before === 1) {
          for (const [index, own] of fired.entries()) {
            const { first, last } = keyGroupsOf(index, after);
            expect(own).toEqual(
              expected[0]!.filter(([key]) => keyGroupOf(key) >= first && keyGroupOf(key) <= last),
            );
          }
        }
      }),
      { numRuns: 200 },
    );
  });

  it('T5: what is registered after a restore fires after what was registered before', () => {
    const old = new Subtask();
    const timerOf = (subtask: Subtask, key: string, time: number): void => {
      subtask.timers.register({ id: subtask.state.keys.enter(key), namespace: 0, time });
    };
    for (const key of ['z', 'a', 'm']) timerOf(old, key, 5);
    const [now] = rescaled([old], 1) as [Subtask];
    for (const key of ['b', 'a']) timerOf(now, key, 5);
    expect(firedBy([now])[0]!.map(([key]) => key)).toEqual(['z', 'a', 'm', 'b']);
  });

  it('goes through its rows once for all groups', () => {
    const { state, rows } = new Subtask();
    for (let i = 0; i < 1_000; i++) rows.set(state.keys.enter(`key ${String(i)}`), i % 2, i);
    let asked = 0;
    const keyOf = state.keys.keyOf.bind(state.keys);
    state.keys.keyOf = (id) => {
      asked += 1;
      return keyOf(id);
    };
    const writer = codec.createWriter('op');
    for (let group = 0; group < MAX_PARALLELISM_DEFAULT; group++) state.writeGroup(group, writer);
    // For its group, as a key and as a row in a namespace, and to be written.
    expect(asked).toBeLessThanOrEqual(3_000);
  });

  it('K10: a state that was not declared, and one that has become another kind, are refused by name', () => {
    const old = new Subtask();
    old.others.set(old.state.keys.enter('k'), 0, 1);
    const bytes = old.write(keyGroupOf('k'));
    const without = heapState().createKeyedState('op');
    without.createTable('rows');
    const read = (state: KeyedState): void => state.readGroup(0, codec.createReader(bytes));
    expect(() => read(without)).toThrow(
      'the snapshot of op holds a state "others" that the operator',
    );
    without.createTable('others', { kind: 'list', toStored: () => undefined, toRow: (row) => row });
    expect(() => read(without)).toThrow(
      'holds the state "others" as row state, and the operator declares list',
    );
    // A table that is gone and held nothing is none.
    const empty = heapState().createKeyedState('op');
    empty.createTable('others');
    expect(() => read(empty)).not.toThrow();
  });
});

function rowsOf(all: readonly Subtask[]): Map<string, unknown> {
  const found = new Map<string, unknown>();
  for (const { state, rows, others } of all) {
    for (const table of [rows, others]) {
      for (const { id, namespace, row } of table.rows()) {
        const key = state.keys.keyOf(id);
        const place = `${table.name} ${typeof key} ${String(key)} ${String(namespace)}`;
        expect(found.has(place)).toBe(false);
        expect(state).toBe(ownerOf(all, key).state);
        found.set(place, row);
      }
    }
  }
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

type Fired = readonly [key: CanonicalKey, namespace: number, time: number];

/** All timers of each subtask, in the order in which they fire; it has none then. */
function firedBy(all: readonly Subtask[]): Fired[][] {
  return all.map(({ state, timers }) => {
    const fired: Fired[] = [];
    for (let timer; (timer = timers.poll(Infinity)) !== undefined; state.keys.letGo(timer.id)) {
      fired.push([state.keys.keyOf(timer.id), timer.namespace, timer.time]);
    }
    return fired;
  });
}

const textOf = ([key, namespace, time]: Fired): string =>
  `${typeof key} ${String(key)} ${String(namespace)} ${String(time)}`;

const sum = <T>(all: readonly T[], of: (one: T) => number): number =>
  all.reduce((total, one) => total + of(one), 0);
