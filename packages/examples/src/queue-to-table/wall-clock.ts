/**
 * Owns: the time of the wall, for a queue that runs beside a job and not in it.
 * Refuses: to keep the process alive for a timer.
 */
import type { Clock } from '@millrace/core/connector';

export const wallClock: Clock = {
  now: () => Date.now(),
  after: (delayMs, callback) => {
    const timer = setTimeout(callback, delayMs).unref();
    return () => {
      clearTimeout(timer);
    };
  },
};
