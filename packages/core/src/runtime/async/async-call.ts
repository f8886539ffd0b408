/**
 * Owns: one record on its way through an asynchronous function: where it stands, and what came of it.
 * Refuses: to call; `async-caller.ts` does.
 *
 * A6. It is done once. What comes of a try after that, or of a try that was given up, is nobody's affair.
 */
import type { CanonicalKey } from '../../model/key.js';
import { NO_TIMESTAMP, type Timestamp } from '../../model/time.js';
import type { MailTimer } from '../call/mail-timer.js';
import type { TryContext } from './try-context.js';

/**
 * `waiting` for a place or for its key; `calling`; `answered` by a promise whose mail is on the way;
 * `backing-off` until the next try; `done`, and to be emitted.
 */
export type CallStatus = 'waiting' | 'calling' | 'answered' | 'backing-off' | 'done';

/** Where calls that are done are noted, in the order in which they came to be. */
export interface DoneCalls {
  push(call: AsyncCall): void;
}

export class AsyncCall {
  readonly kind = 'call';
  readonly value: unknown;
  readonly timestamp: Timestamp;
  /** The record as it was before the user's function could change it (K4). */
  kept: unknown;
  /** Only where results leave in the order of each key. */
  key: CanonicalKey | undefined = undefined;
  status: CallStatus = 'waiting';
  /** What `result` is: of a try while it is answered, of the call when it is done. */
  outcome: 'value' | 'error' = 'value';
  result: unknown = undefined;
  attempt = 0;
  /** When its time is over, over all tries. */
  deadline: Timestamp = NO_TIMESTAMP;
  /** Of the try that is waited for. */
  context: TryContext | undefined = undefined;
  backoff: MailTimer | undefined = undefined;
  /** The next of its key, which begins when this one is done. */
  behind: AsyncCall | undefined = undefined;

  /** Its neighbours in the list of its segment. */
  previous: AsyncCall | undefined = undefined;
  next: AsyncCall | undefined = undefined;
  /** Those of its segment. */
  doneCalls: DoneCalls | undefined = undefined;

  constructor(value: unknown, timestamp: Timestamp) {
    this.value = value;
    this.timestamp = timestamp;
    this.kept = value;
  }

  /** Nothing of it is waited for any more. */
  end(outcome: 'value' | 'error', result: unknown): void {
    this.status = 'done';
    this.outcome = outcome;
    this.result = result;
    this.abandon();
  }

  /** What its try answers, or leads to, is nobody's affair any more. */
  abandon(): void {
    this.context = undefined;
    this.backoff?.cancel();
    this.backoff = undefined;
  }
}
