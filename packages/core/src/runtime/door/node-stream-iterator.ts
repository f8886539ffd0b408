/**
 * Owns: a `Readable` of Node.js as an async iterator that can be left while it waits.
 * Refuses: to import Node.js; the stream's own iterator reads it without letting it flow.
 *
 * I1. To return, the stream is destroyed first: its iterator is a generator, and would wait for the next
 *     chunk before it did that itself.
 */
import { MillraceError } from '../../model/error.js';

/** What is used of a `Readable`. */
export interface NodeReadable<T> {
  [Symbol.asyncIterator](): AsyncIterator<T, unknown>;
  destroy(): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

export function nodeStreamIterator<T>(stream: NodeReadable<T>): AsyncIterator<T, unknown> {
  // What fails while it is read, its iterator tells; what fails afterwards must not end the process.
  stream.on('error', () => undefined);
  const iterator = stream[Symbol.asyncIterator]();
  return {
    next: () =>
      iterator.next().catch((cause: unknown) => {
        throw isPremature(cause) ? closedEarly(cause) : cause;
      }),
    return: (value) => {
      stream.destroy();
      return iterator.return?.(value) ?? Promise.resolve({ done: true, value });
    },
  };
}

function isPremature(cause: unknown): boolean {
  return (cause as { code?: unknown } | undefined)?.code === 'ERR_STREAM_PREMATURE_CLOSE';
}

function closedEarly(cause: unknown): MillraceError {
  const sentence =
    'its stream closed early: it was destroyed before its end, so records may be missing; look for who destroys it, or end it instead';
  return new MillraceError('SOURCE_CLOSED_EARLY', sentence, { cause });
}
