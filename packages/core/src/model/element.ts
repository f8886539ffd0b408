/**
 * Owns: the elements of a stream: runs of records, and the control elements between them.
 * Refuses: to mix the two; an element is either records or control.
 */
import type { Run } from './run.js';
import type { Timestamp } from './time.js';

/** No more records with a timestamp at or before `timestamp` will come. */
export interface Watermark {
  readonly kind: 'watermark';
  readonly timestamp: Timestamp;
}

/** Whether the input takes part in the progress of time. Idle: the source had nothing (T3). */
export interface WatermarkStatus {
  readonly kind: 'watermark-status';
  readonly status: 'active' | 'idle';
}

/** Nothing follows. Inside a chain, RxJS's completion says it. */
export interface EndOfInput {
  readonly kind: 'end-of-input';
}

/** What flows inside a chain, where completion stands for the end of input. */
export type StreamElement<T> = Run<T> | Watermark | WatermarkStatus;

/** What stands between two runs on a channel. */
export type ControlElement = Watermark | WatermarkStatus | EndOfInput;

export const END_OF_INPUT: EndOfInput = { kind: 'end-of-input' };

/** The watermark that says `timestamp`. */
export function watermark(timestamp: Timestamp): Watermark {
  return { kind: 'watermark', timestamp };
}
