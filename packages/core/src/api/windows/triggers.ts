/**
 * Owns: the ready triggers that go by a window's end, by its number of elements, or by nothing.
 * Refuses: state beyond one value for each key and window.
 *
 * W6. All but `purgingTrigger` keep what has fired. Those that can stand on sessions have `onMerge`.
 */
import { MillraceError } from '../../model/error.js';
import { MAX_TIMESTAMP } from '../../model/time.js';
import type { Trigger, TriggerResult } from '../../model/trigger.js';
import { maxTimestampOf } from '../../model/window.js';
import { isLength } from './grid.js';

/**
 * Fires when the watermark passes the window's end, and for each late record that is still taken: what
 * windows of event time do without a trigger.
 *
 * @example
 * ```ts
 * import { eventTimeTrigger } from '@millrace/core';
 *
 * console.log(eventTimeTrigger().name); // event-time
 * ```
 */
export function eventTimeTrigger(): Trigger {
  return {
    name: 'event-time',
    onElement: (_value, _timestamp, context) => {
      if (maxTimestampOf(context.window) <= context.currentWatermark()) return 'fire';
      context.registerEventTimeTimer(maxTimestampOf(context.window));
      return 'continue';
    },
    onEventTime: (time, { window }) => (time === maxTimestampOf(window) ? 'fire' : 'continue'),
    onMerge: (_states, context) => {
      if (maxTimestampOf(context.window) <= context.currentWatermark()) return;
      context.registerEventTimeTimer(maxTimestampOf(context.window));
    },
    clear: (context) => {
      context.deleteEventTimeTimer(maxTimestampOf(context.window));
    },
  };
}

/**
 * Fires when the clock has passed the window's end: what windows of processing time do without a trigger.
 *
 * @example
 * ```ts
 * import { processingTimeTrigger } from '@millrace/core';
 *
 * console.log(processingTimeTrigger().name); // processing-time
 * ```
 */
export function processingTimeTrigger(): Trigger {
  return {
    name: 'processing-time',
    onElement: (_value, _timestamp, context) => {
      context.registerProcessingTimeTimer(maxTimestampOf(context.window));
      return 'continue';
    },
    onProcessingTime: (time, { window }) => (time === maxTimestampOf(window) ? 'fire' : 'continue'),
    onMerge: (_states, context) => {
      context.registerProcessingTimeTimer(maxTimestampOf(context.window));
    },
    clear: (context) => {
      context.deleteProcessingTimeTimer(maxTimestampOf(context.window));
    },
  };
}

/**
 * Fires each time that so many elements have come. What a window has fewer of when it ends is dropped.
 *
 * @example
 * ```ts
 * import { countTrigger } from '@millrace/core';
 *
 * console.log(countTrigger(3).name); // count(3)
 * ```
 */
export function countTrigger(elements: number): Trigger<unknown, number> {
  if (!isLength(elements)) throw triggerInvalid(`a trigger cannot count to ${String(elements)}`);
  return {
    name: `count(${String(elements)})`,
    onElement: (_value, _timestamp, context) => {
      const count = (context.state() ?? 0) + 1;
      context.setState(count < elements ? count : undefined);
      return count < elements ? 'continue' : 'fire';
    },
    // It cannot fire here; the next element does.
    onMerge: (counts, context) => {
      if (counts.length > 0) context.setState(counts.reduce((sum, count) => sum + count));
    },
  };
}

/**
 * Purges whenever another trigger fires.
 *
 * @example
 * ```ts
 * import { countTrigger, purgingTrigger } from '@millrace/core';
 *
 * console.log(purgingTrigger(countTrigger(3)).name); // purging(count(3))
 * ```
 */
export function purgingTrigger<T, S>(trigger: Trigger<T, S>): Trigger<T, S> {
  const { name, onElement, onEventTime, onProcessingTime, onMerge, clear } = trigger;
  return {
    name: `purging(${name})`,
    onElement: (...element) => purging(onElement(...element)),
    ...(onEventTime && { onEventTime: (...at) => purging(onEventTime(...at)) }),
    ...(onProcessingTime && { onProcessingTime: (...at) => purging(onProcessingTime(...at)) }),
    ...(onMerge && { onMerge }),
    ...(clear && { clear }),
  };
}

function purging(result: TriggerResult): TriggerResult {
  return result === 'fire' ? 'fire-and-purge' : result;
}

/**
 * Fires once, when the input has ended.
 *
 * @example
 * ```ts
 * import { endOfStreamTrigger } from '@millrace/core';
 *
 * console.log(endOfStreamTrigger().name); // end-of-stream
 * ```
 */
export function endOfStreamTrigger(): Trigger {
  return {
    name: 'end-of-stream',
    onElement: (_value, _timestamp, context) => {
      context.registerEventTimeTimer(MAX_TIMESTAMP);
      return 'continue';
    },
    onEventTime: (time) => (time === MAX_TIMESTAMP ? 'fire' : 'continue'),
    onMerge: (_states, context) => {
      context.registerEventTimeTimer(MAX_TIMESTAMP);
    },
    clear: (context) => {
      context.deleteEventTimeTimer(MAX_TIMESTAMP);
    },
  };
}

/**
 * Never fires: what `globalWindow()` does without a trigger.
 *
 * @example
 * ```ts
 * import { neverTrigger } from '@millrace/core';
 *
 * console.log(neverTrigger().name); // never
 * ```
 */
export function neverTrigger(): Trigger {
  return { name: 'never', onElement: () => 'continue', onMerge: () => undefined };
}

export function triggerInvalid(what: string): MillraceError {
  return new MillraceError('WINDOW_INVALID', `${what}; use a whole number of 1 or more`);
}
