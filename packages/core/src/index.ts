/** The door for users: describe a job, run it, watch it. */
export * from './api/index.js';
export * from './host/index.js';
export type { AggregateFunction } from './model/aggregate.js';
export type {
  AsyncCallContext,
  AsyncFunction,
  AsyncOrder,
  AsyncRetry,
} from './model/async-function.js';
export type {
  BroadcastProcessFunction,
  KeyedBroadcastContext,
  KeyedBroadcastProcessFunction,
} from './model/broadcast-function.js';
export type {
  CoProcessContext,
  CoProcessFunction,
  KeyedCoProcessFunction,
} from './model/co-process-function.js';
export type { Evict, Evictor, EvictorContext, TimestampedElement } from './model/evictor.js';
export { isMillraceError, MillraceError, type MillraceErrorDetails } from './model/error.js';
export type { FailedRecord, RecordErrorPolicy } from './model/failed-record.js';
export type { JobDefinition } from './model/graph.js';
export type { JobProblem, JobProblemCode } from './model/job-problem.js';
export type { JoinElement } from './model/join-element.js';
export type { Key, KeyScalar } from './model/key.js';
export type { RuntimeLimits } from './model/limits.js';
export { outputTag, type OutputTag } from './model/output-tag.js';
export type {
  Collector,
  KeyedProcessContext,
  KeyedProcessFunction,
  OnTimerContext,
  PendingTimersAtEnd,
  ProcessContext,
  ProcessFunction,
  TimeDomain,
  TimerService,
} from './model/process-function.js';
export type { EachSink, Sink, SinkMetrics, Unwritten } from './model/sink.js';
export type { Source } from './model/source.js';
export type { AnySource, SourceSplit, SplitSource } from './model/split.js';
export type {
  AggregatingState,
  ListState,
  MapState,
  ReadonlyMapState,
  ReducingState,
  StateOptions,
  StatesOf,
  StateTtl,
  ValueState,
} from './model/state-declaration.js';
export { MAX_TIMESTAMP, MIN_TIMESTAMP, type Milliseconds, type Timestamp } from './model/time.js';
export type { Trigger, TriggerContext, TriggerResult } from './model/trigger.js';
export type {
  WatermarkAlignment,
  WatermarkGenerator,
  WatermarkStrategy,
} from './model/watermark-strategy.js';
export type {
  ProcessWindow,
  ProcessWindowFunction,
  WindowContext,
  WindowOfKey,
} from './model/window-function.js';
export type {
  AlignedWindowAssigner,
  FixedWindowAssigner,
  MergingWindowAssigner,
  SlidingGrid,
  WindowAssigner,
} from './model/window-assigner.js';
export type { TimeWindow, WindowResult, WindowTime } from './model/window.js';
export * from './outlet/index.js';
export { explain, type Explanation } from './plan/index.js';
export {
  fromAsyncIterable,
  type AsyncIterableContext,
  type AsyncIterableOptions,
} from './runtime/door/from-async-iterable.js';
export { fromIterable } from './runtime/door/from-iterable.js';
export { fromObservable, type ObservableLike } from './runtime/door/from-observable.js';
export { fromPush } from './runtime/door/from-push.js';
export { fromReadable, type Chunk, type ReadableLike } from './runtime/door/from-readable.js';
export type {
  BlockOptions,
  PausableProducer,
  PushOptions,
  PushPolicy,
  PushReceiver,
  StopProducer,
} from './runtime/door/push-source.js';
