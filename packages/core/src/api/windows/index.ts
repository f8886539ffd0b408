export type { GridOptions } from './grid.js';
export { sliding } from './sliding.js';
export { tumbling } from './tumbling.js';
export type { WindowFunction } from './window-function.js';
export { WindowedStream } from './windowed-stream.js';
