/** The door for connector authors: the contracts of sources and sinks, and what sinks build on. */
export * from './model/index.js';
export type * from './runtime/sink/async-sink-spec.js';
