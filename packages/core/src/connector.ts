/** The door for connector authors: the contracts of sources and sinks, and what sinks build on. */
export type { CancelTimer, Clock, Random } from './model/clock.js';
export {
  isMillraceError,
  messageOf,
  MillraceError,
  type MillraceErrorDetails,
} from './model/error.js';
export type { Mail, PostMail } from './model/mail.js';
export { appendRecord, createRun, type Run } from './model/run.js';
export type {
  EachSink,
  Sink,
  SinkMetrics,
  SinkWriter,
  SinkWriterContext,
  Unwritten,
} from './model/sink.js';
export type { InputStatus, Source, SourceReader, SourceReaderContext } from './model/source.js';
export type {
  AnySource,
  SourceSplit,
  SplitEnumerator,
  SplitEnumeratorContext,
  SplitReader,
  SplitSource,
} from './model/split.js';
export {
  isTimestamp,
  MAX_TIMESTAMP,
  MIN_TIMESTAMP,
  NO_TIMESTAMP,
  type Milliseconds,
  type Timestamp,
} from './model/time.js';
export { refuseUnknownOptions, type OptionNames } from './model/unknown-option.js';
export type * from './runtime/sink/async-sink-spec.js';
export { asyncSink } from './runtime/sink/async-sink.js';
export { asyncSinkLimits } from './runtime/sink/async-sink-limits.js';
export { fifoBuffer, type FifoBufferParts } from './runtime/sink/fifo-buffer.js';
export type * from './runtime/source/acknowledging-source-spec.js';
export { acknowledgingSource } from './runtime/source/acknowledging-source.js';
export { acknowledgingSourceLimits } from './runtime/source/acknowledging-source-limits.js';
export { unlimited } from './runtime/sink/unlimited.js';
