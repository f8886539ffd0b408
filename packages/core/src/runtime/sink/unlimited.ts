/**
 * Owns: the limiter of a sink that has none.
 * Refuses: nothing, ever.
 */
import type { SinkLimiter } from './async-sink-spec.js';

/** Lets every batch go. */
export const unlimited: SinkLimiter = {
  delayMs: () => 0,
  onSent: () => {},
  onReply: () => {},
};
