/**
 * Owns: the tries of each call: the first, those after a failure, and the end of its time.
 * Refuses: to emit, and to say which call begins when; the operator does.
 *
 * E2. A promise that settles leaves its answer with its call and posts one mail for all that settle until
 *     it is delivered. A4. Failed tries are repeated as the user says. A5. The time is that of all tries.
 * A6. What settles when nobody waits for it is ignored. A8. A plain answer is taken at once.
 */
import type { Clock, Random } from '../../model/clock.js';
import type { AsyncSpec } from '../../model/graph.js';
import type { PostMail } from '../../model/mail.js';
import { backoffMs } from '../call/backoff.js';
import { MailTimer } from '../call/mail-timer.js';
import type { AsyncCall } from './async-call.js';
import { Deadlines } from './deadlines.js';
import { fallbackFailed, lastOf, timedOut } from './async-failure.js';
import { TryContext } from './try-context.js';

export interface AsyncCallerParts {
  readonly spec: AsyncSpec;
  readonly clock: Clock;
  readonly random: Random;
  readonly post: PostMail;
  /** Every call that may be in flight. */
  readonly calls: () => Iterable<AsyncCall>;
  /** Told, in a step, of a call that is done now; not of one that is done when it begins. */
  readonly onDone: (call: AsyncCall) => void;
}

/** A thenable of the user's has become a promise by then, which settles once and calls back later. */
const { then } = Promise.prototype;

export class AsyncCaller {
  readonly #parts: AsyncCallerParts;
  readonly #deadlines: Deadlines;
  /** Calls whose promises have settled since the last mail was delivered. */
  #answered: AsyncCall[] = [];
  #inFlight = 0;
  #retries = 0;
  #timeouts = 0;

  constructor(parts: AsyncCallerParts) {
    this.#parts = parts;
    const { spec, clock, post, calls } = parts;
    this.#deadlines = new Deadlines({
      timeoutMs: spec.timeoutMs,
      timers: { clock, post },
      calls,
      expire: (call) => this.#expire(call),
    });
  }

  /** The first try; true when it is done already. */
  begin(call: AsyncCall): boolean {
    this.#inFlight += 1;
    if (this.#try(call)) return true;
    this.#deadlines.set(call);
    return false;
  }

  /** Nobody waits for anything any more. */
  dispose(): void {
    this.#deadlines.cancel();
    for (const call of this.#parts.calls()) {
      const { context } = call;
      call.abandon();
      if (context !== undefined) TryContext.abort(context);
    }
  }

  metrics(): Readonly<Record<string, number>> {
    return {
      numAsyncCallsInFlight: this.#inFlight,
      numAsyncRetries: this.#retries,
      numAsyncTimeouts: this.#timeouts,
    };
  }

  /** True when the call is done. */
  #try(call: AsyncCall): boolean {
    call.attempt += 1;
    const context = new TryContext(call.attempt);
    call.context = context;
    call.status = 'calling';
    let answer: unknown;
    try {
      answer = this.#parts.spec.call(call.value, context);
      if (!isThenable(answer)) return this.#succeeded(call, answer);
    } catch (error) {
      return this.#tryFailed(call, error);
    }
    this.#listen(call, context, Promise.resolve(answer));
    return false;
  }

  #listen(call: AsyncCall, context: TryContext, answer: Promise<unknown>): void {
    void then.call(
      answer,
      (value) => {
        if (call.context === context) this.#onSettled(call, 'value', value);
      },
      (error: unknown) => {
        if (call.context === context) this.#onSettled(call, 'error', error);
      },
    );
  }

  #onSettled(call: AsyncCall, outcome: AsyncCall['outcome'], result: unknown): void {
    call.context = undefined;
    call.status = 'answered';
    call.outcome = outcome;
    call.result = result;
    if (this.#answered.push(call) > 1) return;
    this.#parts.post({ name: 'async.answers', deliver: () => this.#onAnswers() });
  }

  #onAnswers(): void {
    const answered = this.#answered;
    this.#answered = [];
    for (const call of answered) {
      // Its time may have been over before this mail came.
      if (call.status === 'answered' && this.#judge(call)) this.#parts.onDone(call);
    }
  }

  #judge(call: AsyncCall): boolean {
    if (call.outcome === 'value') return this.#succeeded(call, call.result);
    return this.#tryFailed(call, call.result);
  }

  #succeeded(call: AsyncCall, value: unknown): true {
    return this.#ended(call, 'value', value);
  }

  #tryFailed(call: AsyncCall, error: unknown): boolean {
    const { attemptsMax, isRetryable } = this.#parts.spec.retry;
    call.context = undefined;
    try {
      if (call.attempt < attemptsMax && isRetryable(error)) {
        this.#backOff(call);
        return false;
      }
    } catch (unjudged) {
      return this.#failed(call, unjudged);
    }
    return this.#failed(call, error);
  }

  #backOff(call: AsyncCall): void {
    const { spec, clock, random, post } = this.#parts;
    const { retry } = spec;
    call.status = 'backing-off';
    call.backoff = new MailTimer({ clock, post }, 'async.backoff', () => this.#retry(call));
    call.backoff.arm(backoffMs(call.attempt, retry, retry.jitter === 'full' ? random : CEILING));
  }

  #retry(call: AsyncCall): void {
    this.#retries += 1;
    if (this.#try(call)) this.#parts.onDone(call);
  }

  // An answer whose mail is on the way came in time; a failed try would only lead to another.
  #expire(call: AsyncCall): void {
    if (call.status === 'answered' && call.outcome === 'value') return;
    const { context } = call;
    this.#timeouts += 1;
    this.#failed(call, timedOut(this.#parts.spec.timeoutMs));
    if (context !== undefined) TryContext.abort(context);
    this.#parts.onDone(call);
  }

  #failed(call: AsyncCall, error: unknown): true {
    const { fallback } = this.#parts.spec;
    if (fallback === undefined) return this.#ended(call, 'error', lastOf(call.attempt, error));
    try {
      return this.#ended(call, 'value', fallback(call.value, error));
    } catch (cause) {
      return this.#ended(call, 'error', fallbackFailed(cause, error));
    }
  }

  #ended(call: AsyncCall, outcome: AsyncCall['outcome'], result: unknown): true {
    call.end(outcome, result);
    this.#inFlight -= 1;
    if (this.#inFlight === 0) this.#deadlines.cancel();
    return true;
  }
}

/** The longest wait: without jitter. */
const CEILING: Random = { next: () => 1 };

function isThenable(answer: unknown): boolean {
  if (answer === null || (typeof answer !== 'object' && typeof answer !== 'function')) return false;
  return typeof (answer as { readonly then?: unknown }).then === 'function';
}
