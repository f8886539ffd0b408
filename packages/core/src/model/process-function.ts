/**
 * Owns: what a user's process function may look like, and what it is lent for each call.
 * Refuses: to run one; `runtime/process` does.
 *
 * E1. Nothing here returns a promise. C3. What a call collects beyond the credit of its operator waits;
 *     one that collects more than `parkedRecordsMax` beyond it fails (`FAN_OUT_EXCEEDED`).
 */
import type { Key } from './key.js';
import type { OutputTag } from './output-tag.js';
import type {
  KeyedStateDeclarations,
  OperatorStateDeclarations,
  StatesOf,
} from './state-declaration.js';
import type { Timestamp } from './time.js';

/** Takes what a function emits. Records get the timestamp of the record or timer at hand. */
export interface Collector<R> {
  collect(value: R): void;
}

/** What every process function is lent. It is for the length of the call. */
export interface ProcessContext {
  /** Of the record or timer at hand; undefined where the record has none. */
  readonly timestamp: Timestamp | undefined;
  currentWatermark(): Timestamp;
  currentProcessingTime(): Timestamp;
  /** Sends a record to a side output, with the timestamp of the record or timer at hand. */
  output<V>(tag: OutputTag<V>, value: V): void;
}

/** Timers of the key at hand. One timer per key, time and domain: to register one twice is once (T5). */
export interface TimerService {
  registerEventTimeTimer(time: Timestamp): void;
  registerProcessingTimeTimer(time: Timestamp): void;
  deleteEventTimeTimer(time: Timestamp): void;
  deleteProcessingTimeTimer(time: Timestamp): void;
}

export interface KeyedProcessContext<K, S> extends ProcessContext {
  readonly key: K;
  readonly timers: TimerService;
  /** What the function declared as `state`, for the key at hand. */
  readonly state: StatesOf<S>;
}

/** What `onTimer` is lent: the key and the domain are those of the timer. */
export interface OnTimerContext<K, S> extends KeyedProcessContext<K, S> {
  readonly timestamp: Timestamp;
  readonly timeDomain: TimeDomain;
}

export type TimeDomain = 'event-time' | 'processing-time';

/** What becomes of processing-time timers that wait when the input ends. */
export type PendingTimersAtEnd = 'fire' | 'drop';

/** A function of a stream without keys: no timers, and state of the operator alone. */
export interface ProcessFunction<
  T,
  R,
  S extends OperatorStateDeclarations = OperatorStateDeclarations,
> {
  readonly state?: S;
  processElement(
    value: T,
    context: ProcessContext & { readonly state: StatesOf<S> },
    out: Collector<R>,
  ): void;
}

/** A function of a keyed stream, with timers and state for each key. */
export interface KeyedProcessFunction<
  K,
  T,
  R,
  S extends KeyedStateDeclarations = KeyedStateDeclarations,
> {
  readonly state?: S;
  /** Default: `fire`, in order, before the last watermark goes on. */
  readonly pendingTimersAtEnd?: PendingTimersAtEnd;
  processElement(value: T, context: KeyedProcessContext<K, S>, out: Collector<R>): void;
  onTimer?(time: Timestamp, context: OnTimerContext<K, S>, out: Collector<R>): void;
}

/** What the functions of ready verbs are lent besides: counters, which are metrics of their operator. */
export interface CountingContext<K, S> extends KeyedProcessContext<K, S> {
  count(counter: string): void;
}

/** The function of a ready verb, with the names of what it counts. */
export interface CountingProcessFunction<
  K,
  T,
  R,
  S extends KeyedStateDeclarations = KeyedStateDeclarations,
> extends Omit<KeyedProcessFunction<K, T, R, S>, 'processElement'> {
  readonly counters: readonly string[];
  processElement(value: T, context: CountingContext<K, S>, out: Collector<R>): void;
}

/** Process functions whatever their types, as the graph keeps them. */
export type AnyProcessFunction = ProcessFunction<unknown, unknown>;
export type AnyKeyedProcessFunction =
  | (KeyedProcessFunction<Key, unknown, unknown> & { readonly counters?: never })
  | CountingProcessFunction<Key, unknown, unknown>;
