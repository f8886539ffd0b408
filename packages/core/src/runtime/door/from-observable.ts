/**
 * Owns: the door for Observables: of RxJS, of another copy of it, or of anybody else.
 * Refuses: to subscribe before a job runs; each execution of the job subscribes anew.
 */
import type { InteropObservable, Observable, Subscribable } from 'rxjs';
import type { Source } from '../../model/source.js';
import { wrongDoor } from './door-options.js';
import { pushSource, unpausable } from './from-push.js';
import { cannotPause, pushRules } from './push-rules.js';
import type { PushOptions, PushReceiver, StopProducer } from './push-source.js';

/** What has `subscribe`, or answers it by `Symbol.observable`. */
export type ObservableLike<T> = Observable<T> | Subscribable<T> | InteropObservable<T>;

/** What Observables answer: a subscription, a function, or, where they go by the signal, nothing. */
type Subscription = { unsubscribe(): void } | (() => void) | undefined | null;

interface Subscribing<T> {
  subscribe(receiver: PushReceiver<T>, options: { readonly signal: AbortSignal }): Subscription;
}

/**
 * A source over an Observable. It has no demand, so you declare what happens to a value for which there
 * is no room: the job fails (`strict`), or a value is dropped and counted. The job subscribes when it
 * starts and unsubscribes once, however it ends; completion is the end of the input. Give a function
 * where each run is to have an Observable of its own.
 *
 * An Observable that emits all it has while it is subscribed to, as `from(array)` does, brings it before
 * the job can read: use `fromArray` or `fromIterable` for what is at hand.
 *
 * @example
 * ```ts
 * import { interval, map, take } from 'rxjs';
 * import { defineJob, forEachSink, fromObservable, runJob } from '@millrace/core';
 *
 * const squares = interval(1).pipe(take(3), map((n) => n * n));
 * const handle = await runJob(defineJob('squares', (env) => {
 *   env.fromSource(fromObservable(squares, { policy: 'strict', bufferRecordsMax: 100 }), { uid: 'in' })
 *     .sinkTo(forEachSink((square) => console.log(square))); // 0, 1, 4
 * }));
 * await handle.done;
 * ```
 */
export function fromObservable<T>(
  observable: ObservableLike<T> | (() => ObservableLike<T>),
  options: PushOptions,
): Source<T> {
  const rules = pushRules('fromObservable', options);
  if (rules.policy === 'block') throw cannotPause('fromObservable');
  return pushSource('observable', rules, (receiver: PushReceiver<T>) =>
    unpausable(subscribed(subscribingOf(observable), receiver)),
  );
}

function subscribed<T>(observable: Subscribing<T>, receiver: PushReceiver<T>): StopProducer {
  const controller = new AbortController();
  const subscription = observable.subscribe(receiver, { signal: controller.signal });
  if (typeof subscription === 'function') return subscription;
  return () => {
    if (subscription) subscription.unsubscribe();
    else controller.abort();
  };
}

// `Symbol.observable` may be added to the language's symbols later than this is loaded.
function subscribingOf<T>(given: unknown): Subscribing<T> {
  if (canSubscribe<T>(given)) return given;
  const made: unknown = typeof given === 'function' ? (given as () => unknown)() : given;
  for (const name of [(Symbol as { observable?: symbol }).observable, '@@observable']) {
    const answer = name && (made as Record<symbol | string, () => unknown> | undefined)?.[name]?.();
    if (canSubscribe<T>(answer)) return answer;
  }
  if (canSubscribe<T>(made)) return made;
  throw wrongDoor(
    'fromObservable',
    'what has no subscribe(); give an Observable, or a function that makes one',
  );
}

function canSubscribe<T>(value: unknown): value is Subscribing<T> {
  return typeof (value as Subscribing<T> | undefined)?.subscribe === 'function';
}
