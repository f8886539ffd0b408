/**
 * Owns: one subscription of the user's RxJS operators, for a stretch of records: as many as there is
 * credit for.
 * Refuses: output that belongs to no record at hand, since no demand, snapshot or clock of ours knows of
 *     it; each kind has its sentence in `rx-refusals.ts`.
 *
 * E2. It is over before the step goes on, so what comes late finds nobody. E6. The last subscriber is
 *     ours and never throws: what fails is kept, and thrown to whoever gave the record.
 */
import { Observable, type Observer, type Subscriber } from 'rxjs';
import type { MillraceError } from '../../model/error.js';
import type { RxOperator } from '../../model/graph.js';
import { NO_TIMESTAMP, type Timestamp } from '../../model/time.js';
import type { HandlerPorts } from '../operator/element-handler.js';
import { RxHead } from './rx-head.js';
import {
  completedEarly,
  failedBetween,
  notAnOperator,
  outputAtBeginning,
  outputAtEnd,
  stillWaiting,
  subscribedAgain,
  type RxRefusal,
} from './rx-refusals.js';

/** What goes on, which decides what a notification means. */
type Moment = 'beginning' | 'record' | 'ending' | 'ended';

export interface RxStretchParts {
  readonly name: string;
  readonly operators: readonly RxOperator[];
  readonly collect: HandlerPorts['collect'];
}

export class RxStretch implements Observer<unknown> {
  readonly #parts: RxStretchParts;
  readonly #head = new RxHead(() => {
    this.#refuse(subscribedAgain);
  });
  #last: Subscriber<unknown> | undefined;
  #moment: Moment = 'beginning';
  /** Of the record at hand, and so of what comes out for it. */
  #timestamp: Timestamp = NO_TIMESTAMP;
  /** What failed at the record at hand; the stretch is over by it. */
  #failure: { readonly cause: unknown } | undefined;
  /** What makes the pipe unfit whatever its records are, so that no policy of records tolerates it. */
  #unfit: MillraceError | undefined;

  constructor(parts: RxStretchParts) {
    this.#parts = parts;
    this.#guarded(() => {
      this.#subscribe();
    });
    if (this.#failure !== undefined) {
      this.#unfit = failedBetween(parts.name, 'was subscribed', this.#failure.cause);
    }
    this.#moment = 'record';
  }

  /** Throws what fails at the record; the stretch is over then. */
  take(value: unknown, timestamp: Timestamp): void {
    if (this.#unfit !== undefined) return;
    this.#timestamp = timestamp;
    try {
      this.#head.next(value);
    } catch (cause) {
      this.#fail(cause);
    }
    if (this.#failure !== undefined) throw this.#failure.cause;
  }

  /** No record follows. Throws when the pipe is unfit. */
  end(): void {
    if (this.#unfit === undefined) this.#complete();
    if (this.#unfit !== undefined) throw this.#unfit;
  }

  next(value: unknown): void {
    if (this.#moment !== 'record') {
      this.#refuse(this.#moment === 'beginning' ? outputAtBeginning : outputAtEnd);
      return;
    }
    try {
      this.#parts.collect(value, this.#timestamp);
    } catch (cause) {
      this.#fail(cause);
    }
  }

  error(cause: unknown): void {
    this.#fail(cause);
  }

  complete(): void {
    if (this.#moment === 'ending') this.#moment = 'ended';
    else this.#refuse(completedEarly);
  }

  // The operators are applied anew as well: what one keeps outside of its subscription goes too.
  #subscribe(): void {
    const { name, operators } = this.#parts;
    const piped = operators.reduce<Observable<unknown>>((before, operator) => {
      const after: unknown = operator(before);
      if (!isObservable(after)) throw notAnOperator(name);
      return after;
    }, this.#head.records);
    // The subscriber is wanted while `subscribe` still runs, to close what emits without end.
    const known = new Observable((last) => {
      this.#last = last;
      return piped.subscribe(last);
    });
    known.subscribe(this);
  }

  #complete(): void {
    const { name } = this.#parts;
    this.#moment = 'ending';
    this.#guarded(() => {
      this.#head.complete();
    });
    if (this.#failure !== undefined)
      this.#unfit ??= failedBetween(name, 'ended', this.#failure.cause);
    else if (this.#isWaiting()) this.#refuse(stillWaiting);
  }

  #isWaiting(): boolean {
    return this.#moment === 'ending';
  }

  /** Whatever comes from here on is not heard. */
  #fail(cause: unknown): void {
    this.#failure ??= { cause };
    this.#guarded(() => {
      this.#last?.unsubscribe();
    });
  }

  #refuse(refusal: RxRefusal): void {
    this.#unfit ??= refusal(this.#parts.name);
    this.#guarded(() => {
      this.#last?.unsubscribe();
    });
  }

  /** What the user throws from a teardown, or from where RxJS does not look, is a failure as well. */
  #guarded(act: () => void): void {
    try {
      act();
    } catch (cause) {
      this.#failure ??= { cause };
    }
  }
}

// By its shape: the user's operators may come of another copy of RxJS.
function isObservable(value: unknown): value is Observable<unknown> {
  return typeof value === 'object' && value !== null && 'subscribe' in value && 'pipe' in value;
}
