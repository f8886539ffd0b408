/**
 * Owns: what keyed process functions are lent besides: the key at hand, and its timers.
 * Refuses: times that are none.
 *
 * T5. Timers are of the key at hand; one that is registered twice for a time is one.
 */
import { MillraceError } from '../../model/error.js';
import { keyOfCanonical, type CanonicalKey, type Key } from '../../model/key.js';
import type { OnTimerContext, TimeDomain, TimerService } from '../../model/process-function.js';
import type { KeyedStateDeclarations, StatesOf } from '../../model/state-declaration.js';
import { VOID_NAMESPACE, type KeyId } from '../../model/state.js';
import { isTimestamp, type Timestamp } from '../../model/time.js';
import type { OperatorTimers } from '../operator/operator-timers.js';
import type { Timer } from '../timer/timer-queue.js';
import { FunctionContext, type ContextParts } from './function-context.js';

export interface KeyedContextParts extends ContextParts {
  readonly name: string;
  readonly timers: OperatorTimers;
  /** What the function counts, where it is that of a ready verb. */
  readonly counters: readonly string[];
}

type States = StatesOf<KeyedStateDeclarations>;

export class KeyedContext
  extends FunctionContext<States>
  implements Omit<OnTimerContext<Key, KeyedStateDeclarations>, 'timestamp'>, TimerService
{
  readonly timers: TimerService = this;
  /** By name. */
  readonly counters: Record<string, number>;
  readonly #parts: KeyedContextParts;
  #key: CanonicalKey | undefined;
  #id: KeyId = -1;

  constructor(parts: KeyedContextParts, states: States) {
    super(parts, states);
    this.#parts = parts;
    this.counters = Object.fromEntries(parts.counters.map((name) => [name, 0]));
  }

  /** The key at hand; none while it is being asked for. */
  turnTo(key: CanonicalKey | undefined, id: KeyId): void {
    this.#key = key;
    this.#id = id;
  }

  get key(): Key {
    return keyOfCanonical(this.#key!);
  }

  /** Of the record or timer at hand, for a failure. */
  keyAtHand(): Key | undefined {
    return keyOfCanonical(this.#key);
  }

  get timeDomain(): TimeDomain {
    return this.#parts.call.domain()!;
  }

  readonly count = (counter: string): void => {
    this.counters[counter]! += 1;
  };

  readonly registerEventTimeTimer = (time: Timestamp): void => {
    this.#parts.timers.register(this.#timerAt(time), 'event-time');
  };

  readonly registerProcessingTimeTimer = (time: Timestamp): void => {
    this.#parts.timers.register(this.#timerAt(time), 'processing-time');
  };

  readonly deleteEventTimeTimer = (time: Timestamp): void => {
    this.#parts.timers.delete(this.#timerAt(time), 'event-time');
  };

  readonly deleteProcessingTimeTimer = (time: Timestamp): void => {
    this.#parts.timers.delete(this.#timerAt(time), 'processing-time');
  };

  #timerAt(time: Timestamp): Timer {
    const { call, name } = this.#parts;
    call.assertRunning();
    if (!isTimestamp(time)) throw timeInvalid(time, name);
    return { time, id: this.#id, namespace: VOID_NAMESPACE };
  }
}

function timeInvalid(time: unknown, operator: string): MillraceError {
  const sentence = `${operator} asked for a timer at ${String(time)}; give milliseconds since the epoch`;
  return new MillraceError('TIMESTAMP_INVALID', sentence, { operator });
}
