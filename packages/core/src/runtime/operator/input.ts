/**
 * Owns: the contract of what a task reads: a source's reader, or a channel from another task.
 * Refuses: to wait; an input that has nothing says so.
 */
import type { EndOfInput, StreamElement } from '../../model/element.js';

export type InputElement = StreamElement<unknown> | EndOfInput;

export interface Input {
  open(): void;
  /**
   * The next element, with at most `recordsMax` records if it is a run; a run is lent until the next
   * call. Control elements come without credit, so zero may be asked for.
   */
  next(recordsMax: number): InputElement | undefined;
  /** The task has something to do before it may read on: silence is not the input's now (T3). */
  onUnread?(): void;
  close(): Promise<void> | void;
}
