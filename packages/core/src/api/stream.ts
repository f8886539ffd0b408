/**
 * Owns: the verbs by which streams without keys begin to have them, meet, part and end. What is done with
 * records is told in `record-stream.ts`, where they go in `exchanged-stream.ts`.
 * Refuses: to call the user's functions; they go into the graph.
 */
import type { KeySelector, OperatorSpec } from '../model/graph.js';
import type { Key } from '../model/key.js';
import type { OutputTag } from '../model/output-tag.js';
import type { EachSink, Sink } from '../model/sink.js';
import type { BroadcastStateDeclarations } from '../model/state-declaration.js';
import { BroadcastConnectedStream } from './broadcast-connected-stream.js';
import type { BroadcastStream } from './broadcast-stream.js';
import { connected } from './connected-place.js';
import { ConnectedStreams } from './connected-streams.js';
import { KeyedStream } from './keyed-stream.js';
import type { EachSinkOptions, OperatorOptions } from './operator-options.js';
import { RecordStream } from './record-stream.js';
import { sideOutputMisplaced, streamForeign } from './refuse-stream.js';
import { outputOf, type StreamPlace } from './stream-place.js';

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
export class Stream<T> extends RecordStream<T> {
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
    return new KeyedStream({
      ...this.partitioned({ kind: 'hash', keyOf: selector }),
      keyOf: selector,
    });
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
    const { graph } = this.place;
    const foreign = others.find((other) => other.place.graph !== graph);
    if (foreign !== undefined) throw streamForeign('union');
    return new Stream({ graph, inputs: [this, ...others].flatMap(({ place }) => place.inputs) });
  }

  /**
   * This stream and another, of any type, on their way to one function with a method for each. The other may
   * be a broadcast one, of which every subtask gets every record.
   *
   * @example
   * ```ts
   * import { defineJob, forEachSink, fromArray, type Collector } from '@millrace/core';
   * defineJob('both', (env) => {
   *   const words = env.fromSource(fromArray(['to', 'be']), { uid: 'words' });
   *   const both = words.connect(env.fromSource(fromArray([1, 2]), { uid: 'numbers' })).process({
   *     processElement1: (word, _context, out: Collector<string>) => out.collect(word),
   *     processElement2: (n, _context, out: Collector<string>) => out.collect(n.toFixed(2)),
   *   });
   *   both.sinkTo(forEachSink((text) => console.log(text)));
   * });
   * ```
   */
  connect<T2>(other: Stream<T2>): ConnectedStreams<T, T2>;
  connect<U, B extends BroadcastStateDeclarations>(
    other: BroadcastStream<U, B>,
  ): BroadcastConnectedStream<T, U, B>;
  connect<U, B extends BroadcastStateDeclarations>(
    other: Stream<U> | BroadcastStream<U, B>,
  ): ConnectedStreams<T, U> | BroadcastConnectedStream<T, U, B> {
    if ('broadcastState' in other) return new BroadcastConnectedStream(this.place, other);
    return new ConnectedStreams(connected(this.place, other.place, 'connect'));
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
    const { graph, inputs } = this.place;
    const [input, second] = inputs;
    if (input?.output !== undefined || second !== undefined) throw sideOutputMisplaced(tag.name);
    return new Stream(outputOf(graph, input!.from, tag.name));
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
    this.add({ spec: sinkSpec(sink), options, verb: this.sinkTo });
  }

  protected streamAt<R>(place: StreamPlace): Stream<R> {
    return new Stream(place);
  }
}

function sinkSpec<T>(sink: Sink<T> | EachSink<T>): OperatorSpec {
  if (!('each' in sink)) return { kind: 'sink', sink: sink };
  const { each } = sink as EachSink<unknown>;
  return { kind: 'for-each', each: each.bind(sink) };
}
