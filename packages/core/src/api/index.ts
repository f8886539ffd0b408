export { fromArray, fromSequence } from './collections.js';
export {
  BroadcastConnectedStream,
  KeyedBroadcastConnectedStream,
} from './broadcast-connected-stream.js';
export { BroadcastStream } from './broadcast-stream.js';
export { ConnectedStreams, KeyedConnectedStreams } from './connected-streams.js';
export type { AsyncOptions, AsyncRetryOptions, KeyedAsyncOptions } from './async-options.js';
export { defineJob } from './define-job.js';
export { days, hours, milliseconds, minutes, seconds } from './durations.js';
export { Environment } from './environment.js';
export { forEachSink } from './for-each-sink.js';
export type { OperatorOptions, RecordOptions, SourceOptions } from './operator-options.js';
export {
  aggregatingState,
  listState,
  mapState,
  operatorListState,
  reducingState,
  valueState,
} from './states.js';
export type { KeyedResult } from './keyed/keyed-result.js';
export type { DeduplicateOptions } from './keyed/deduplication.js';
export type { Compare, TopNOptions } from './keyed/ranking.js';
export { AsOfJoin } from './joins/as-of-join.js';
export { IntervalJoin, IntervalJoined } from './joins/interval-join.js';
export { CoGroupedStreams, WindowCoGroup, type CoGroupFunction } from './joins/window-co-group.js';
export { JoinedStreams, WindowJoin, type WindowJoinFunction } from './joins/window-join.js';
export { WindowedSides } from './joins/windowed-sides.js';
export { KeyedStream } from './keyed-stream.js';
export { Stream } from './stream.js';
export type { WatermarkOptions } from './watermark-options.js';
export {
  boundedOutOfOrderness,
  monotonousTimestamps,
  noWatermarks,
  punctuated,
} from './watermarks.js';
export * from './windows/index.js';
