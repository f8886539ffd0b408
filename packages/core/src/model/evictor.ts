/**
 * Owns: the contract of evictors, which take elements out of a window when it fires.
 * Refuses: windows with incremental aggregates in their contents: an evictor needs the elements.
 *
 * W9. What an evictor leaves is what the window holds from then on.
 */
import type { Timestamp } from './time.js';
import type { TimeWindow } from './window.js';

/** One element of a window. */
export interface TimestampedElement<T> {
  readonly value: T;
  readonly timestamp: Timestamp;
}

export interface EvictorContext {
  readonly window: TimeWindow;
  readonly currentWatermark: Timestamp;
  readonly currentProcessingTime: Timestamp;
}

/** Answers those of the elements that stay, in the order in which they came. */
export type Evict<T> = <E extends TimestampedElement<T>>(
  elements: readonly E[],
  context: EvictorContext,
) => readonly E[];

export interface Evictor<T = unknown> {
  readonly name: string;
  /** Before the window function sees the elements. */
  readonly evictBefore?: Evict<T>;
  /** After it has seen them. */
  readonly evictAfter?: Evict<T>;
  /** For the compiler alone: it takes out what is a `T`. */
  readonly typed?: (element: T) => void;
}
