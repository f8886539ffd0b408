/**
 * Owns: the verbs of streams without keys; what a verb means is in `model/graph.ts` and the operators. Each
 * verb of one stream leads to another; those of keyed streams and of windows are told beside.
 * Refuses: to call the user's functions; they go into the graph.
 */
import type { GraphInput, KeySelector, OperatorSpec, Partitioner } from '../model/graph.js';
import type { Key } from '../model/key.js';
import type { OutputTag } from '../model/output-tag.js';
import type { AnyProcessFunction, ProcessFunction } from '../model/process-function.js';
import type { EachSink, Sink } from '../model/sink.js';
import type { OperatorStateDeclarations } from '../model/state-declaration.js';
import { mainOutputOf, type GraphBuilder, type NewNode } from './graph-builder.js';
import { KeyedStream } from './keyed-stream.js';
import type { EachSinkOptions, OperatorOptions, RecordOptions } from './operator-options.js';
import { sideOutputMisplaced, streamForeign } from './refuse-stream.js';

/**
 * Records of one type on their way. A verb adds an operator to the job and answers the stream after
 * it; nothing runs.
 *
 * @example
 * ```ts
 * import { defineJob, forEachSink, fromArray } from '@millrace/core';
 *
 * defineJob('shout', (env) => {
 *   env
 *     .fromSource(fromArray(['a', '', 'b']), { uid: 'words' })
 *     .filter((word) => word !== '')
 *     .map((word) => word.toUpperCase(), { uid: 'shout' })
 *     .sinkTo(forEachSink((word) => console.log(word)), { uid: 'print' });
 * });
 * ```
 */
export class Stream<T> {
  readonly #graph: GraphBuilder;
  /** Several where streams are united. */
  readonly #inputs: readonly GraphInput[];

  constructor(graph: GraphBuilder, inputs: readonly GraphInput[]) {
    this.#graph = graph;
    this.#inputs = inputs;
  }

  /**
   * One record for one record.
   *
   * @example
   * ```ts
   * import { defineJob, forEachSink, fromArray } from '@millrace/core';
   * defineJob('lengths', (env) => {
   *   env.fromSource(fromArray(['to', 'be'])).map((word) => word.length, { uid: 'lengths' }).sinkTo(forEachSink((each) => console.log(each)));
   * });
   * ```
   */
  map<R>(map: (value: T) => R, options: RecordOptions<T> = {}): Stream<R> {
    const spec = { kind: 'map', map: map as (value: unknown) => unknown } as const;
    return this.#then({ spec, options, verb: this.map });
  }

  /**
   * Keeps the records for which the function answers true.
   *
   * @example
   * ```ts
   * import { defineJob, forEachSink, fromArray } from '@millrace/core';
   * defineJob('others', (env) => {
   *   env.fromSource(fromArray(['to', 'be'])).filter((word) => word !== 'be', { uid: 'others' }).sinkTo(forEachSink((each) => console.log(each)));
   * });
   * ```
   */
  filter<S extends T>(filter: (value: T) => value is S, options?: RecordOptions<T>): Stream<S>;
  filter(filter: (value: T) => boolean, options?: RecordOptions<T>): Stream<T>;
  filter(filter: (value: T) => boolean, options: RecordOptions<T> = {}): Stream<T> {
    const spec = { kind: 'filter', filter: filter as (value: unknown) => boolean } as const;
    return this.#then({ spec, options, verb: this.filter });
  }

  /**
   * Any number of records for one: an array, a Set, or a generator, which is drawn as there is room for what
   * it yields, so that it may yield without end. A string is refused.
   *
   * @example
   * ```ts
   * import { defineJob, forEachSink, fromArray } from '@millrace/core';
   * defineJob('words', (env) => {
   *   env
   *     .fromSource(fromArray(['to be', 'or not']), { uid: 'lines' })
   *     .flatMap((line) => line.split(' '), { uid: 'words' })
   *     .sinkTo(forEachSink((word) => console.log(word)), { uid: 'print' });
   * });
   * ```
   */
  flatMap<R>(flatMap: (value: T) => Iterable<R>, options: RecordOptions<T> = {}): Stream<R> {
    const answering = flatMap as (value: unknown) => Iterable<unknown>;
    const spec = { kind: 'flat-map', flatMap: answering } as const;
    return this.#then({ spec, options, verb: this.flatMap });
  }

  /**
   * Hands each record to a function that emits what it likes, also to side outputs, and that may keep
   * state of its subtask. State and timers for each key: `keyBy().process()`.
   *
   * @example
   * ```ts
   * import { defineJob, forEachSink, fromArray, outputTag, type Collector } from '@millrace/core';
   *
   * const odd = outputTag<number>('odd');
   * defineJob('halves', (env) => {
   *   const halves = env.fromSource(fromArray([1, 2, 4]), { uid: 'numbers' }).process(
   *     {
   *       processElement: (n, context, out: Collector<number>) => {
   *         if (n % 2 === 0) out.collect(n / 2);
   *         else context.output(odd, n);
   *       },
   *     },
   *     { uid: 'halve' },
   *   );
   *   halves.sinkTo(forEachSink((n) => console.log(n)), { uid: 'print' });
   *   halves.getSideOutput(odd).sinkTo(forEachSink((n) => console.log('odd', n)), { uid: 'odd' });
   * });
   * ```
   */
  process<R, S extends OperatorStateDeclarations = Record<never, never>>(
    process: ProcessFunction<T, R, S>,
    options: RecordOptions<T> = {},
  ): Stream<R> {
    const spec = { kind: 'process', function: process as unknown as AnyProcessFunction } as const;
    return this.#then({ spec, options, verb: this.process });
  }

  /**
   * Records of one key meet in one place, which may keep state for the key. Tuples stay tuples.
   *
   * @example
   * ```ts
   * import { defineJob, forEachSink, fromArray } from '@millrace/core';
   * defineJob('counts', (env) => {
   *   const words = env.fromSource(fromArray(['to', 'be']), { uid: 'words' });
   *   const counts = words.map((word) => ({ word, count: 1 })).keyBy(({ word }) => word);
   *   counts.reduce((a, b) => ({ ...a, count: a.count + b.count })).sinkTo(forEachSink((each) => console.log(each)));
   * });
   * ```
   */
  keyBy<const K extends Key>(keyOf: (value: T) => K): KeyedStream<K, T> {
    const selector = keyOf as KeySelector;
    const inputs = this.#partitioned({ kind: 'hash', keyOf: selector });
    return new KeyedStream({ graph: this.#graph, inputs, keyOf: selector });
  }

  /**
   * The records of this stream and of others, as they come; time goes as far as the slowest (T2).
   *
   * @example
   * ```ts
   * import { defineJob, forEachSink, fromArray } from '@millrace/core';
   * defineJob('all words', (env) => {
   *   const words = env.fromSource(fromArray(['to', 'be']), { uid: 'words' });
   *   words.union(env.fromSource(fromArray(['or']), { uid: 'more' })).sinkTo(forEachSink((each) => console.log(each)));
   * });
   * ```
   */
  union(...others: readonly Stream<T>[]): Stream<T> {
    const foreign = others.find((other) => other.#graph !== this.#graph);
    if (foreign !== undefined) throw streamForeign();
    return new Stream(
      this.#graph,
      [this, ...others].flatMap((stream) => stream.#inputs),
    );
  }

  /**
   * Every record to one subtask of the next operator, each in turn.
   *
   * @example
   * ```ts
   * import { defineJob, forEachSink, fromArray } from '@millrace/core';
   * defineJob('in turn', (env) => {
   *   env.fromSource(fromArray(['to', 'be'])).rebalance().map((word) => word.length, { parallelism: 2 }).sinkTo(forEachSink((each) => console.log(each)));
   * });
   * ```
   */
  rebalance(): Stream<T> {
    return new Stream(this.#graph, this.#partitioned({ kind: 'rebalance' }));
  }

  /**
   * Every record to every subtask of the next operator.
   *
   * @example
   * ```ts
   * import { defineJob, forEachSink, fromArray } from '@millrace/core';
   * defineJob('to all', (env) => {
   *   env.fromSource(fromArray(['to', 'be'])).broadcast().map((word) => word.length, { parallelism: 2 }).sinkTo(forEachSink((each) => console.log(each)));
   * });
   * ```
   */
  broadcast(): Stream<T> {
    return new Stream(this.#graph, this.#partitioned({ kind: 'broadcast' }));
  }

  /**
   * Records stay in their subtask; the next operator must have as many.
   *
   * @example
   * ```ts
   * import { defineJob, forEachSink, fromArray } from '@millrace/core';
   * defineJob('straight on', (env) => {
   *   env.fromSource(fromArray(['to', 'be'])).forward().map((word) => word.length).sinkTo(forEachSink((each) => console.log(each)));
   * });
   * ```
   */
  forward(): Stream<T> {
    return new Stream(this.#graph, this.#partitioned({ kind: 'forward' }));
  }

  /**
   * Every record to the subtask of the next operator that a function chooses, from 0 on, by what the record
   * is partitioned by. Another number fails the job. State needs `keyBy()`.
   *
   * @example
   * ```ts
   * import { defineJob, forEachSink, fromArray } from '@millrace/core';
   * const orders = [{ region: 3 }, { region: 8 }];
   * defineJob('by region', (env) => {
   *   env
   *     .fromSource(fromArray(orders), { uid: 'orders' })
   *     .partitionCustom((order) => order.region, (region, subtasks) => region % subtasks)
   *     .map((order) => order.region, { uid: 'region', parallelism: 2 })
   *     .sinkTo(forEachSink((region) => console.log(region)), { uid: 'print' });
   * });
   * ```
   */
  partitionCustom<K>(
    keyOf: (value: T) => K,
    partition: (key: K, parallelism: number) => number,
  ): Stream<T> {
    const subtaskOf = (value: unknown, parallelism: number): number =>
      partition(keyOf(value as T), parallelism);
    return new Stream(this.#graph, this.#partitioned({ kind: 'custom', subtaskOf }));
  }

  /**
   * What the operator before sends beside its main stream: late or failed records.
   *
   * @example
   * ```ts
   * import { defineJob, forEachSink, fromArray, outputTag, type FailedRecord } from '@millrace/core';
   * defineJob('refused', (env) => {
   *   const failed = outputTag<FailedRecord<string>>('failed');
   *   const numbers = env.fromSource(fromArray(['1', 'one'])).map(BigInt, { onError: failed });
   *   numbers.sinkTo(forEachSink((each) => console.log(each)));
   *   numbers.getSideOutput(failed).sinkTo(forEachSink(({ error }) => console.log(error.message)));
   * });
   * ```
   */
  getSideOutput<S>(tag: OutputTag<S>): Stream<S> {
    const [input, second] = this.#inputs;
    if (input?.output !== undefined || second !== undefined) throw sideOutputMisplaced(tag.name);
    const side = { ...mainOutputOf(input!.from), output: tag.name };
    return new Stream(this.#graph, [side]);
  }

  /**
   * Where the stream ends. The sink's demand is what the whole job goes by.
   *
   * @example
   * ```ts
   * import { defineJob, forEachSink, fromArray } from '@millrace/core';
   * defineJob('print', (env) => {
   *   env.fromSource(fromArray(['to', 'be'])).sinkTo(forEachSink((each) => console.log(each)), { uid: 'print' });
   * });
   * ```
   */
  // The wider one first: TypeScript fixes the type of a function in `sink` by the first that it tries.
  sinkTo(sink: Sink<T> | EachSink<T>, options?: OperatorOptions): void;
  sinkTo(sink: EachSink<T>, options?: EachSinkOptions): void;
  sinkTo(sink: Sink<T> | EachSink<T>, options: EachSinkOptions = {}): void {
    this.#then({ spec: sinkSpec(sink), options, verb: this.sinkTo });
  }

  #then<R>(next: Omit<NewNode, 'inputs'>): Stream<R> {
    const node = this.#graph.add({ ...next, inputs: this.#inputs });
    return new Stream<R>(this.#graph, [mainOutputOf(node)]);
  }

  #partitioned(partitioner: Partitioner): readonly GraphInput[] {
    return this.#inputs.map((input) => ({ ...input, partitioner }));
  }
}

function sinkSpec<T>(sink: Sink<T> | EachSink<T>): OperatorSpec {
  if (!('each' in sink)) return { kind: 'sink', sink: sink };
  const { each } = sink as EachSink<unknown>;
  return { kind: 'for-each', each: each.bind(sink) };
}
