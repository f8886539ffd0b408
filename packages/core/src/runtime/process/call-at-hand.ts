/**
 * Owns: the record or timer for which a user's process function is being called.
 * Refuses: to lend anything outside of a call: what is collected later, from a promise or a callback, would
 *     come between two steps (E2).
 */
import { MillraceError } from '../../model/error.js';
import { NO_TIMESTAMP, type Timestamp } from '../../model/time.js';
import type { TimeDomain } from '../../model/process-function.js';

export class CallAtHand {
  readonly #operator: string;
  #is: 'none' | 'running' = 'none';
  #timestamp: Timestamp = NO_TIMESTAMP;
  #timerTime: Timestamp = NO_TIMESTAMP;
  #domain: TimeDomain | undefined;

  constructor(operator: string) {
    this.#operator = operator;
  }

  beginRecord(timestamp: Timestamp): void {
    this.#is = 'running';
    this.#timestamp = timestamp;
    this.#timerTime = timestamp;
    this.#domain = undefined;
  }

  /** What a processing-time timer emits has no timestamp: the clock says nothing about event time. */
  beginTimer(time: Timestamp, domain: TimeDomain): void {
    this.#is = 'running';
    this.#timestamp = domain === 'event-time' ? time : NO_TIMESTAMP;
    this.#timerTime = time;
    this.#domain = domain;
  }

  end(): void {
    this.#is = 'none';
  }

  /** What is emitted now gets it. Throws where nothing may be emitted. */
  timestampOfOutput(): Timestamp {
    this.assertRunning();
    return this.#timestamp;
  }

  /** Of the record or timer itself; undefined where the record has none. */
  timestamp(): Timestamp | undefined {
    this.assertRunning();
    return this.#timerTime === NO_TIMESTAMP ? undefined : this.#timerTime;
  }

  /** Only while a timer fires. */
  domain(): TimeDomain | undefined {
    this.assertRunning();
    return this.#domain;
  }

  assertRunning(): void {
    if (this.#is === 'running') return;
    const sentence = `${this.#operator}: a context or collector was used after its call had returned; do all work within processElement and onTimer, and await nothing there`;
    throw new MillraceError('CONTEXT_AFTER_CALL', sentence, { operator: this.#operator });
  }

  /** A function that answers a promise goes on after its call. */
  refusePromise(answer: unknown): void {
    if (!isPromise(answer)) return;
    const sentence = `${this.#operator}: a process function answered a promise; make it synchronous, nothing in a step can wait`;
    throw new MillraceError('PROMISE_ANSWERED', sentence, { operator: this.#operator });
  }
}

function isPromise(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'then' in answer;
}
