/**
 * C1, C3, C5, T2: whole jobs of random shape (forks, unions, side outputs, every exchange, unlike
 * numbers of subtasks, little room) give what a plain loop gives, in every order of steps, and end.
 */
import fc from 'fast-check';
import { collectSink, simulate } from '@millrace/testing';
import {
  boundedOutOfOrderness,
  defineJob,
  fromArray,
  outputTag,
  tumbling,
  type Environment,
  type FailedRecord,
  type JobDefinition,
  type Stream,
} from '../../index.js';

/** A record: windows are by `at`, the rest by `value`. */
interface Item {
  readonly value: number;
  readonly at: number;
}

/** One more operator, over streams that are there already. */
interface Step {
  readonly kind: 'map' | 'filter' | 'tolerant' | 'count' | 'window';
  readonly inputs: readonly number[];
  readonly exchange: 'unspecified' | 'rebalance' | 'broadcast';
  readonly parallelism: number;
}

interface Shape {
  /** How many records each source has. */
  readonly sources: readonly number[];
  readonly steps: readonly Step[];
}

const shapes: fc.Arbitrary<Shape> = fc.record({
  sources: fc.array(fc.nat(40), { minLength: 1, maxLength: 3 }),
  steps: fc.array(
    fc.record({
      kind: fc.constantFrom<Step['kind']>('map', 'filter', 'tolerant', 'count', 'window'),
      inputs: fc.array(fc.nat(100), { minLength: 1, maxLength: 3 }),
      exchange: fc.constantFrom<Step['exchange']>('unspecified', 'rebalance', 'broadcast'),
      parallelism: fc.integer({ min: 1, max: 3 }),
    }),
    { minLength: 1, maxLength: 7 },
  ),
});

const itemsOf = (source: number, count: number): Item[] =>
  Array.from({ length: count }, (_, i) => ({ value: source * 100 + i, at: i * (source + 1) }));

const keyOf = ({ value }: Item): number => value % 5;
const isRefused = ({ value }: Item): boolean => value % 4 === 1;
const sizeMs = 10;
const refused = outputTag<FailedRecord<Item>>('refused');

/** What a step makes of its input, and what it refuses, in a plain loop. */
function plainly(step: Step, given: readonly Item[]): { main: Item[]; side: Item[] } {
  const items = step.exchange === 'broadcast' ? times(step.parallelism, given) : [...given];
  switch (step.kind) {
    case 'map':
      return { main: items.map((item) => ({ ...item, value: item.value + 1 })), side: [] };
    case 'filter':
      return { main: items.filter(({ value }) => value % 3 !== 0), side: [] };
    case 'tolerant':
      return { main: items.filter((item) => !isRefused(item)), side: items.filter(isRefused) };
    case 'count':
      return { main: counted([...given]), side: [] };
    case 'window':
      return { main: windowed([...given]), side: [] };
  }
}

const times = (n: number, items: readonly Item[]): Item[] =>
  Array.from({ length: n }, () => items).flat();

// Which record gets which count is a matter of order, so a count keeps nothing of its record.
function counted(items: readonly Item[]): Item[] {
  const counts = new Map<number, number>();
  return items.map((item) => {
    const count = (counts.get(keyOf(item)) ?? 0) + 1;
    counts.set(keyOf(item), count);
    return { value: keyOf(item) * 1_000 + count, at: 0 };
  });
}

function windowed(items: readonly Item[]): Item[] {
  const counts = new Map<string, Item>();
  for (const item of items) {
    const start = Math.floor(item.at / sizeMs) * sizeMs;
    const id = `${String(keyOf(item))} ${String(start)}`;
    const value = (counts.get(id)?.value ?? keyOf(item) * 1_000) + 1;
    counts.set(id, { value, at: start });
  }
  return [...counts.values()];
}

/** The same step as an operator. */
function operatorOf(step: Step, uid: string, stream: Stream<Item>): Stream<Item> {
  const { parallelism, exchange } = step;
  const options = { uid, parallelism };
  const spread = exchange === 'unspecified' ? stream : stream[exchange]();
  switch (step.kind) {
    case 'map':
      return spread.map((item) => ({ ...item, value: item.value + 1 }), options);
    case 'filter':
      return spread.filter(({ value }) => value % 3 !== 0, options);
    case 'tolerant':
      return spread.map(accepted, { ...options, onError: refused });
    case 'count':
      return stream
        .map((item) => ({ value: keyOf(item), at: 1 }), { parallelism })
        .keyBy(({ value }) => value)
        .reduce((sum, { at }) => ({ ...sum, at: sum.at + at }), options)
        .map(({ value, at }) => ({ value: value * 1_000 + at, at: 0 }), { parallelism });
    case 'window':
      return stream
        .keyBy(keyOf)
        .window(tumbling(sizeMs))
        .aggregate(counting, options)
        .map(({ key, window, value }) => ({ value: key * 1_000 + value, at: window.start }));
  }
}

const counting = {
  createAccumulator: () => 0,
  add: (n: number) => n + 1,
  getResult: (n: number) => n,
};

function accepted(item: Item): Item {
  if (isRefused(item)) throw new RangeError('refused');
  return item;
}

/** The streams of a job, each with what a plain loop says is in it. */
class Streams {
  readonly #all: { readonly stream: Stream<Item>; readonly items: readonly Item[] }[] = [];
  /** Streams in which time still means something: a count has lost it. */
  readonly #timed: number[] = [];

  source(env: Environment, uid: string, items: readonly Item[]): void {
    const watermarks = boundedOutOfOrderness<Item>(0, ({ at }) => at);
    this.#add(env.fromSource(fromArray(items), { uid, watermarks }), items, 'timed');
  }

  step(step: Step, uid: string): void {
    const from = step.kind === 'window' ? this.#timed : [...this.#all.keys()];
    const inputs = step.inputs.map((n) => from[n % from.length]!);
    const time = inputs.every((at) => this.#timed.includes(at)) && step.kind !== 'count';
    const [first, ...others] = inputs.map((at) => this.#all[at]!);
    const united = first!.stream.union(...others.map(({ stream }) => stream));
    const given = inputs.flatMap((at) => this.#all[at]!.items);
    const { main, side } = plainly(step, given);
    const output = operatorOf(step, uid, united);
    this.#add(output, main, time ? 'timed' : 'untimed');
    if (step.kind !== 'tolerant') return;
    const values = output.getSideOutput(refused).map(({ value }) => value);
    this.#add(values, side, time ? 'timed' : 'untimed');
  }

  /** Ends every stream in a list, and says what should be in the lists. */
  end(): { readonly got: () => number[][]; readonly wanted: readonly number[][] } {
    const sinks = this.#all.map(({ stream }) => {
      const out = collectSink<Item>();
      stream.sinkTo(out, { parallelism: 1 });
      return out;
    });
    const wanted = this.#all.map(({ items }) => valuesOf(items));
    return { got: () => sinks.map(({ values }) => valuesOf(values)), wanted };
  }

  #add(stream: Stream<Item>, items: readonly Item[], time: 'timed' | 'untimed'): void {
    if (time === 'timed') this.#timed.push(this.#all.length);
    this.#all.push({ stream, items });
  }
}

const valuesOf = (items: readonly Item[]): number[] =>
  items.map(({ value }) => value).sort((a, b) => a - b);

function jobOf({ sources, steps }: Shape): {
  job: JobDefinition;
  ends: ReturnType<Streams['end']>;
} {
  const streams = new Streams();
  const made: { ends?: ReturnType<Streams['end']> } = {};
  const job = defineJob('random', (env) => {
    sources.forEach((count, at) => {
      streams.source(env, `source ${String(at)}`, itemsOf(at, count));
    });
    steps.forEach((step, at) => {
      streams.step(step, `step ${String(at)}`);
    });
    made.ends = streams.end();
  });
  return { job, ends: made.ends! };
}

describe('a job of random shape', () => {
  it('gives what a plain loop gives, and ends', async () => {
    await fc.assert(
      fc.asyncProperty(
        shapes,
        fc.nat(1_000),
        fc.integer({ min: 1, max: 6 }),
        async (shape, seed, room) => {
          const { job, ends } = jobOf(shape);
          const limits = {
            channelRecords: room,
            runRecordsMax: 1 + (seed % room),
            timersPerStepMax: 2,
          };
          const { result, metrics } = await simulate(job, { seed, limits });
          expect(ends.got()).toEqual(ends.wanted);
          expect([result.ended, metrics.queued]).toEqual(['finished', 0]);
        },
      ),
      { numRuns: 100 },
    );
  });
});
