/**
 * Owns: the job as plain data: nodes that say what, inputs that say from where.
 * Refuses: behaviour; `api` writes this, `plan` reads it, and they meet nowhere else.
 */
import type { OperatorFunction } from 'rxjs';
import type { AggregateFunction } from './aggregate.js';
import type { AsyncCallContext, AsyncOrder, AsyncRetry } from './async-function.js';
import type {
  AnyBroadcastProcessFunction,
  AnyKeyedBroadcastProcessFunction,
} from './broadcast-function.js';
import type { AnyCoProcessFunction, AnyKeyedCoProcessFunction } from './co-process-function.js';
import type { Evictor } from './evictor.js';
import type { RecordErrorPolicy } from './failed-record.js';
import type { Key } from './key.js';
import type { OutputTag } from './output-tag.js';
import type { AnyKeyedProcessFunction, AnyProcessFunction } from './process-function.js';
import type { InputOrdinal } from './run.js';
import type { Sink } from './sink.js';
import type { AnySource } from './split.js';
import type { BroadcastStateDeclarations } from './state-declaration.js';
import type { Milliseconds } from './time.js';
import type { Trigger } from './trigger.js';
import type { WatermarkStrategy } from './watermark-strategy.js';
import type { WindowAssigner } from './window-assigner.js';
import type { AnyWindowAnswer, AnyWindowFunction } from './window-function.js';

export type KeySelector = (value: unknown) => Key;

/** What one node does. Functions stay the user's own; nothing is called here. */
export type OperatorSpec =
  | SourceSpec
  | { readonly kind: 'map'; readonly map: (value: unknown) => unknown }
  | { readonly kind: 'filter'; readonly filter: (value: unknown) => boolean }
  | FlatMapSpec
  | PipeSpec
  | ProcessSpec
  | KeyedProcessSpec
  | CoProcessSpec
  | KeyedCoProcessSpec
  | BroadcastProcessSpec
  | KeyedBroadcastProcessSpec
  | IntervalJoinSpec
  | AsOfJoinSpec
  | AsyncSpec
  | ReduceSpec
  | WindowSpec
  | SinkSpec
  | { readonly kind: 'for-each'; readonly each: (value: unknown, timestamp: number) => void };

export interface SourceSpec {
  readonly kind: 'source';
  readonly source: AnySource<unknown>;
  readonly watermarks: WatermarkStrategy<unknown> | undefined;
}

/** Any number of records for one. */
export interface FlatMapSpec {
  readonly kind: 'flat-map';
  readonly flatMap: (value: unknown) => Iterable<unknown>;
}

/** An operator of RxJS, of whatever types. */
export type RxOperator = OperatorFunction<unknown, unknown>;

/** RxJS operators that keep nothing between two records. */
export interface PipeSpec {
  readonly kind: 'pipe';
  readonly operators: readonly RxOperator[];
}

export interface ProcessSpec {
  readonly kind: 'process';
  readonly function: AnyProcessFunction;
}

export interface KeyedProcessSpec {
  readonly kind: 'keyed-process';
  readonly keyOf: KeySelector;
  readonly function: AnyKeyedProcessFunction;
}

export interface CoProcessSpec {
  readonly kind: 'co-process';
  readonly function: AnyCoProcessFunction;
}

/** The key of a record, by the input that it comes by. */
export type KeySelectors = readonly [KeySelector, KeySelector];

export interface KeyedCoProcessSpec {
  readonly kind: 'keyed-co-process';
  readonly keysOf: KeySelectors;
  readonly function: AnyKeyedCoProcessFunction;
}

/** Records of the second input go to every subtask, and only they change the broadcast state. */
export interface BroadcastProcessSpec {
  readonly kind: 'broadcast-process';
  readonly broadcastState: BroadcastStateDeclarations;
  readonly function: AnyBroadcastProcessFunction;
}

export interface KeyedBroadcastProcessSpec {
  readonly kind: 'keyed-broadcast-process';
  /** Of records of the first input. */
  readonly keyOf: KeySelector;
  readonly broadcastState: BroadcastStateDeclarations;
  readonly function: AnyKeyedBroadcastProcessFunction;
}

/** A function that answers later: one record for each, or any number (`async-flat-map`). */
export interface AsyncSpec {
  readonly kind: 'async-map' | 'async-flat-map';
  readonly call: (value: unknown, context: AsyncCallContext) => unknown;
  /** Only where records have keys. */
  readonly keyOf: KeySelector | undefined;
  readonly order: AsyncOrder;
  /** Records with a call or its answer. */
  readonly capacity: number;
  /** Of all tries of one record; Infinity where there is none. */
  readonly timeoutMs: Milliseconds;
  readonly retry: AsyncRetry;
  /** Stands in for an answer that did not come. */
  readonly fallback: ((value: unknown, error: unknown) => unknown) | undefined;
}

/** Where late records of a join go, by the side that they are of; they are counted anyway (T4). */
export type LateOfSides = readonly [OutputTag<unknown> | undefined, OutputTag<unknown> | undefined];

/** Pairs of which the right is from `lowerMs` to `upperMs` after the left, both included. */
export interface IntervalJoinSpec {
  readonly kind: 'interval-join';
  readonly keysOf: KeySelectors;
  readonly lowerMs: Milliseconds;
  readonly upperMs: Milliseconds;
  readonly join: (left: unknown, right: unknown) => unknown;
  readonly late: LateOfSides;
}

/** Each record of the left with the newest of the right that is not later. */
export interface AsOfJoinSpec {
  readonly kind: 'as-of-join';
  readonly keysOf: KeySelectors;
  /** How much older than the left the right may be; `Number.MAX_SAFE_INTEGER` where any age will do. */
  readonly toleranceMs: Milliseconds;
  /** What becomes of a record of the left for which there is none of the right. */
  readonly unmatched: 'drop' | 'join';
  readonly join: (left: unknown, right: unknown) => unknown;
  readonly late: LateOfSides;
}

export interface ReduceSpec {
  readonly kind: 'reduce';
  readonly keyOf: KeySelector;
  readonly reduce: (reduced: unknown, value: unknown) => unknown;
}

/** What a window keeps of its elements: an accumulator, a reduced element, or all of them, maybe by side. */
export type WindowContentsSpec =
  | { readonly kind: 'aggregate'; readonly aggregate: AggregateFunction<unknown, unknown, unknown> }
  | { readonly kind: 'reduce'; readonly reduce: (reduced: unknown, value: unknown) => unknown }
  | { readonly kind: 'elements' }
  | { readonly kind: 'sides' };

export interface WindowSpec {
  readonly kind: 'window';
  /** By input: one, or those of both sides of a join, whose records windows see as `JoinElement`s. */
  readonly keysOf: readonly KeySelector[];
  readonly assigner: WindowAssigner;
  /** Without one, windows fire when their time has passed their end. */
  readonly trigger: Trigger | undefined;
  readonly evictor: Evictor | undefined;
  readonly allowedLatenessMs: Milliseconds;
  readonly contents: WindowContentsSpec;
  /** Without one, each firing emits a `WindowResult`. */
  readonly apply: AnyWindowFunction | AnyWindowAnswer | undefined;
  /** By input: where late records go; they are counted anyway (T4). */
  readonly late: readonly (OutputTag<unknown> | undefined)[];
}

export interface SinkSpec {
  readonly kind: 'sink';
  readonly sink: Sink<unknown>;
}

/**
 * How records travel to the subtasks of a node. `unspecified`: forward where there are as many as
 * before, else rebalance; to the subtasks of a sink, by the hash of its key (D1).
 */
export type Partitioner =
  | { readonly kind: 'unspecified' | 'forward' | 'rebalance' | 'broadcast' }
  | { readonly kind: 'hash'; readonly keyOf: KeySelector }
  | CustomPartitioner;

/** The user's own choice of a subtask. */
export interface CustomPartitioner {
  readonly kind: 'custom';
  readonly subtaskOf: (value: unknown, parallelism: number) => number;
}

export interface GraphInput {
  readonly from: NodeId;
  /** The name of a side output of that node, or its main output. */
  readonly output: string | undefined;
  readonly partitioner: Partitioner;
  /** Which input of an operator of two it feeds; 0 where there is one. */
  readonly ordinal: InputOrdinal;
}

export type NodeId = number;

export interface GraphNode {
  readonly id: NodeId;
  readonly name: string;
  /** The user's own name for the node, which its state goes by. */
  readonly uid: string | undefined;
  readonly spec: OperatorSpec;
  readonly inputs: readonly GraphInput[];
  /** How many subtasks the user wants; the job's own parallelism where none is said. */
  readonly parallelism: number | undefined;
  /** What becomes of a record at which the node fails. */
  readonly onError: RecordErrorPolicy<unknown>;
  /** `file:line:column` of the user's call, for complaints alone: no plan depends on it (E3). */
  readonly place: string | undefined;
}

/** The immutable description of a job. Nothing runs until a host takes it. */
export interface JobDefinition {
  readonly name: string;
  readonly nodes: readonly GraphNode[];
}

/** How messages and metrics call a node: by its uid, else by its name and number. */
export function operatorName(node: Pick<GraphNode, 'id' | 'name' | 'uid'>): string {
  return node.uid ?? `${node.name}-${String(node.id)}`;
}
