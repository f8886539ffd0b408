/**
 * Owns: a `ReadableStream` of the web platform as an async iterator that can be left while it waits.
 * Refuses: the stream's own iterator, which would wait for the next chunk before it cancels.
 */

/** What is used of a `ReadableStream`. */
export interface WebReadable<T> {
  getReader(): WebReader<T>;
  // A ReadableStream declares this one last, and TypeScript infers from the last ones in pairs.
  getReader(options?: undefined): unknown;
}

interface WebReader<T> {
  read(): Promise<{ readonly done: boolean; readonly value?: T | undefined }>;
  cancel(): Promise<void>;
}

export function webStreamIterator<T>(stream: WebReadable<T>): AsyncIterator<T, unknown> {
  const reader = stream.getReader();
  return {
    next: () => reader.read() as Promise<IteratorResult<T, unknown>>,
    return: (value) => reader.cancel().then(() => ({ done: true, value })),
  };
}
