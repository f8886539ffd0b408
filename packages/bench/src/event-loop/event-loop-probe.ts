/**
 * Owns: how long an event waits for its turn while something else keeps the loop busy.
 *
 * In thought an event falls due every tenth of a millisecond; whenever the loop turns, all that are
 * due are answered, each with its own wait. So a stall of 50 ms counts for the 500 events that it
 * kept waiting, where a timer that sets itself again would have seen one.
 */
import { createHistogram } from 'node:perf_hooks';

const EVERY_MS = 0.1;

export interface LoopDelay {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

/** Watches the loop from now until the returned function is called, which says what was seen. */
export function watchEventLoop(): () => LoopDelay {
  const waitsUs = createHistogram();
  let dueAt = performance.now();
  let turn = setImmediate(answer);
  function answer(): void {
    const now = performance.now();
    for (; dueAt <= now; dueAt += EVERY_MS) waitsUs.record(Math.ceil((now - dueAt) * 1000) || 1);
    turn = setImmediate(answer);
  }
  return () => {
    clearImmediate(turn);
    return {
      p50Ms: waitsUs.percentile(50) / 1000,
      p99Ms: waitsUs.percentile(99) / 1000,
      maxMs: waitsUs.max / 1000,
    };
  };
}
