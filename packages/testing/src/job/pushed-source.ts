/**
 * Owns: a source whose records a test pushes, when it likes.
 * Refuses: to move the job: it does when the test lets it, after the push (`test-job.ts`).
 */
import { MillraceError, type Source, type Timestamp } from '@millrace/core';
import {
  appendRecord,
  NO_TIMESTAMP,
  type InputStatus,
  type PostMail,
  type Run,
  type SourceReader,
} from '@millrace/core/connector';

/** What a test does with a source that it stands in for. */
export interface PushedSource<T> {
  /** Puts records at the source, which the job reads as fast as it can take them. */
  push(...values: readonly T[]): void;
  /** One record with a timestamp of the source's own; a watermark strategy reads its own all the same. */
  pushAt(value: T, timestamp: Timestamp): void;
  /** Nothing follows what was pushed. */
  end(): void;
}

interface Pushed {
  readonly value: unknown;
  readonly timestamp: Timestamp;
}

export class PushedRecords implements PushedSource<unknown>, SourceReader<unknown> {
  readonly #uid: string;
  #queue: Pushed[] = [];
  #input: 'open' | 'ended' = 'open';
  #post: PostMail | undefined;

  constructor(uid: string) {
    this.#uid = uid;
  }

  /** What stands in the job in place of its own source. */
  get source(): Source<unknown> {
    const createReader: Source<unknown>['createReader'] = ({ post }) => {
      this.#post = post;
      return this;
    };
    return { name: 'pushed', boundedness: 'unbounded', createReader };
  }

  push(...values: readonly unknown[]): void {
    for (const value of values) this.pushAt(value, NO_TIMESTAMP);
  }

  pushAt(value: unknown, timestamp: Timestamp): void {
    if (this.#input === 'ended') throw pushedBehindEnd(this.#uid);
    this.#queue.push({ value, timestamp });
    this.#tell();
  }

  end(): void {
    this.#input = 'ended';
    this.#tell();
  }

  hasEnded(): boolean {
    return this.#input === 'ended';
  }

  /** Records that the job has not read yet. */
  waiting(): number {
    return this.#queue.length;
  }

  open(): void {
    // The records are at hand.
  }

  poll(run: Run<unknown>, recordsMax: number): InputStatus {
    const read = this.#queue.slice(0, recordsMax);
    this.#queue = this.#queue.slice(read.length);
    for (const { value, timestamp } of read) appendRecord(run, value, timestamp);
    if (this.#queue.length > 0) return 'more-available';
    return this.#input === 'ended' ? 'end-of-input' : 'nothing-available';
  }

  endInput(): void {
    this.#input = 'ended';
  }

  close(): void {
    // There is nothing to let go of.
  }

  #tell(): void {
    this.#post?.({ name: 'source.pushed', deliver: () => undefined });
  }
}

function pushedBehindEnd(uid: string): MillraceError {
  const sentence = `the source "${uid}" has ended, and a record was pushed behind its end; push before end()`;
  return new MillraceError('SOURCE_ENDED', sentence);
}
