/**
 * Owns: the door for streams of Node.js and of the web platform.
 * Refuses: to let a stream flow; it is read chunk by chunk, as the job has room, so its own
 *     `highWaterMark` is what it holds.
 */
import type { Source } from '../../model/source.js';
import { AsyncIterableReader } from './async-iterable-reader.js';
import { begunOnce } from './begun-once.js';
import { doorLimits, wrongDoor } from './door-options.js';
import type { AsyncIterableOptions } from './from-async-iterable.js';
import { nodeStreamIterator, type NodeReadable } from './node-stream-iterator.js';
import { webStreamIterator, type WebReadable } from './web-stream-iterator.js';

/** A `Readable` of Node.js, or a `ReadableStream` of the web platform. */
export type ReadableLike<T> = NodeReadable<T> | WebReadable<T>;

/** Node.js does not say what chunks are: then it is for the caller to say. */
export type Chunk<T> = 0 extends 1 & T ? unknown : T;

/** Chunks may be large, and a stream has a buffer of its own. */
const DEFAULTS = { readAheadRecordsMax: 16, returnMsMax: 1_000 };

/**
 * A source over a stream: its chunks are the records, objects or bytes. It is read as the job has room.
 * When the job leaves before the end, the stream is destroyed, or cancelled. A stream that somebody else
 * destroys before its end fails the job. Give a function that opens the stream, so that each run has one
 * of its own and nothing is open before.
 *
 * @example
 * ```ts
 * import { Readable } from 'node:stream';
 * import { defineJob, forEachSink, fromReadable, runJob } from '@millrace/core';
 *
 * const source = fromReadable<string>(() => Readable.from(['a', 'b', 'c']));
 * const handle = await runJob(defineJob('chunks', (env) => {
 *   env.fromSource(source, { uid: 'in' }).sinkTo(forEachSink((chunk) => console.log(chunk))); // a, b, c
 * }));
 * await handle.done;
 * ```
 */
export function fromReadable<T>(
  stream: ReadableLike<T> | (() => ReadableLike<T>),
  options: AsyncIterableOptions = {},
): Source<Chunk<T>> {
  const limits = doorLimits('fromReadable', DEFAULTS, options);
  const begin = () => chunksOf<T>(typeof stream === 'function' ? stream() : stream);
  return {
    name: 'readable',
    boundedness: 'bounded',
    createReader: (context) =>
      new AsyncIterableReader<Chunk<T>>({
        begin: begin as () => AsyncIterator<Chunk<T>, unknown>,
        limits,
        context,
      }),
  };
}

function chunksOf<T>(stream: ReadableLike<T>): AsyncIterator<T, unknown> {
  if (isWebReadable(stream)) return webStreamIterator(begunOnce(stream, 'fromReadable'));
  if (isNodeReadable(stream)) return nodeStreamIterator(begunOnce(stream, 'fromReadable'));
  const advice =
    'what is no stream; give a Readable or a ReadableStream, or a function that opens one; old streams become one by new Readable().wrap(stream)';
  throw wrongDoor('fromReadable', advice);
}

function isWebReadable<T>(stream: ReadableLike<T> | undefined): stream is WebReadable<T> {
  return typeof (stream as Partial<WebReadable<T>> | undefined)?.getReader === 'function';
}

function isNodeReadable<T>(stream: ReadableLike<T> | undefined): stream is NodeReadable<T> {
  const {
    destroy,
    on,
    [Symbol.asyncIterator]: iterate,
  } = (stream ?? {}) as Partial<NodeReadable<T>>;
  return [destroy, on, iterate].every((verb) => typeof verb === 'function');
}
