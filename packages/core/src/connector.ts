/** The door for connector authors: the contracts of sources and sinks, and what sinks build on. */
export * from './model/index.js';
export type * from './runtime/sink/async-sink-spec.js';
export { asyncSink } from './runtime/sink/async-sink.js';
export { asyncSinkLimits } from './runtime/sink/async-sink-limits.js';
export { fifoBuffer, type FifoBufferParts } from './runtime/sink/fifo-buffer.js';
export { unlimited } from './runtime/sink/unlimited.js';
