/**
 * Owns: what a user's function of a stream and a broadcast one may look like, and what it is lent.
 * Refuses: to say how records of the two come beside each other: in the order of their arrival at each
 *     subtask, which is another at another one.
 *
 * E1. Nothing here returns a promise. ST12. Broadcast state is written where broadcast records are
 *     processed, and read everywhere.
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
  BroadcastStateDeclarations,
  KeyedStateDeclarations,
  OperatorStateDeclarations,
  ReadonlyStatesOf,
  StatesOf,
} from './state-declaration.js';
import type { Timestamp } from './time.js';

/** What the other side is lent: broadcast state to read. */
interface ReadsBroadcast<B> {
  readonly broadcastState: ReadonlyStatesOf<B>;
}

/** What the broadcast side is lent: broadcast state to read and write. */
interface WritesBroadcast<B> {
  readonly broadcastState: StatesOf<B>;
}

interface OperatorState<S> {
  readonly state: StatesOf<S>;
}

/** A function of a stream without keys, and a broadcast one. */
export interface BroadcastProcessFunction<
  T,
  U,
  R,
  B extends BroadcastStateDeclarations = BroadcastStateDeclarations,
  S extends OperatorStateDeclarations = OperatorStateDeclarations,
> {
  /** Of the subtask, beside broadcast state. */
  readonly state?: S;
  processElement(
    value: T,
    context: ProcessContext & OperatorState<S> & ReadsBroadcast<B>,
    out: Collector<R>,
  ): void;
  /** Every subtask gets the record, so all come to the same state if they do the same with it. */
  processBroadcastElement(
    value: U,
    context: ProcessContext & OperatorState<S> & WritesBroadcast<B>,
    out: Collector<R>,
  ): void;
}

/** What is lent for a broadcast record beside a stream with keys: no key is at hand, and so no timers. */
export interface KeyedBroadcastContext<K, S, B> extends ProcessContext, WritesBroadcast<B> {
  /**
   * Calls a function with every key of this subtask that holds something under that name. It takes as long as
   * there are keys, and no record is processed meanwhile.
   */
  applyToKeyedState<Name extends keyof S & string>(
    name: Name,
    visit: (key: K, state: StatesOf<S>[Name]) => void,
  ): void;
}

/** A function of a stream with keys, and a broadcast one. */
export interface KeyedBroadcastProcessFunction<
  K,
  T,
  U,
  R,
  B extends BroadcastStateDeclarations = BroadcastStateDeclarations,
  S extends KeyedStateDeclarations = KeyedStateDeclarations,
> {
  /** Of each key. */
  readonly state?: S;
  /** Default: `fire`, in order, before the last watermark goes on. */
  readonly pendingTimersAtEnd?: PendingTimersAtEnd;
  processElement(
    value: T,
    context: KeyedProcessContext<K, S> & ReadsBroadcast<B>,
    out: Collector<R>,
  ): void;
  /** Every subtask gets the record, so all come to the same state if they do the same with it. */
  processBroadcastElement(
    value: U,
    context: KeyedBroadcastContext<K, S, B>,
    out: Collector<R>,
  ): void;
  onTimer?(
    time: Timestamp,
    context: OnTimerContext<K, S> & ReadsBroadcast<B>,
    out: Collector<R>,
  ): void;
}

/** Such functions whatever their types, as the graph keeps them. */
export type AnyBroadcastProcessFunction = BroadcastProcessFunction<unknown, unknown, unknown>;
export type AnyKeyedBroadcastProcessFunction = KeyedBroadcastProcessFunction<
  Key,
  unknown,
  unknown,
  unknown
>;
