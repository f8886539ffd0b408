export {
  asyncIterableSink,
  type AsyncIterableSink,
  type AsyncIterableSinkOptions,
} from './async-iterable-sink.js';
export type { DescribeOutlet, OutletOptions } from './outlet-job.js';
export { toAsyncIterable, type ToAsyncIterableOptions } from './to-async-iterable.js';
export { toObservable } from './to-observable.js';
export { toWritable, type ToWritableOptions, type WritableLike } from './to-writable.js';
