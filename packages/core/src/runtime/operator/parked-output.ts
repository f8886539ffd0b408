/**
 * Owns: what an operator emits record by record: gathered into runs as far as credit goes, and parked
 * beyond it.
 * Refuses: to park without end: a call that collects too much is a mistake of whoever wrote it.
 *
 * C3. Nothing is emitted beyond the credit; parked output goes first. A single call that parks more
 *     than `parkedRecordsMax` fails the job.
 */
import { MillraceError } from '../../model/error.js';
import { appendRecord, createRun, type Run } from '../../model/run.js';
import type { Timestamp } from '../../model/time.js';
import type { Output } from './operator.js';
import type { WaitingRecords } from './subtask-snapshot.js';

export interface ParkedOutputLimits {
  readonly runRecordsMax: number;
  readonly parkedRecordsMax: number;
}

export class ParkedOutput {
  readonly #limits: ParkedOutputLimits;
  readonly #run: Run<unknown>;
  #output!: Pick<Output<unknown>, 'credit' | 'emit'>;
  /** How many records the run may hold: what the credit was when it was empty. */
  #room = 0;
  /** First in, first out; those before `#taken` have gone. */
  #values: unknown[] = [];
  #timestamps: Timestamp[] = [];
  #taken = 0;
  #recordsOut = 0;

  constructor(limits: ParkedOutputLimits) {
    this.#limits = limits;
    this.#run = createRun(limits.runRecordsMax);
  }

  open(output: Pick<Output<unknown>, 'credit' | 'emit'>): void {
    this.#output = output;
  }

  /** Records that have gone. */
  recordsOut(): number {
    return this.#recordsOut;
  }

  /** Records that wait for credit. */
  parked(): number {
    return this.#values.length - this.#taken;
  }

  /** What waits and what was gathered, in the order in which it will go. */
  waiting(): WaitingRecords {
    const { values, timestamps, length } = this.#run;
    return {
      values: [...values.slice(0, length), ...this.#values.slice(this.#taken)],
      timestamps: [...timestamps.subarray(0, length), ...this.#timestamps.slice(this.#taken)],
    };
  }

  /** Puts back what waited, behind what waits. It was let in once, however much it is. */
  restore({ values, timestamps }: WaitingRecords): void {
    for (let i = 0; i < values.length; i++) {
      this.#values.push(values[i]);
      this.#timestamps.push(timestamps[i]!);
    }
  }

  /** Whether one more record may be parked. */
  hasPlace(): boolean {
    return this.parked() < this.#limits.parkedRecordsMax;
  }

  /** Parks whatever the credit. */
  park(value: unknown, timestamp: Timestamp): void {
    if (!this.hasPlace()) throw fanOutExceeded(this.#limits.parkedRecordsMax);
    this.#values.push(value);
    this.#timestamps.push(timestamp);
  }

  collect(value: unknown, timestamp: Timestamp): void {
    if (this.#run.length < this.#room) appendRecord(this.#run, value, timestamp);
    else this.park(value, timestamp);
  }

  /** How many records would go if they were collected now; what was gathered is emitted for them. */
  room(): number {
    if (this.#run.length === this.#room) this.flush();
    return this.#room - this.#run.length;
  }

  /** How many records would go in several runs if they were collected now. */
  creditLeft(): number {
    return this.parked() > 0 ? 0 : this.#output.credit() - this.#run.length;
  }

  /** Whether a record that is collected now would go. */
  hasRoom(): boolean {
    return this.#run.length < this.#room || this.room() > 0;
  }

  /** Emits what was gathered and parked, as far as credit goes; true when something went. */
  flush(): boolean {
    const before = this.#recordsOut;
    do {
      this.#emitRun();
      this.#room = Math.min(this.#output.credit(), this.#limits.runRecordsMax);
      this.#unpark();
    } while (this.#run.length > 0);
    return this.#recordsOut > before;
  }

  #emitRun(): void {
    if (this.#run.length === 0) return;
    this.#recordsOut += this.#run.length;
    this.#output.emit(this.#run);
    this.#run.length = 0;
  }

  #unpark(): void {
    const end = Math.min(this.#values.length, this.#taken + this.#room);
    for (; this.#taken < end; this.#taken++) {
      appendRecord(this.#run, this.#values[this.#taken], this.#timestamps[this.#taken]);
    }
    if (this.#taken < this.#values.length) return;
    this.#values = [];
    this.#timestamps = [];
    this.#taken = 0;
  }
}

function fanOutExceeded(parkedRecordsMax: number): MillraceError {
  const sentence = `one call collected more than ${String(parkedRecordsMax)} records beyond its credit; answer an iterable from flatMap, which is drained by credit, or raise parkedRecordsMax`;
  return new MillraceError('FAN_OUT_EXCEEDED', sentence);
}
