/**
 * Owns: the way out of a job into an Observable: each subscription runs a job of its own.
 * Refuses: to invent a demand: an Observable has none, so the job goes as fast as subscribers return.
 */
import type { Observable, Subscriber } from 'rxjs';
import { ContainedObservable } from '../host/contained-observable.js';
import type { JobHandle } from '../host/job-handle.js';
import { refuseUnknownOptions } from '../model/unknown-option.js';
import { endedEarly } from './ended-early.js';
import { ObserverWriter } from './observer-writer.js';
import {
  OUTLET_OPTIONS,
  runOutlet,
  type DescribeOutlet,
  type NamedOutlet,
  type OutletOptions,
} from './outlet-job.js';

/**
 * The records of a stream as a cold Observable: subscribing describes and runs a job, unsubscribing stops
 * it, and the end or the failure of the job is that of the Observable. Subscribers are told in the steps of
 * the job, which goes as fast as they return; where they have to wait, take `toAsyncIterable`. What one
 * throws is a warning of the process, and fails nothing.
 *
 * @example
 * ```ts
 * import { lastValueFrom, toArray } from 'rxjs';
 * import { fromSequence, toObservable } from '@millrace/core';
 *
 * const squares = toObservable((env) => env.fromSource(fromSequence(1, 5), { uid: 'n' }).map((n) => n * n));
 * console.log(await lastValueFrom(squares.pipe(toArray()))); // [ 1, 4, 9, 16, 25 ]
 * ```
 */
export function toObservable<T>(
  describe: DescribeOutlet<T>,
  options: OutletOptions = {},
): Observable<T> {
  refuseUnknownOptions('toObservable', options, OUTLET_OPTIONS);
  const { name = 'to-observable' } = options;
  return new ContainedObservable<T>({
    what: `the records of job ${name}`,
    subscribe: (subscriber) => runFor(subscriber, describe, { ...options, name }),
  });
}

/** Answers how to stop it. */
function runFor<T>(
  subscriber: Subscriber<T>,
  describe: DescribeOutlet<T>,
  options: NamedOutlet,
): () => void {
  const writer = new ObserverWriter(subscriber);
  const running = runOutlet(describe, { name: 'observable', createWriter: () => writer }, options);
  const tellEnd = async ({ done }: JobHandle): Promise<void> => {
    const { ended } = await done;
    if (writer.finished()) subscriber.complete();
    else throw endedEarly(ended, options);
  };
  // Whoever has left does not hear of it; `onStarted` gives the handle to who wants to.
  running.then(tellEnd).catch((cause: unknown) => {
    subscriber.error(cause);
  });
  return () => {
    void running.then((handle) => handle.stop()).catch(() => undefined);
  };
}
