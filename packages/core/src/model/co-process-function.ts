/**
 * Owns: what a user's function of two connected streams may look like.
 * Refuses: to say in which order the records of the two come: it is that of their arrival, and no other
 *     is promised.
 *
 * E1. Nothing here returns a promise. T2. Time is that of both: the minimum of the two.
 */
import type { Key } from './key.js';
import type {
  Collector,
  KeyedProcessContext,
  OnTimerContext,
  PendingTimersAtEnd,
  ProcessContext,
} from './process-function.js';
import type {
  KeyedStateDeclarations,
  OperatorStateDeclarations,
  StatesOf,
} from './state-declaration.js';
import type { Timestamp } from './time.js';

/** A function of two streams without keys, which share the state of their subtask. */
export interface CoProcessFunction<
  T1,
  T2,
  R,
  S extends OperatorStateDeclarations = OperatorStateDeclarations,
> {
  readonly state?: S;
  /** A record of the first stream, which is the one whose verb was called. */
  processElement1(value: T1, context: CoProcessContext<S>, out: Collector<R>): void;
  /** A record of the second stream, which was given to the verb. */
  processElement2(value: T2, context: CoProcessContext<S>, out: Collector<R>): void;
}

/** What a function of two streams without keys is lent for each call. */
export type CoProcessContext<S> = ProcessContext & { readonly state: StatesOf<S> };

/** A function of two streams with the same keys: both sides see the same state and timers of a key. */
export interface KeyedCoProcessFunction<
  K,
  T1,
  T2,
  R,
  S extends KeyedStateDeclarations = KeyedStateDeclarations,
> {
  readonly state?: S;
  /** Default: `fire`, in order, before the last watermark goes on. */
  readonly pendingTimersAtEnd?: PendingTimersAtEnd;
  processElement1(value: T1, context: KeyedProcessContext<K, S>, out: Collector<R>): void;
  processElement2(value: T2, context: KeyedProcessContext<K, S>, out: Collector<R>): void;
  onTimer?(time: Timestamp, context: OnTimerContext<K, S>, out: Collector<R>): void;
}

/** Functions of two streams whatever their types, as the graph keeps them. */
export type AnyCoProcessFunction = CoProcessFunction<unknown, unknown, unknown>;
export type AnyKeyedCoProcessFunction = KeyedCoProcessFunction<Key, unknown, unknown, unknown>;
