export {
  calendarDays,
  calendarMonths,
  calendarWeeks,
  type CalendarOptions,
  type CalendarWeekOptions,
  type Weekday,
} from './calendar.js';
export {
  continuousEventTimeTrigger,
  continuousProcessingTimeTrigger,
} from './continuous-triggers.js';
export { countEvictor, timeEvictor, type EvictorOptions } from './evictors.js';
export { globalWindow } from './global-window.js';
export type { GridOptions } from './grid.js';
export { session, type SessionOptions } from './session.js';
export { sliding } from './sliding.js';
export {
  countTrigger,
  endOfStreamTrigger,
  eventTimeTrigger,
  neverTrigger,
  processingTimeTrigger,
  purgingTrigger,
} from './triggers.js';
export { tumbling } from './tumbling.js';
export type { WindowFunction } from './window-function.js';
export { WindowedStream } from './windowed-stream.js';
