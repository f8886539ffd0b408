/**
 * C1, C3, C5, N1, T2: whole jobs of random shape (forks, unions, side outputs, every exchange, unlike
 * numbers of subtasks, records that sources cannot read, little room) give what a plain loop gives,
 * in every order of steps, and end; and cut short anywhere, they account for every record.
 */
import fc from 'fast-check';
import { collectSink, simulate, slowSink, type CreditSink } from '@millrace/testing';
import {
  boundedOutOfOrderness,
  defineJob,
  outputTag,
  tumbling,
  type Environment,
  type FailedRecord,
  type JobDefinition,
  type JobHandle,
  type JobMetrics,
  type JobResult,
  type Source,
  type Stream,
} from '../../index.js';
import { appendRecord } from '../../connector.js';
import { compile } from '../../plan/compile.js';
import type { ExchangePlan, JobPlan, TaskPlan } from '../../plan/job-plan.js';

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
const torn = outputTag<FailedRecord<unknown>>('torn');
const isTorn = ({ value }: Item): boolean => value % 7 === 6;

/** Gives the items, but for those that it cannot read. */
function tearing(items: readonly Item[]): Source<Item> {
  const createReader: Source<Item>['createReader'] = ({ recordFailed }) => {
    const left = [...items];
    return {
      open: () => undefined,
      poll: (run, recordsMax) => {
        for (const item of left.splice(0, recordsMax)) {
          if (isTorn(item)) recordFailed(new SyntaxError('torn'), item);
          else appendRecord(run, item);
        }
        return left.length === 0 ? 'end-of-input' : 'more-available';
      },
      close: () => undefined,
    };
  };
  return { name: 'tearing', boundedness: 'bounded', createReader };
}

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
    const stream = env.fromSource(tearing(items), { uid, watermarks, onError: torn });
    this.#add(
      stream,
      items.filter((item) => !isTorn(item)),
      'timed',
    );
    const failed = stream.getSideOutput(torn).map(({ value }) => value as Item);
    this.#add(failed, items.filter(isTorn), 'untimed');
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

  /** Ends every stream in a slow sink, in as many subtasks as are wanted. */
  endSlowly(parallelism: number): readonly CreditSink<Item>[] {
    return this.#all.map(({ stream }, at) => {
      const out = slowSink<Item>({ bufferRecordsMax: 3, recordsPerTick: 2, tickMs: 10 });
      stream.sinkTo({ ...out, keyOf }, { uid: `out ${String(at)}`, parallelism });
      return out;
    });
  }

  #add(stream: Stream<Item>, items: readonly Item[], time: 'timed' | 'untimed'): void {
    if (time === 'timed') this.#timed.push(this.#all.length);
    this.#all.push({ stream, items });
  }
}

const valuesOf = (items: readonly Item[]): number[] =>
  items.map(({ value }) => value).sort((a, b) => a - b);

/** A job of the shape, and what the given function makes of its ends. */
function jobOf<Ends>(
  { sources, steps }: Shape,
  end: (streams: Streams) => Ends,
): { readonly job: JobDefinition; readonly ends: Ends } {
  const streams = new Streams();
  const made: { ends?: Ends } = {};
  const job = defineJob('random', (env) => {
    sources.forEach((count, at) => {
      streams.source(env, `source ${String(at)}`, itemsOf(at, count));
    });
    steps.forEach((step, at) => {
      streams.step(step, `step ${String(at)}`);
    });
    made.ends = end(streams);
  });
  return { job, ends: made.ends! };
}

/** What tasks say they have sent, each record once for every subtask that gets it. */
function sentIn(plan: JobPlan, metrics: JobMetrics): number {
  return plan.exchanges.reduce((sum, exchange) => {
    const copies = exchange.partitioner.kind === 'broadcast' ? subtasksTo(plan, exchange) : 1;
    return sum + copies * sentOn(exchange, plan.tasks[exchange.from]!, metrics);
  }, 0);
}

const subtasksTo = ({ tasks }: JobPlan, { to }: ExchangePlan): number => tasks[to]!.parallelism;

function sentOn({ id }: ExchangePlan, task: TaskPlan, { sources, operators }: JobMetrics): number {
  const counted = (at: number, metric: string): number =>
    operators[task.operators.at(at)?.name ?? '']?.[metric] ?? 0;
  const side = task.sides.find(({ exchanges }) => exchanges.includes(id));
  if (side === undefined) return counted(-1, 'numRecordsOut');
  const atSource = sources[side.operator]?.['numRecordsInErrors'] ?? 0;
  return counted(side.after, 'numRecordsInErrors') + atSource;
}

/** What tasks say they have read from others. */
function readIn({ tasks }: JobPlan, metrics: JobMetrics): number {
  const reading = tasks.filter(({ input }) => input.kind === 'exchanges').map(({ name }) => name);
  return Object.entries(metrics.tasks)
    .filter(([name]) => reading.some((task) => name === task || name.startsWith(`${task} (`)))
    .reduce((sum, [, { numRecordsIn }]) => sum + numRecordsIn, 0);
}

/** Each sink: what it took, and what became of that. */
const fatesOf = (
  sinks: readonly CreditSink<Item>[],
  { result, metrics }: { readonly result: JobResult; readonly metrics: JobMetrics },
): { readonly taken: readonly unknown[]; readonly settled: readonly number[] } => {
  const names = sinks.map((_, at) => `out ${String(at)}`);
  const left = names.map((name) => result.unwritten.get(name)?.records ?? 0);
  return {
    taken: names.map((name) => metrics.sinks[name]!['numRecordsIn']),
    settled: sinks.map(({ written }, at) => written.length + left[at]!),
  };
};

const cuts: Record<string, (handle: JobHandle) => unknown> = {
  cancel: (handle) => handle.cancel(),
  stop: (handle) => handle.stop(),
  'drain within': (handle) => handle.stop({ drain: true, within: 50 }),
  drain: (handle) => handle.stop({ drain: true }),
};

const limitsOf = (
  room: number,
  seed: number,
): { channelRecords: number; runRecordsMax: number; timersPerStepMax: number } => ({
  channelRecords: room,
  runRecordsMax: 1 + (seed % room),
  timersPerStepMax: 2,
});

describe('a job of random shape', () => {
  it('gives what a plain loop gives, and ends', async () => {
    await fc.assert(
      fc.asyncProperty(
        shapes,
        fc.nat(1_000),
        fc.integer({ min: 1, max: 6 }),
        async (shape, seed, room) => {
          const { job, ends } = jobOf(shape, (streams) => streams.end());
          const limits = limitsOf(room, seed);
          const { result, metrics } = await simulate(job, { seed, limits });
          expect(ends.got()).toEqual(ends.wanted);
          expect([result.ended, metrics.queued]).toEqual(['finished', 0]);
        },
      ),
      { numRuns: 70 },
    );
  });

  it('N1: accounts for every record, wherever it is cut short', async () => {
    const channels = new Set<'full' | 'empty'>();
    await fc.assert(
      fc.asyncProperty(
        shapes,
        fc.record({
          seed: fc.nat(1_000),
          room: fc.integer({ min: 1, max: 6 }),
          sinks: fc.integer({ min: 1, max: 3 }),
        }),
        fc.record({ cut: fc.constantFrom(...Object.keys(cuts)), at: fc.nat(300) }),
        async (shape, { seed, room, sinks }, { cut, at }) => {
          const { job, ends } = jobOf(shape, (streams) => streams.endSlowly(sinks));
          const simulated = await simulate(job, {
            seed,
            limits: limitsOf(room, seed),
            during: ({ handle, clock }) => void clock.after(at, () => void cuts[cut]!(handle)),
          });
          const { result, metrics } = simulated;
          const plan = compile(job);
          expect(sentIn(plan, metrics)).toBe(readIn(plan, metrics) + result.queued);
          const { taken, settled } = fatesOf(ends, simulated);
          expect(settled).toEqual(taken);
          channels.add(result.queued > 0 ? 'full' : 'empty');
        },
      ),
      { numRuns: 30 },
    );
    // Or nothing was cut short.
    expect(channels).toContain('full');
  });
});
