/**
 * Owns: a limiter by time: so many entries a second, up to a burst.
 * Refuses: to change by being asked (N4).
 */
import type { SinkLimiter } from './async-sink-spec.js';

export function tokenBucket(perSecond: number, burst: number): SinkLimiter {
  let tokens = burst;
  let at = 0;
  const tokensAt = (now: number): number =>
    Math.min(burst, tokens + ((now - at) * perSecond) / 1000);
  return {
    delayMs: (entries, now) => Math.max(0, ((entries - tokensAt(now)) * 1000) / perSecond),
    onSent: (entries, now) => {
      tokens = tokensAt(now) - entries;
      at = now;
    },
    onReply: () => {},
  };
}
