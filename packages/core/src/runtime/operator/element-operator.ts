/**
 * Owns: operators that take records one at a time and emit any number for each: what waits for credit,
 * in which order it goes on, and how time passes meanwhile.
 * Refuses: to know what is done with a record or a timer; its handler does.
 *
 * C3. Parked output goes first, then the iterator that is half drained, then due timers, then the rest
 *     of the run. E4. A call fires at most `timersPerStepMax` timers. E6. What fails names the operator
 *     and the key. T1. The watermark passes when no due timer is left and nothing is parked.
 */
import type { Run } from '../../model/run.js';
import type { KeyedState } from '../../model/state.js';
import { MAX_TIMESTAMP, MIN_TIMESTAMP, NO_TIMESTAMP, type Timestamp } from '../../model/time.js';
import type { ElementHandler } from './element-handler.js';
import { operatorFailure } from './failure.js';
import type { FanOut, Output } from './operator.js';
import type { OperatorTimers } from './operator-timers.js';
import { ParkedOutput, type ParkedOutputLimits } from './parked-output.js';
import type { RecordErrors } from './record-errors.js';
import { RunRest } from './run-rest.js';
import type { SideOutput } from './side-output.js';

/** Whether a watermark is being let through: it waits behind the timers that it fires. */
type Advance = { readonly is: 'settled' } | { readonly is: 'firing'; readonly to: Timestamp };

const SETTLED: Advance = { is: 'settled' };

export interface ElementLimits extends ParkedOutputLimits {
  readonly timersPerStepMax: number;
}

export interface ElementOperatorParts {
  readonly name: string;
  readonly handler: ElementHandler;
  readonly errors: RecordErrors;
  readonly limits: ElementLimits;
  /** What its user, or a late record, may be sent to beside the main output. */
  readonly sides: readonly SideOutput[];
  /** Only where records have keys. */
  readonly keyed: KeyedParts | undefined;
}

/** What is held for keys. */
export interface KeyedParts {
  readonly state: KeyedState;
  readonly timers: OperatorTimers;
}

export class ElementOperator implements FanOut<unknown, unknown> {
  readonly name: string;
  readonly #handler: ElementHandler;
  readonly #errors: RecordErrors;
  readonly #limits: ElementLimits;
  readonly #timers: OperatorTimers | undefined;
  readonly #sides: readonly SideOutput[];
  readonly #parked: ParkedOutput;
  readonly #rest: RunRest;
  #output!: Output<unknown>;
  #watermark: Timestamp = MIN_TIMESTAMP;
  #advance: Advance = SETTLED;
  /** What the handler has answered for the record at hand, not yet drained. */
  #answer: Iterator<unknown> | undefined;
  #value: unknown;
  #timestamp: Timestamp = NO_TIMESTAMP;
  #recordsIn = 0;
  /** How many records the call may still emit before the step ends, which is to be short (E4, L1). */
  #allowance = 0;

  constructor({ name, handler, errors, limits, sides, keyed }: ElementOperatorParts) {
    this.name = name;
    this.#handler = handler;
    this.#errors = errors;
    this.#limits = limits;
    this.#sides = sides;
    this.#timers = keyed?.timers;
    this.#parked = new ParkedOutput(limits);
    this.#rest = new RunRest(limits.runRecordsMax);
  }

  open(output: Output<unknown>): void {
    this.#output = output;
    this.#parked.open(output);
    this.#handler.open({
      collect: this.#collect,
      room: () => Math.min(this.#parked.room(), this.#allowance),
      currentWatermark: () => this.#watermark,
    });
  }

  onRun(run: Run<unknown>): void {
    this.#recordsIn += run.length;
    this.#allowance = this.#limits.runRecordsMax;
    // Operators downstream may have used up credit since the last call.
    this.#parked.flush();
    const taken = this.#takeFrom(run, 0);
    this.#rest.keep(run, taken);
    this.#parked.flush();
  }

  onWatermark(timestamp: Timestamp): void {
    // The new time holds at once: what comes out of firing is judged by it.
    this.#watermark = timestamp;
    if (timestamp === MAX_TIMESTAMP) this.#timers?.endTime();
    this.#advance = { is: 'firing', to: timestamp };
    this.resume();
  }

  onEnd(): void {
    // The last watermark has fired every timer, and nothing is parked behind it.
  }

  dispose(): void {
    this.#timers?.dispose();
    const answer = this.#answer;
    this.#answer = undefined;
    try {
      answer?.return?.();
    } catch (cause) {
      throw operatorFailure(cause, { operator: this.name });
    }
  }

  pending(): boolean {
    return (
      this.#advance.is === 'firing' ||
      this.#answer !== undefined ||
      !this.#rest.isEmpty() ||
      this.#waits() ||
      (this.#timers?.hasDueProcessingTimer() ?? false)
    );
  }

  resume(): boolean {
    this.#allowance = this.#limits.runRecordsMax;
    const emitted = this.#flush();
    if (this.#waits()) return emitted;
    const drained = this.#drain();
    const fired = this.#answer === undefined && this.#fire();
    const took = this.#answer === undefined && this.#takeRest();
    this.#flush();
    return this.#settle() || emitted || drained || fired || took;
  }

  metrics(): Readonly<Record<string, number>> {
    return {
      numRecordsIn: this.#recordsIn,
      numRecordsOut: this.#parked.recordsOut(),
      numRecordsInErrors: this.#errors.count(),
      currentInputWatermark: this.#watermark,
      ...this.#timers?.metrics(),
      ...this.#handler.metrics?.(),
    };
  }

  readonly #collect = (value: unknown, timestamp: Timestamp): void => {
    this.#allowance -= 1;
    this.#parked.collect(value, timestamp);
  };

  /** Whether the next record or timer may be given to the handler in this call. */
  #hasRoom(): boolean {
    if (this.#allowance <= 0 || !this.#parked.hasRoom()) return false;
    for (const side of this.#sides) if (side.credit() <= 0) return false;
    return true;
  }

  /** Emits what was gathered and parked, as far as credit goes; true when something went. */
  #flush(): boolean {
    let flushed = this.#parked.flush();
    for (const side of this.#sides) flushed = side.flush() || flushed;
    return flushed;
  }

  /** Whether something is parked, here or beside the main output. */
  #waits(): boolean {
    return this.#parked.parked() > 0 || this.#sides.some((side) => side.parked() > 0);
  }

  #takeRest(): boolean {
    if (this.#rest.isEmpty()) return false;
    const { run, at } = this.#rest;
    const taken = this.#takeFrom(run, at);
    this.#rest.moveTo(taken);
    return taken > at;
  }

  /** Gives records to the handler as long as there is room; answers where it stopped. */
  #takeFrom(run: Run<unknown>, from: number): number {
    let at = from;
    while (at < run.length && this.#hasRoom() && this.#answer === undefined) {
      this.#take(run.values[at], run.timestamps[at]!);
      at += 1;
    }
    return at;
  }

  #take(value: unknown, timestamp: Timestamp): void {
    this.#value = value;
    this.#timestamp = timestamp;
    try {
      this.#answer = this.#handler.onElement(value, timestamp);
    } catch (cause) {
      this.#failed(cause);
    }
    if (this.#answer !== undefined) this.#drain();
  }

  /** Draws from the answer as long as there is room; true when that was some. */
  #drain(): boolean {
    if (this.#answer === undefined) return false;
    let drained = false;
    try {
      while (this.#hasRoom()) {
        const next = this.#answer.next();
        drained = true;
        if (next.done === true) {
          this.#answer = undefined;
          break;
        }
        this.#collect(next.value, this.#timestamp);
      }
    } catch (cause) {
      this.#answer = undefined;
      this.#failed(cause);
    }
    return drained;
  }

  #failed(cause: unknown): void {
    const [value, timestamp, key] = [this.#value, this.#timestamp, this.#handler.keyAtHand?.()];
    this.#errors.failed(cause, { value, timestamp, key });
  }

  /** Fires due timers as long as there is room; true when that was some. */
  #fire(): boolean {
    const watermark = this.#advance.is === 'firing' ? this.#advance.to : undefined;
    let fired = 0;
    for (; fired < this.#limits.timersPerStepMax && this.#hasRoom(); fired++) {
      const next = this.#timers?.poll(watermark);
      if (next === undefined) break;
      try {
        this.#handler.onTimer?.(next.timer, next.domain);
      } catch (cause) {
        throw operatorFailure(cause, { operator: this.name, key: this.#handler.keyAtHand?.() });
      } finally {
        this.#timers?.dealtWith(next);
      }
    }
    return fired > 0;
  }

  /** Lets the watermark through when nothing stands before it; true when it went. */
  #settle(): boolean {
    if (this.#advance.is === 'settled' || this.#waits()) return false;
    if (this.#timers?.hasDue(this.#watermark) ?? false) return false;
    const { to } = this.#advance;
    this.#advance = SETTLED;
    this.#output.emitWatermark(to);
    return true;
  }
}
