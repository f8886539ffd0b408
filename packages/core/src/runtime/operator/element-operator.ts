/**
 * Owns: operators that take records one at a time and emit any number for each: in which order they go
 * on with what waits, and how time passes meanwhile.
 * Refuses: to know what is done with a record or a timer; its handler does.
 *
 * C3. Parked output goes first, then the answer that is half drawn, then due timers, then the rest of the
 *     run. E4. A call fires at most `timersPerStepMax` timers. E6. What fails names the operator and the
 *     key. T1. The watermark passes when no timer is due, no answer is half drawn and nothing is parked.
 */
import type { InputOrdinal, Run } from '../../model/run.js';
import type { OperatorSnapshot, RestoredSnapshots, SnapshotContext } from '../../model/snapshot.js';
import { MAX_TIMESTAMP, MIN_TIMESTAMP, type Timestamp } from '../../model/time.js';
import type { ElementHandler } from './element-handler.js';
import { contentsOfSubtask, type SubtaskOfRecord } from './element-restore.js';
import { ElementOutput } from './element-output.js';
import { onBehalfOf, operatorFailure } from './failure.js';
import { restoreKeyed, snapshotKeyed, type KeyedParts } from './keyed-snapshot.js';
import type { FanOut, Output, ReadableState } from './operator.js';
import type { OperatorTimers } from './operator-timers.js';
import type { ParkedOutputLimits } from './parked-output.js';
import { PendingAnswer, type AnsweredRecord } from './pending-answer.js';
import type { RecordErrors } from './record-errors.js';
import { RunRest } from './run-rest.js';
import type { SideOutput } from './side-output.js';
import { readSubtask, writeSubtask } from './subtask-snapshot.js';

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
  readonly sides: ReadonlyMap<string, SideOutput>;
  /** Only where records have keys. */
  readonly keyed: KeyedParts | undefined;
  readonly readable: ReadableState | undefined;
  /** Only where records have keys. */
  readonly subtaskOfRecord: SubtaskOfRecord;
}

export class ElementOperator implements FanOut<unknown, unknown> {
  readonly name: string;
  readonly readable: ReadableState | undefined;
  readonly #parts: ElementOperatorParts;
  readonly #handler: ElementHandler;
  readonly #errors: RecordErrors;
  readonly #limits: ElementLimits;
  readonly #timers: OperatorTimers | undefined;
  readonly #out: ElementOutput;
  readonly #rest: RunRest;
  #output!: Output<unknown>;
  #watermark: Timestamp = MIN_TIMESTAMP;
  #advance: Advance = SETTLED;
  readonly #answer: PendingAnswer;
  #recordsIn = 0;

  constructor(parts: ElementOperatorParts) {
    const { name, handler, errors, limits, keyed } = parts;
    this.#parts = parts;
    this.name = name;
    this.readable = parts.readable;
    this.#handler = handler;
    this.#answer = new PendingAnswer(handler, (cause, record) => this.#failed(cause, record));
    this.#errors = errors;
    this.#limits = limits;
    this.#timers = keyed?.timers;
    this.#out = new ElementOutput(parts);
    this.#rest = new RunRest(limits.runRecordsMax);
  }

  open(output: Output<unknown>): void {
    this.#output = output;
    this.#out.open(output);
    this.#handler.open({
      collect: this.#out.collect,
      room: () => this.#out.room(),
      currentWatermark: () => this.#watermark,
    });
  }

  onRun(run: Run<unknown>): void {
    this.#recordsIn += run.length;
    this.#out.begin();
    const taken = this.#takeFrom(run, 0);
    this.#rest.keep(run, taken);
    this.#out.flush();
  }

  onWatermark(timestamp: Timestamp): void {
    // After a restore, a source that begins anew says again what has been said.
    if (timestamp <= this.#watermark) return;
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
    onBehalfOf(this.name, () => this.#answer.close());
  }

  pending(): boolean {
    return (
      this.#advance.is === 'firing' ||
      this.#answer.isThere() ||
      !this.#rest.isEmpty() ||
      this.#out.isParked() ||
      (this.#timers?.hasDueProcessingTimer() ?? false)
    );
  }

  resume(): boolean {
    const emitted = this.#out.begin();
    const drained = this.#drain();
    const fired = !this.#answer.isThere() && this.#fire();
    const took = !this.#answer.isThere() && this.#takeRest();
    this.#out.flush();
    return this.#settle() || emitted || drained || fired || took;
  }

  /** Takes what it is, and goes on unchanged: what an iterator had left is parked now (K3). */
  snapshot(context: SnapshotContext): OperatorSnapshot {
    this.#answer.parkIn(this.#out, this.name);
    const { name: operator, keyed } = this.#parts;
    const contents = {
      watermark: this.#watermark,
      advance: this.#advance.is,
      rest: this.#rest.waiting(),
      ...this.#out.waiting(),
    };
    const writeMore = this.#handler.snapshot?.bind(this.#handler);
    return {
      keyed: keyed === undefined ? new Map() : snapshotKeyed(keyed, context, operator),
      subtask: writeSubtask(contents, context, { operator, writeMore }),
    };
  }

  /** Before it opens. */
  restore(restored: RestoredSnapshots, context: SnapshotContext): void {
    const { keyed, subtaskOfRecord } = this.#parts;
    if (keyed !== undefined) restoreKeyed(keyed, restored, context);
    const old = restored.snapshots.map(({ subtask }) => subtask && readSubtask(subtask, context));
    const contents = contentsOfSubtask(
      old.map((read) => read?.contents),
      restored,
      subtaskOfRecord,
    );
    this.#watermark = contents.watermark;
    if (contents.advance === 'firing') this.#advance = { is: 'firing', to: contents.watermark };
    if (contents.watermark === MAX_TIMESTAMP) this.#timers?.endTime();
    this.#rest.restore(contents.rest);
    this.#out.restore(contents);
    this.#handler.restore?.(
      old.flatMap((read) => read?.more ?? []),
      restored,
    );
  }

  metrics(): Readonly<Record<string, number>> {
    return {
      numRecordsIn: this.#recordsIn,
      numRecordsOut: this.#out.recordsOut(),
      numRecordsInErrors: this.#errors.count(),
      currentInputWatermark: this.#watermark,
      ...this.#timers?.metrics(),
      ...this.#handler.metrics?.(),
    };
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
    while (at < run.length && this.#out.hasRoom() && !this.#answer.isThere()) {
      this.#take(run.values[at], run.timestamps[at]!, run.input);
      at += 1;
    }
    this.#handler.onStretchEnd?.();
    return at;
  }

  #take(value: unknown, timestamp: Timestamp, input: InputOrdinal): void {
    try {
      const answer = this.#handler.onElement(value, timestamp, input);
      if (answer !== undefined) this.#answer.begin(answer, { value, timestamp });
    } catch (cause) {
      this.#failed(cause, { value, timestamp });
    }
    if (this.#answer.isThere()) this.#drain();
  }

  /** True when some was drawn. */
  #drain(): boolean {
    return this.#answer.drain(this.#out);
  }

  /** Without a record it is a timer that has failed, which no policy covers. */
  #failed(cause: unknown, record: AnsweredRecord | undefined): void {
    const key = this.#handler.keyAtHand?.();
    if (record === undefined) throw operatorFailure(cause, { operator: this.name, key });
    this.#errors.failed(cause, { ...record, key });
  }

  /** Fires due timers as long as there is room; true when that was some. */
  #fire(): boolean {
    const watermark = this.#advance.is === 'firing' ? this.#advance.to : undefined;
    let fired = 0;
    const { timersPerStepMax } = this.#limits;
    for (; fired < timersPerStepMax && this.#out.hasRoom() && !this.#answer.isThere(); fired++) {
      const next = this.#timers?.poll(watermark);
      if (next === undefined) break;
      try {
        const answer = this.#handler.onTimer?.(next.timer, next.domain);
        if (answer !== undefined) this.#answer.begin(answer, undefined);
      } catch (cause) {
        this.#failed(cause, undefined);
      } finally {
        this.#timers?.dealtWith(next);
      }
      if (this.#answer.isThere()) this.#drain();
    }
    return fired > 0;
  }

  /** Lets the watermark through when nothing stands before it; true when it went. */
  #settle(): boolean {
    if (this.#advance.is === 'settled') return false;
    if (this.#out.isParked() || this.#answer.isThere()) return false;
    if (this.#timers?.hasDue(this.#watermark) ?? false) return false;
    // Whoever is pending behind has records that the watermark would pass.
    if (!this.#output.accepting()) return false;
    const { to } = this.#advance;
    this.#advance = SETTLED;
    this.#output.emitWatermark(to);
    return true;
  }
}
