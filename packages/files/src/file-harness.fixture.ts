/**
 * Owns: a file source driven by hand, as a task would: a mailbox, polls, and promises that settle; and
 *   files in memory. Nothing here sleeps: after `nothing-available` it waits for the promised mail.
 * Refuses: real files, and a clock that moves.
 */
import { isMillraceError } from '@millrace/core';
import {
  createRun,
  type Mail,
  type Run,
  type Source,
  type SourceReader,
} from '@millrace/core/connector';
import { settlePromises } from '@millrace/testing';
import type { OpenBytes } from './byte-stream.js';
import type { FileRecordError } from './file-error.js';

/** A reader with its mailbox, as a task would hold them. */
export class Driver<T> {
  readonly reader: SourceReader<T>;
  readonly timestamps: number[] = [];
  /** What was told of records that failed. */
  readonly failed: { code: string; line: unknown; value: unknown }[] = [];
  private readonly mailbox: Mail[] = [];
  private wake: () => void = () => {};

  constructor(source: Source<T>, policy: 'fail' | 'skip' = 'fail') {
    const post = (mail: Mail) => {
      this.mailbox.push(mail);
      this.wake();
    };
    const recordFailed = (error: unknown, value: unknown): void => {
      if (policy === 'fail') throw error;
      const line = (error as FileRecordError).line;
      this.failed.push({ code: said(error)[0], line, value });
    };
    const clock = { now: () => 0, after: () => () => {} };
    this.reader = source.createReader({
      post,
      clock,
      random: { next: () => 0 },
      recordFailed,
      whenSettled: post,
    });
  }

  deliver(): void {
    for (const mail of this.mailbox.splice(0)) mail.deliver();
  }

  /** Settles when the reader has posted. One that never does hangs the test. */
  async mail(): Promise<void> {
    if (this.mailbox.length === 0) await new Promise<void>((resolve) => (this.wake = resolve));
  }

  /** Runs to the end or to the error. */
  async drain(recordsMax: number): Promise<{ records: T[]; error: unknown }> {
    const records: T[] = [];
    const run = createRun<T>(recordsMax);
    try {
      this.reader.open();
      for (;;) {
        this.deliver();
        const before = this.failed.length;
        const status = this.reader.poll(run, recordsMax);
        if (run.length + this.failed.length - before > recordsMax) throw new Error('C3 is broken');
        this.take(run, records);
        if (status === 'end-of-input') return { records, error: undefined };
        if (status === 'nothing-available') await this.mail();
      }
    } catch (error) {
      this.take(run, records);
      return { records, error };
    } finally {
      await this.reader.close();
    }
  }

  private take(run: Run<T>, into: T[]): void {
    into.push(...run.values.slice(0, run.length));
    this.timestamps.push(...run.timestamps.slice(0, run.length));
    run.length = 0;
  }
}

/** A file in memory that comes in chunks, and counts. */
export class MemoryFile {
  bytesRead = 0;
  readsInFlight = 0;
  readsInFlightMax = 0;
  closed = 0;
  private readonly bytes: Uint8Array;

  constructor(
    content: string | Uint8Array,
    private readonly chunkBytes = 1 << 16,
  ) {
    this.bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  }

  readonly open: OpenBytes = async () => ({
    read: async (bytesMax) => {
      this.readsInFlight += 1;
      this.readsInFlightMax = Math.max(this.readsInFlightMax, this.readsInFlight);
      await Promise.resolve();
      this.readsInFlight -= 1;
      const end = this.bytesRead + Math.min(bytesMax, this.chunkBytes);
      const chunk = this.bytes.subarray(this.bytesRead, end);
      this.bytesRead += chunk.length;
      return chunk.length === 0 ? undefined : chunk;
    },
    close: async () => {
      this.closed += 1;
    },
  });
}

/** An `open` that knows some files by their paths, and how many of them are open at most. */
export class MemoryDisk {
  openNow = 0;
  openMax = 0;

  constructor(
    private readonly files: Readonly<Record<string, string | Uint8Array>>,
    private readonly chunkBytes?: number,
  ) {}

  readonly open: OpenBytes = async (path) => {
    const stream = await new MemoryFile(this.files[path]!, this.chunkBytes).open(path);
    this.openNow += 1;
    this.openMax = Math.max(this.openMax, this.openNow);
    return {
      read: (bytesMax) => stream.read(bytesMax),
      close: async () => {
        await settlePromises(1); // a disk takes its time
        this.openNow -= 1;
      },
    };
  };
}

export const anything = (value: unknown) => value;

/** Code and message of what was thrown, which must be ours. */
export function said(error: unknown): [string, string] {
  if (!isMillraceError(error)) throw error;
  return [error.code, error.message];
}
