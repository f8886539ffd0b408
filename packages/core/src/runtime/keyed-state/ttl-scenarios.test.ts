/** Scenarios of state that expires, by the processing time of a job (S91 to S95). */
import { operatorHarness, type OperatorHarness } from '@millrace/testing';
import {
  aggregatingState,
  listState,
  mapState,
  reducingState,
  valueState,
  type Collector,
  type StateOptions,
  type Stream,
} from '../../index.js';

/** What a record has done: its key's state, before anything is written. */
type Act =
  | { readonly verb: 'read' | 'read-all'; readonly key: string }
  | { readonly verb: 'write'; readonly key: string; readonly entry: string }
  | { readonly verb: 'get'; readonly key: string; readonly entry: string };

type Harness = OperatorHarness<Act, unknown>;

function valueHarness(options: StateOptions): Harness {
  return operatorHarness((acts: Stream<Act>) =>
    acts
      .keyBy(({ key }) => key)
      .process(
        {
          state: { last: valueState<string>(options) },
          processElement: (act, { state: { last } }, out: Collector<unknown>) => {
            if (act.verb === 'write') last.update(act.entry);
            else out.collect(last.value() ?? 'nothing');
          },
        },
        { uid: 'op' },
      ),
  );
}

function entriesHarness(kind: 'list' | 'map', options: StateOptions): Harness {
  return operatorHarness((acts: Stream<Act>) =>
    acts
      .keyBy(({ key }) => key)
      .process(
        {
          state: { list: listState<string>(options), map: mapState<string, number>(options) },
          processElement: (act, { state: { list, map } }, out: Collector<unknown>) => {
            if (act.verb === 'get') out.collect(map.get(act.entry) ?? 'nothing');
            else if (act.verb !== 'write')
              out.collect(kind === 'list' ? list.get() : [...map.keys()]);
            else if (kind === 'list') list.add(act.entry);
            else map.put(act.entry, 1);
          },
        },
        { uid: 'op' },
      ),
  );
}

const write = (entry: string, key = 'k'): Act => ({ verb: 'write', key, entry });
const read = (key = 'k'): Act => ({ verb: 'read', key });

/** Gives each record at its time; answers all that came out. */
function at(harness: Harness, ...acts: readonly (readonly [number, Act])[]): readonly unknown[] {
  const before = harness.output.length;
  for (const [time, act] of acts) {
    harness.setProcessingTime(time);
    harness.processElement(act);
  }
  return harness.output
    .slice(before)
    .map((element) => ('value' in element ? element.value : element));
}

const ttl = { ttlMs: 10 };

describe('state with a TTL', () => {
  it('S91, ST4: a value is there until its TTL has passed, and at that very moment no more', () => {
    expect(at(valueHarness({ ttl }), [0, write('v')], [9, read()], [11, read()])).toEqual([
      'v',
      'nothing',
    ]);
    expect(at(valueHarness({ ttl }), [0, write('v')], [10, read()])).toEqual(['nothing']);
    const touched = valueHarness({ ttl: { ...ttl, update: 'read-and-write' } });
    expect(at(touched, [0, write('v')], [9, read()], [18, read()], [28, read()])).toEqual([
      'v',
      'v',
      'nothing',
    ]);
  });

  it('S92, ST4: entries of a map expire one by one', () => {
    const acts = [
      [0, write('a')],
      [8, write('b')],
      [11, read()],
    ] as const;
    expect(at(entriesHarness('map', { ttl }), ...acts)).toEqual([['b']]);
  });

  it('entries of a list expire one by one, in the order in which they were added', () => {
    const acts = [
      [0, write('a')],
      [8, write('b')],
      [9, read()],
      [10, read()],
      [18, read()],
    ] as const;
    expect(at(entriesHarness('list', { ttl }), ...acts)).toEqual([['a', 'b'], ['b'], []]);
  });

  it('a read touches the entries that it answers, and no others', () => {
    const reads = { ttl: { ...ttl, update: 'read-and-write' } } as const;
    const map = entriesHarness('map', reads);
    const get: Act = { verb: 'get', key: 'k', entry: 'a' };
    expect(at(map, [0, write('a')], [0, write('b')], [9, get], [12, read()])).toEqual([1, ['a']]);
    const list = entriesHarness('list', reads);
    expect(at(list, [0, write('a')], [9, read()], [18, read()], [28, read()])).toEqual([
      ['a'],
      ['a'],
      [],
    ]);
  });

  it('S93, ST5: an expired value may be answered until it is cleaned up, which the first read does', () => {
    const visibility = 'return-expired-if-not-cleaned-up';
    const value = valueHarness({ ttl: { ...ttl, visibility } });
    expect(at(value, [0, write('old')], [11, read()], [11, read()])).toEqual(['old', 'nothing']);
    for (const kind of ['list', 'map'] as const) {
      const entries = entriesHarness(kind, { ttl: { ...ttl, visibility } });
      expect(at(entries, [0, write('old')], [11, read()], [11, read()])).toEqual([['old'], []]);
    }
  });

  it('S94, ST6, ST7: what a job was not running for counts: time is not shifted at a restore', () => {
    for (const harness of [
      valueHarness({ ttl }),
      entriesHarness('list', { ttl }),
      entriesHarness('map', { ttl }),
    ]) {
      at(harness, [0, write('v')], [5, write('v', 'other')]);
      const early = harness.restore(harness.snapshot());
      expect(at(early, [6, read()])).not.toEqual(at(early, [1_000, read()]));
      const late = harness.restore(harness.snapshot());
      expect([['nothing'], [[]]]).toContainEqual(at(late, [1_000, read('other')]));
    }
  });

  it('S95, ST7: a TTL may come and go between two runs', () => {
    const kinds = [
      valueHarness,
      entriesHarness.bind(null, 'list'),
      entriesHarness.bind(null, 'map'),
    ];
    for (const create of kinds) {
      const [without, with10] = [create({}), create({ ttl })];
      at(without, [0, write('v')]);
      const on = with10.restore(without.snapshot());
      // Without a time of its own, it counts as touched when it is restored: at 0.
      const seen = at(on, [9, read()]);
      expect(seen).toEqual(at(without, [9, read()]));
      expect(at(on, [10, read()])).not.toEqual(seen);

      at(with10, [0, write('v')]);
      const off = without.restore(with10.snapshot());
      expect(at(off, [1_000, read()])).toEqual(seen);
    }
  });

  it('ST7: a restore is no touch', () => {
    const entries = (kind: 'list' | 'map'): Harness => entriesHarness(kind, { ttl });
    for (const harness of [valueHarness({ ttl }), entries('list'), entries('map')]) {
      at(harness, [0, write('v')]);
      harness.setProcessingTime(5);
      const restored = harness.restore(harness.snapshot());
      const [there, gone] = at(restored, [9, read()], [10, read()]);
      expect([
        ['v', ['v']],
        ['nothing', []],
      ]).toEqual([expect.arrayContaining([there]), expect.arrayContaining([gone])]);
    }
  });

  it('ST8: what nobody asks for goes away all the same, while other keys have records', () => {
    const value = valueHarness({ ttl });
    const map = entriesHarness('map', { ttl });
    for (const harness of [value, map, entriesHarness('list', { ttl })]) {
      for (let i = 0; i < 300; i++) at(harness, [0, write('v', `gone ${String(i)}`)]);
      for (let i = 0; i < 300; i++) at(harness, [20, read('here')]);
      expect(at(harness, [20, read('here')])).toHaveLength(1);
      const { keyed } = harness.snapshot().execution.operators.get('op')![0]!;
      expect([...keyed.keys()]).toEqual([]);
    }
  });

  it('expired state starts anew, whatever reduces or aggregates it', () => {
    const harness = operatorHarness((numbers: Stream<number>) =>
      numbers
        .keyBy(() => 'k')
        .process({
          state: {
            sum: reducingState((a: number, b: number) => a + b, { ttl }),
            mean: aggregatingState(
              {
                createAccumulator: () => [] as number[],
                add: (all, n: number) => [...all, n],
                getResult: String,
              },
              { ttl },
            ),
          },
          processElement: (n, { state: { sum, mean } }, out: Collector<unknown>) => {
            sum.add(n);
            mean.add(n);
            out.collect([sum.get(), mean.get()]);
          },
        }),
    );
    const seen: unknown[] = [];
    for (const [time, n] of [
      [0, 1],
      [9, 2],
      [18, 3],
      [28, 4],
    ] as const) {
      harness.setProcessingTime(time);
      harness.processElement(n);
    }
    for (const element of harness.output) if ('value' in element) seen.push(element.value);
    expect(seen).toEqual([
      [1, '1'],
      [3, '1,2'],
      [6, '1,2,3'],
      [4, '4'],
    ]);
  });
});
