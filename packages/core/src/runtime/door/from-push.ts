/**
 * Owns: the door for producers that push: a source over a function that begins to.
 * Refuses: to begin before a job runs; each execution of the job begins anew.
 */
import type { Source } from '../../model/source.js';
import { wrongDoor } from './door-options.js';
import { PushReader, type BeginPushing } from './push-reader.js';
import { cannotPause, pushRules, type PushRules } from './push-rules.js';
import type {
  BlockOptions,
  PausableProducer,
  PushOptions,
  PushReceiver,
  StopProducer,
} from './push-source.js';

/**
 * A source over a producer that pushes: an emitter, a socket, a callback of somebody else. The function is
 * called when a job starts; it begins to push into its receiver and answers how to stop that. A
 * producer does not wait for a job, so you declare what happens to a value for which there is no room:
 * the job fails (`strict`), or a value is dropped and counted (`drop-newest`, `drop-oldest`). A producer
 * with `pause()` and `resume()` can have `block`, and loses nothing.
 *
 * @example
 * ```ts
 * import { EventEmitter } from 'node:events';
 * import { defineJob, forEachSink, fromPush, runJob } from '@millrace/core';
 *
 * const readings = new EventEmitter();
 * const source = fromPush<number>(
 *   ({ next, complete }) => {
 *     readings.on('celsius', next).once('off', complete);
 *     return () => void readings.off('celsius', next).off('off', complete);
 *   },
 *   { policy: 'drop-oldest', bufferRecordsMax: 100 },
 * );
 * const handle = await runJob(defineJob('oven', (env) => {
 *   env.fromSource(source, { uid: 'oven' }).sinkTo(forEachSink((celsius) => console.log(celsius)));
 * }));
 * setImmediate(() => {
 *   readings.emit('celsius', 180);
 *   readings.emit('off');
 * });
 * await handle.done;
 * console.log(readings.listenerCount('celsius')); // 0
 * ```
 *
 * @example A socket that can be paused loses nothing.
 * ```ts
 * import { Readable } from 'node:stream';
 * import { fromPush } from '@millrace/core';
 *
 * const source = fromPush<Uint8Array>(
 *   ({ next, complete, error }) => {
 *     const socket = Readable.from(['a', 'b']).on('data', next).on('end', complete).on('error', error);
 *     return { pause: () => socket.pause(), resume: () => socket.resume(), stop: () => socket.destroy() };
 *   },
 *   { policy: 'block', bufferRecordsMax: 64 },
 * );
 * console.log(source.boundedness); // unbounded
 * ```
 */
export function fromPush<T>(
  begin: (receiver: PushReceiver<T>) => StopProducer,
  options: PushOptions,
): Source<T>;
export function fromPush<T>(
  begin: (receiver: PushReceiver<T>) => PausableProducer,
  options: BlockOptions,
): Source<T>;
export function fromPush<T>(
  begin: (receiver: PushReceiver<T>) => StopProducer | PausableProducer,
  options: PushOptions | BlockOptions,
): Source<T> {
  const rules = pushRules('fromPush', options);
  return pushSource('push', rules, (receiver) => pausable(begin(receiver), rules));
}

/** A source over what begins to push, for the doors of this room. */
export function pushSource<T>(name: string, rules: PushRules, begin: BeginPushing<T>): Source<T> {
  return {
    name,
    boundedness: 'unbounded',
    createReader: (context) => new PushReader<T>({ begin, rules, context }),
  };
}

function pausable(
  producer: StopProducer | PausableProducer,
  { policy }: PushRules,
): PausableProducer {
  if (typeof producer === 'function') {
    if (policy === 'block') throw cannotPause('fromPush');
    return unpausable(producer);
  }
  if (isPausable(producer)) return producer;
  const advice =
    'a function that does not answer how to stop it; return a function that does, or an object with pause, resume and stop';
  throw wrongDoor('fromPush', advice);
}

/** A producer that can only be stopped; nobody tells it to wait, for its policy is not `block`. */
export function unpausable(stop: StopProducer): PausableProducer {
  return { pause: () => undefined, resume: () => undefined, stop };
}

function isPausable(producer: PausableProducer | undefined): producer is PausableProducer {
  return [producer?.pause, producer?.resume, producer?.stop].every(
    (verb) => typeof verb === 'function',
  );
}
