/**
 * Owns: the contract of where a source's input has its splits from: a whole source is one split.
 * Refuses: to poll; the input does.
 */
import type { SourceReader } from '../../model/source.js';

/** What the input polls. */
export type PolledReader = Pick<SourceReader<unknown>, 'poll'>;

/** What a supply does to the input that it serves, from mails or when it opens. */
export interface SplitIntake {
  add(id: string, reader: PolledReader): void;
  /** There is no split for now. */
  onNoSplits(): void;
  /** There will be none any more. */
  onNoMoreSplits(): void;
}

export interface SplitSupply {
  open(intake: SplitIntake): void;
  /** True when no split can follow those that the input has. */
  isOver(): boolean;
  /** The split has been read; where it was the input's last, another one is wanted. */
  onFinished(id: string, left: 'some-left' | 'none-left'): void;
  /** The job drains; `ends-here` where what was read so far is all. */
  endInput(): 'ends-here' | 'ends-by-itself';
  metrics(): Readonly<Record<string, number>>;
  close(): Promise<void> | void;
}
