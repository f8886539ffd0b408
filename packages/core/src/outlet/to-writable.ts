/**
 * Owns: the way out of a job into a stream of Node.js or of the web platform.
 * Refuses: to be ahead of the stream by more than a named limit.
 */
import type { Sink } from '../model/sink.js';
import { doorLimits, wrongDoor } from '../runtime/door/door-options.js';
import { NodePort, type NodeWritable } from './node-writable.js';
import { WebPort, type WebWritable } from './web-writable.js';
import type { WritableEvents, WritablePort } from './writable-port.js';
import { WritableWriter } from './writable-writer.js';

/** A `Writable` of Node.js, or a `WritableStream` of the web platform. */
export type WritableLike<T> = NodeWritable | WebWritable<T>;

export interface ToWritableOptions {
  /** Records that may wait for the stream, those in its own buffer included. Default: 256. */
  readonly bufferRecordsMax?: number;
}

/** Enough to fill the buffer of a file with lines; few enough where they are objects and large. */
const DEFAULTS = { bufferRecordsMax: 256 };

/**
 * A sink that writes each record into a stream: as objects where it has object mode, otherwise as strings or
 * bytes, which `map` has to make. It goes as fast as the stream does. At the end of the input the stream is
 * ended, and the job is done when it has finished; a job that ends otherwise destroys it. A stream that
 * fails, or that somebody else closes, fails the job with its cause. Each run opens a stream of its own.
 *
 * @example
 * ```ts
 * import { Writable } from 'node:stream';
 * import { defineJob, fromArray, runJob, toWritable } from '@millrace/core';
 *
 * const paper = () => new Writable({
 *   objectMode: true,
 *   write: (word, _encoding, done) => { console.log(word); done(); },
 * });
 * const handle = await runJob(defineJob('print', (env) => {
 *   env.fromSource(fromArray(['to', 'be']), { uid: 'words' }).sinkTo(toWritable(paper), { uid: 'paper' });
 * }));
 * console.log((await handle.done).ended); // finished
 * ```
 */
export function toWritable<T>(
  open: () => WritableLike<T>,
  options: ToWritableOptions = {},
): Sink<T> {
  const { bufferRecordsMax } = doorLimits('toWritable', DEFAULTS, options);
  if (typeof open !== 'function') throw notAFunction();
  const connect = (events: WritableEvents): WritablePort => portOf(open(), events);
  return {
    name: 'writable',
    createWriter: (context) => new WritableWriter<T>({ bufferRecordsMax, connect, context }),
  };
}

function portOf<T>(stream: WritableLike<T>, events: WritableEvents): WritablePort {
  if (isWebWritable(stream)) return new WebPort(stream, events);
  if (isNodeWritable(stream)) return new NodePort(stream, events);
  throw wrongDoor(
    'toWritable',
    'a function whose answer is no stream; let it answer a Writable or a WritableStream',
  );
}

function notAFunction(): Error {
  const advice =
    'what is no function; give one that opens a stream, so that each run has a stream of its own: toWritable(() => createWriteStream(path))';
  return wrongDoor('toWritable', advice);
}

function isWebWritable<T>(stream: WritableLike<T> | undefined): stream is WebWritable<T> {
  return typeof (stream as Partial<WebWritable<T>> | undefined)?.getWriter === 'function';
}

function isNodeWritable<T>(stream: WritableLike<T> | undefined): stream is NodeWritable {
  const { write, end, destroy, on } = (stream ?? {}) as Partial<NodeWritable>;
  return [write, end, destroy, on].every((verb) => typeof verb === 'function');
}
