/**
 * Owns: keyed event-time windows with an incremental aggregate: which window takes a record, which
 * records are late, and when windows fire.
 * Refuses: to hold records; a window holds one accumulator a key, in keyed state.
 *
 * C3. Windows that fire together go out as far as credit goes; the rest waits, with the watermark
 *     behind it. T1. The watermark passes when no due window is left. T4. A record is late when its
 *     window has been cleaned up. T5. Windows fire by time, then in the order in which they opened.
 */
import type { WindowSpec } from '../../model/graph.js';
import { keyOfCanonical, type CanonicalKey } from '../../model/key.js';
import { appendRecord, createRun, type Run } from '../../model/run.js';
import type { KeyTable, StateTable } from '../../model/state.js';
import { MAX_TIMESTAMP, MIN_TIMESTAMP, NO_TIMESTAMP, type Timestamp } from '../../model/time.js';
import { maxTimestampOf, type TimeWindow, type WindowResult } from '../../model/window.js';
import { MillraceError } from '../../model/error.js';
import { badTimestamp } from '../operator/failure.js';
import {
  keyedFailure,
  recordAtHand,
  recordKey,
  type KeyedOperatorParts,
} from '../operator/keyed-records.js';
import type { FanOut, Output } from '../operator/operator.js';
import type { RecordErrors } from '../operator/record-errors.js';
import type { SideOutput } from '../operator/side-output.js';
import { TimerQueue, type Timer } from '../timer/timer-queue.js';

/** Whether a watermark is being let through: it waits behind the windows that it fires. */
type Advance = { readonly is: 'settled' } | { readonly is: 'firing'; readonly to: Timestamp };

const SETTLED: Advance = { is: 'settled' };

export interface WindowLimits {
  readonly runRecordsMax: number;
  readonly timersPerStepMax: number;
}

export interface WindowOperatorParts extends KeyedOperatorParts<WindowSpec> {
  /** Where late records go, if the user wants them. */
  readonly late: SideOutput | undefined;
  readonly limits: WindowLimits;
}

export class WindowOperator implements FanOut<unknown, unknown> {
  readonly name: string;
  readonly #spec: WindowSpec;
  readonly #errors: RecordErrors;
  readonly #lateOutput: SideOutput | undefined;
  readonly #limits: WindowLimits;
  readonly #keys: KeyTable;
  readonly #accumulators: StateTable<unknown>;
  readonly #timers: TimerQueue;
  readonly #fired: Run<unknown>;
  #output!: Output<unknown>;
  #watermark: Timestamp = MIN_TIMESTAMP;
  #advance: Advance = SETTLED;
  #recordsIn = 0;
  #recordsOut = 0;
  #late = 0;

  constructor({ spec, state, errors, late, limits }: WindowOperatorParts) {
    this.name = spec.name;
    this.#spec = spec;
    this.#errors = errors;
    this.#lateOutput = late;
    this.#limits = limits;
    const keyed = state.createKeyedState(spec.name);
    this.#keys = keyed.keys;
    this.#timers = new TimerQueue(this.#keys);
    this.#accumulators = keyed.createTable<unknown>('window-contents');
    this.#fired = createRun(limits.runRecordsMax);
  }

  open(output: Output<unknown>): void {
    this.#output = output;
  }

  onRun(run: Run<unknown>): void {
    this.#recordsIn += run.length;
    for (let from = 0; from < run.length;) from = this.#placeFrom(run, from);
  }

  onWatermark(timestamp: Timestamp): void {
    // The new time holds at once: what comes out of firing is judged by it.
    this.#watermark = timestamp;
    if (timestamp === MAX_TIMESTAMP) this.#timers.endTime();
    this.#advance = { is: 'firing', to: timestamp };
    this.#fire(timestamp);
  }

  pending(): boolean {
    return this.#advance.is === 'firing';
  }

  resume(): boolean {
    return this.#advance.is === 'firing' && this.#fire(this.#advance.to);
  }

  onEnd(): void {
    // The last watermark has fired every window.
  }

  metrics(): Readonly<Record<string, number>> {
    return {
      numRecordsIn: this.#recordsIn,
      numRecordsOut: this.#recordsOut,
      numRecordsInErrors: this.#errors.count(),
      numLateRecordsDropped: this.#late,
      currentInputWatermark: this.#watermark,
      numOpenWindows: this.#timers.size(),
    };
  }

  /** Places records from one on; answers where it stopped, which is behind a failure. */
  #placeFrom(run: Run<unknown>, from: number): number {
    let key: CanonicalKey | undefined;
    let at = from;
    try {
      for (; at < run.length; at++) {
        key = undefined;
        key = recordKey(this.#spec.keyOf, run.values[at], this.name);
        this.#place(key, run.values[at], run.timestamps[at]!);
      }
    } catch (cause) {
      this.#errors.failed(cause, recordAtHand(run, at, key));
      at += 1;
    }
    return at;
  }

  #place(key: CanonicalKey, value: unknown, timestamp: Timestamp): void {
    if (!(timestamp > NO_TIMESTAMP && timestamp <= MAX_TIMESTAMP)) {
      throw timestamp === NO_TIMESTAMP
        ? noTimestamp(this.name)
        : badTimestamp(timestamp, this.name);
    }
    let taken = 0;
    const windows = this.#spec.assigner.assignWindows(timestamp);
    for (const window of windows) {
      if (maxTimestampOf(window) <= this.#watermark) continue;
      this.#add(key, value, window);
      taken += 1;
    }
    if (taken === 0 && windows.length > 0) this.#onLate(value, timestamp);
  }

  #onLate(value: unknown, timestamp: Timestamp): void {
    this.#late += 1;
    this.#lateOutput?.emit(value, timestamp);
  }

  #add(key: CanonicalKey, value: unknown, window: TimeWindow): void {
    const { aggregate } = this.#spec;
    const [contents, { start }] = [this.#accumulators, window];
    const id = this.#keys.enter(key);
    if (contents.has(id, start)) {
      contents.set(id, start, aggregate.add(contents.get(id, start), value));
      return;
    }
    contents.set(id, start, aggregate.add(aggregate.createAccumulator(), value));
    this.#timers.register({ time: maxTimestampOf(window), id, namespace: start });
  }

  /** Fires due windows into one run, as far as credit goes; true when it went some way. */
  #fire(to: Timestamp): boolean {
    const room = Math.min(
      this.#output.credit(),
      this.#limits.runRecordsMax,
      this.#limits.timersPerStepMax,
    );
    const fired = this.#fired;
    fired.length = 0;
    for (let timer; fired.length < room && (timer = this.#timers.poll(to)) !== undefined;) {
      appendRecord(fired, this.#close(timer), timer.time);
    }
    const count = fired.length;
    this.#recordsOut += count;
    if (count > 0) this.#output.emit(fired);
    if (this.#timers.hasDue(to)) return count > 0;
    this.#settle(to);
    return true;
  }

  #settle(to: Timestamp): void {
    this.#advance = SETTLED;
    this.#output.emitWatermark(to);
  }

  #close({ id, namespace, time }: Timer): WindowResult<unknown, unknown> {
    const key = this.#keys.keyOf(id);
    const accumulator = this.#accumulators.get(id, namespace);
    this.#accumulators.delete(id, namespace);
    this.#keys.letGo(id);
    const window: TimeWindow = { start: namespace, end: time + 1 };
    try {
      return {
        key: keyOfCanonical(key),
        window,
        value: this.#spec.aggregate.getResult(accumulator),
      };
    } catch (cause) {
      throw keyedFailure(cause, this.name, key);
    }
  }
}

function noTimestamp(operator: string): MillraceError {
  const sentence = `${operator} is an event-time window and got a record without a timestamp; give its source watermarks`;
  return new MillraceError('TIMESTAMP_MISSING', sentence, { operator });
}
