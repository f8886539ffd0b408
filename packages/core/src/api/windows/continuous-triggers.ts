/**
 * Owns: the triggers that fire again and again while a window is open.
 * Refuses: to fire for windows that hold nothing.
 *
 * W6. They fire at whole intervals since the epoch, and once more at the window's end, in the window's own
 *     time, so that the last result is whole. At the end there is one timer and not two.
 */
import type { TimeDomain } from '../../model/process-function.js';
import type { Milliseconds, Timestamp } from '../../model/time.js';
import type { Trigger, TriggerContext, TriggerResult } from '../../model/trigger.js';
import { maxTimestampOf } from '../../model/window.js';
import { isLength } from './grid.js';
import { triggerInvalid } from './triggers.js';

/**
 * Fires whenever the watermark has passed a whole interval, and at the window's end.
 *
 * @example
 * ```ts
 * import { continuousEventTimeTrigger, minutes } from '@millrace/core';
 *
 * console.log(continuousEventTimeTrigger(minutes(5)).name); // continuous-event-time(300000)
 * ```
 */
export function continuousEventTimeTrigger(interval: Milliseconds): Trigger<unknown, Timestamp> {
  return continuous(interval, 'event-time');
}

/**
 * Fires whenever the clock has passed a whole interval, and at the window's end.
 *
 * @example
 * ```ts
 * import { continuousProcessingTimeTrigger, seconds } from '@millrace/core';
 *
 * console.log(continuousProcessingTimeTrigger(seconds(1)).name); // continuous-processing-time(1000)
 * ```
 */
export function continuousProcessingTimeTrigger(
  interval: Milliseconds,
): Trigger<unknown, Timestamp> {
  return continuous(interval, 'processing-time');
}

type Context = TriggerContext<Timestamp>;

/** The state is the time of the next firing. */
function continuous(interval: Milliseconds, domain: TimeDomain): Trigger<unknown, Timestamp> {
  if (!isLength(interval))
    throw triggerInvalid(`a trigger cannot fire every ${String(interval)} ms`);
  const setNext = (after: Timestamp, context: Context): void => {
    const next = nextFiring(after, interval, ownEnd(context, domain));
    context.setState(next);
    if (next !== undefined) register(context, next, domain);
  };
  const onTime =
    (timeDomain: TimeDomain) =>
    (time: Timestamp, context: Context): TriggerResult => {
      const isNext = timeDomain === domain && time === context.state();
      if (isNext) setNext(time, context);
      return isNext || isEnd(context, { time, timeDomain }) ? 'fire' : 'continue';
    };
  return {
    name: `continuous-${domain}(${String(interval)})`,
    onElement: (_value, timestamp, context) => {
      if (isPast(context)) return 'fire';
      registerEnd(context);
      if (context.state() === undefined) setNext(elementTime(timestamp, context, domain), context);
      return 'continue';
    },
    onEventTime: onTime('event-time'),
    onProcessingTime: onTime('processing-time'),
    onMerge: (times, context) => {
      if (isPast(context)) return;
      registerEnd(context);
      if (times.length === 0) return;
      const next = Math.min(...times);
      context.setState(next);
      register(context, next, domain);
    },
    clear: (context) => {
      const next = context.state();
      if (next !== undefined) unregister(context, next, domain);
      unregister(context, maxTimestampOf(context.window), context.windowTime);
    },
  };
}

/** None where it would lie at the window's end or beyond: there the end's own timer fires. */
function nextFiring(
  after: Timestamp,
  interval: Milliseconds,
  end: Timestamp,
): Timestamp | undefined {
  const rest = after % interval;
  const next = after - (rest < 0 ? rest + interval : rest) + interval;
  return next < end ? next : undefined;
}

function elementTime(timestamp: Timestamp, context: Context, domain: TimeDomain): Timestamp {
  return domain === 'event-time' ? timestamp : context.currentProcessingTime();
}

/** The window's last timestamp, where it goes by the trigger's time. */
function ownEnd({ window, windowTime }: Context, domain: TimeDomain): Timestamp {
  return windowTime === domain ? maxTimestampOf(window) : Number.POSITIVE_INFINITY;
}

function isPast(context: Context): boolean {
  const { window, windowTime } = context;
  return windowTime === 'event-time' && maxTimestampOf(window) <= context.currentWatermark();
}

function isEnd(
  { window, windowTime }: Context,
  { time, timeDomain }: { readonly time: Timestamp; readonly timeDomain: TimeDomain },
): boolean {
  return timeDomain === windowTime && time === maxTimestampOf(window);
}

function registerEnd(context: Context): void {
  const { window, windowTime } = context;
  if (windowTime !== 'none') register(context, maxTimestampOf(window), windowTime);
}

function register(context: Context, time: Timestamp, domain: TimeDomain): void {
  if (domain === 'event-time') context.registerEventTimeTimer(time);
  else context.registerProcessingTimeTimer(time);
}

function unregister(context: Context, time: Timestamp, domain: TimeDomain | 'none'): void {
  if (domain === 'event-time') context.deleteEventTimeTimer(time);
  else if (domain === 'processing-time') context.deleteProcessingTimeTimer(time);
}
