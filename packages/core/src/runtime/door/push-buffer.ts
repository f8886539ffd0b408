/**
 * Owns: the values that a producer has pushed and the job has not read, and what happens to one for which
 *     there is no room.
 * Refuses: more than its limit, whatever the producer does.
 *
 * What went in is what is taken, dropped or waits, in the order in which it came.
 */
import { MillraceError } from '../../model/error.js';
import type { Run } from '../../model/run.js';
import { ProducerValve } from './producer-valve.js';
import type { PushRules } from './push-rules.js';
import type { PausableProducer } from './push-source.js';
import { WaitingValues } from '../channel/waiting-values.js';

type Overflow<T> = (value: T) => void;

export class PushBuffer<T> {
  readonly #waiting = new WaitingValues<T>();
  readonly #roomMax: number;
  readonly #valve: ProducerValve | undefined;
  readonly #overflow: Overflow<T>;
  #dropped = 0;

  constructor(rules: PushRules) {
    const { policy, bufferRecordsMax } = rules;
    const paused = policy === 'block' ? rules.pausedRecordsMax : 0;
    this.#roomMax = bufferRecordsMax + paused;
    this.#valve = policy === 'block' ? new ProducerValve(bufferRecordsMax) : undefined;
    this.#overflow = this.#overflowOf(rules);
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  get dropped(): number {
    return this.#dropped;
  }

  attach(producer: Pick<PausableProducer, 'pause' | 'resume'>): void {
    this.#valve?.attach(producer);
  }

  detach(): void {
    this.#valve?.detach();
  }

  /** Throws where the value is neither to be kept nor to be dropped. */
  push(value: T): void {
    if (this.#waiting.length >= this.#roomMax) {
      this.#overflow(value);
      return;
    }
    this.#waiting.push(value);
    this.#valve?.onPushed(this.#waiting.length);
  }

  moveTo(run: Run<T>, recordsMax: number): number {
    const count = this.#waiting.moveTo(run, recordsMax);
    this.#valve?.onTaken(this.#waiting.length);
    return count;
  }

  #overflowOf(rules: PushRules): Overflow<T> {
    switch (rules.policy) {
      case 'drop-newest':
        return () => {
          this.#dropped += 1;
        };
      case 'drop-oldest':
        return (value) => {
          this.#waiting.dropOldest();
          this.#dropped += 1;
          this.#waiting.push(value);
        };
      default:
        return () => {
          throw withoutRoom(rules);
        };
    }
  }
}

function withoutRoom(rules: PushRules): MillraceError {
  const { policy, bufferRecordsMax: max } = rules;
  const sentence =
    policy === 'block'
      ? `its producer was paused at ${String(max)} waiting values and has pushed ${String(rules.pausedRecordsMax)} more; mend its pause(), or raise pausedRecordsMax`
      : `a value was pushed while ${String(max)} wait, and the policy is strict; raise bufferRecordsMax, choose a policy that drops, or use a door that asks for values, such as fromIterable or fromAsyncIterable`;
  return new MillraceError('PUSH_WITHOUT_ROOM', sentence);
}
