/** Owns: the copies of broadcast state: that each subtask has the same, also after a restore, and who writes them. */
import { operatorHarness, twoInputHarness, type HarnessSnapshot } from '@millrace/testing';
import {
  mapState,
  operatorListState,
  valueState,
  type Collector,
  type MapState,
  type Stream,
} from '../../index.js';

interface Rule {
  readonly name: string;
  readonly at: number;
}

// More keys than subtasks, so that each of four has some.
const KEYS = Array.from({ length: 40 }, (_, n) => `key ${String(n)}`);

/** Each key with the rules that its subtask knows; each rule says twice that it came. */
const knowing = (keys: Stream<string>, rules: Stream<Rule>): Stream<string> =>
  keys
    .keyBy((key) => key)
    .connect(rules.broadcast({ rules: mapState<string, number>() }))
    .process(
      {
        processElement: (key, { broadcastState }, out: Collector<string>) => {
          const known = [...broadcastState.rules.entries()].map((rule) => rule.join(' '));
          out.collect(`${key}: ${known.join(', ')}`);
        },
        processBroadcastElement: ({ name, at }, { broadcastState }, out: Collector<string>) => {
          broadcastState.rules.put(name, at);
          for (let i = 0; i < 2; i++) out.collect(name);
        },
      },
      { uid: 'knowing' },
    );

const RULES = [
  { value: { name: 'z', at: 1 } },
  { value: { name: 'a', at: 2 } },
  { value: { name: 'm', at: 3 } },
];

/** What the subtask of each key knows. */
function knownBy(snapshot: HarnessSnapshot, parallelism: number): ReadonlySet<string> {
  const harness = twoInputHarness(knowing).restore(snapshot, { parallelism });
  for (const key of KEYS) harness.first.processElement(key);
  const told = harness.values.filter((value) => value.startsWith('key'));
  expect(told).toHaveLength(KEYS.length);
  return new Set(told.map((value) => value.slice(value.indexOf(':') + 2)));
}

/** As a subtask that has finished, which leaves nothing. */
function withoutSubtask(snapshot: HarnessSnapshot, index: number): HarnessSnapshot {
  const subtasks = [...snapshot.execution.operators.get('knowing')!];
  subtasks[index] = { keyed: new Map(), subtask: undefined };
  const operators = new Map([['knowing', subtasks]]);
  return { ...snapshot, execution: { ...snapshot.execution, operators } };
}

/** As so many subtasks, each of which was what the one was: they had the same broadcast records. */
function asOfSubtasks(snapshot: HarnessSnapshot, count: number): HarnessSnapshot {
  const [one] = snapshot.execution.operators.get('knowing')!;
  const operators = new Map([['knowing', Array.from({ length: count }, () => one!)]]);
  return { ...snapshot, execution: { ...snapshot.execution, operators } };
}

describe('copies of broadcast state', () => {
  it.each([
    [2, 4],
    [1, 3],
    [4, 2],
    [3, 1],
  ])(
    'S104 ST13: from %p subtasks to %p, all have the same, in its order, also when some had finished',
    (before, after) => {
      const harness = twoInputHarness(knowing, { parallelism: before });
      harness.second.processElements(RULES);
      harness.second.endInput();
      const snapshot = harness.snapshot();
      const same = new Set(['z 1, a 2, m 3']);
      expect(knownBy(snapshot, after)).toEqual(same);
      if (before > 1) expect(knownBy(withoutSubtask(snapshot, 0), after)).toEqual(same);
    },
  );

  it.each([
    [1, 2],
    [1, 4],
    [2, 3],
    [2, 1],
  ])(
    'ST13: what is left of a run of broadcast records goes to all, once each (%p to %p)',
    (before, after) => {
      const harness = twoInputHarness(knowing, { outputCredit: 0 });
      harness.second.processElements(RULES);
      // It takes the run, says the first rule twice and the second once, and has the third left.
      harness.grantOutputCredit(RULES.length);
      expect(harness.values).toEqual(['z', 'z', 'a']);
      expect(harness.status()).toBe('pending');
      const snapshot = asOfSubtasks(harness.snapshot(), before);
      const next = harness.restore(snapshot, { parallelism: after, outputCredit: 1_000 });
      expect(next.values.filter((value) => value === 'm')).toHaveLength(2 * after);
      for (const key of KEYS) next.first.processElement(key);
      const told = next.values.filter((value) => value.startsWith('key'));
      expect(new Set(told.map((value) => value.slice(value.indexOf(':') + 2)))).toEqual(
        new Set(['z 1, a 2, m 3']),
      );
    },
  );

  it('K10: a state that is not declared any more is refused by its name, unless it is empty', () => {
    const renamed = (keys: Stream<string>, rules: Stream<Rule>): Stream<string> =>
      keys
        .keyBy((key) => key)
        .connect(rules.broadcast({ laws: mapState<string, number>() }))
        .process(
          { processElement: () => undefined, processBroadcastElement: () => undefined },
          { uid: 'knowing' },
        );
    const harness = twoInputHarness(knowing);
    const empty = harness.snapshot();
    harness.second.processElements(RULES);
    const { restore } = twoInputHarness(renamed);
    const other = twoInputHarness(renamed);
    expect(() => restore.call(other, harness.snapshot())).toThrow(
      'the snapshot of "knowing" holds the state "rules", which its function does not declare',
    );
    expect(() => other.restore(empty)).not.toThrow();
  });

  it('K10: so is an operator list, unless it is empty in each subtask', () => {
    const listing = (name: string) => (numbers: Stream<number>) =>
      numbers.process(
        {
          state: { [name]: operatorListState<number>({ redistribution: 'split' }) },
          processElement: (n, { state }, out: Collector<string>) => {
            state[name]!.add(n);
            out.collect(state[name]!.get().join(' '));
          },
        },
        { uid: 'listing' },
      );
    const parallelism = 2;
    const harness = operatorHarness(listing('seen'), { parallelism });
    const empty = harness.snapshot();
    harness.processElement(1);
    const other = operatorHarness(listing('met'), { parallelism });
    expect(() => other.restore(harness.snapshot())).toThrow(
      'the snapshot of "listing" holds the state "seen", which its function does not declare',
    );
    const next = other.restore(empty);
    next.processElement(2);
    expect(next.values).toEqual(['2']);
  });
});

describe('ST12: broadcast state is read-only on the other side', () => {
  type Rules = MapState<string, number>;
  const writes: Readonly<Record<string, (rules: Rules) => void>> = {
    put: (rules) => rules.put('a', 1),
    remove: (rules) => rules.remove('a'),
    clear: (rules) => rules.clear(),
  };

  const writing = (write: (rules: Rules) => void, where: 'element' | 'timer' | 'kept') => {
    let kept: Rules | undefined;
    return twoInputHarness((keys: Stream<string>, rules: Stream<number>) =>
      keys
        .keyBy((key) => key)
        .connect(rules.broadcast({ rules: mapState<string, number>() }))
        .process(
          {
            state: { none: valueState<number>() },
            processElement: (_key, { broadcastState, timers }, out: Collector<string>) => {
              timers.registerEventTimeTimer(5);
              if (where === 'element') write(broadcastState.rules as Rules);
              if (where === 'kept') write(kept!);
              out.collect('written');
            },
            processBroadcastElement: (_n, { broadcastState }) => {
              kept = broadcastState.rules;
              write(kept);
            },
            onTimer: (_at, { broadcastState }, out) => {
              write(broadcastState.rules as Rules);
              out.collect('written');
            },
          },
          { uid: 'writes' },
        ),
    );
  };

  it.each(Object.entries(writes))('%s is refused, with the operator and the state', (_, write) => {
    for (const where of ['element', 'kept'] as const) {
      const harness = writing(write, where);
      harness.second.processElement(1);
      expect(() => harness.first.processElement('k')).toThrow(
        expect.objectContaining({
          code: 'BROADCAST_STATE_READ_ONLY',
          message: expect.stringMatching(/^writes.*"rules".*processBroadcastElement/) as string,
        }),
      );
      expect(harness.values).toEqual([]);
    }
    const harness = writing(write, 'timer');
    harness.first.processElement('k');
    expect(() => harness.first.endInput() ?? harness.second.endInput()).toThrow(/"rules"/);
  });
});
