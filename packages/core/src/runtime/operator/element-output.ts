/**
 * Owns: what an operator emits record by record, to its main output and beside it: as far as credit goes,
 * so many a step, and the rest parked.
 * Refuses: to know for what a record is emitted, and in which order; its operator does.
 *
 * C3. A record is taken when there is room for what it leads to. E4. A step emits `runRecordsMax` records,
 *     and whatever more a single call collects, so that it is short (L1). K3. What waits is in a snapshot.
 */
import type { Timestamp } from '../../model/time.js';
import type { Output } from './operator.js';
import { ParkedOutput, type ParkedOutputLimits } from './parked-output.js';
import type { AnswerPlace, AnswerRoom } from './pending-answer.js';
import type { SideOutput } from './side-output.js';
import type { SubtaskContents } from './subtask-snapshot.js';

/** What waits for credit, as a snapshot has it. */
export type WaitingOutput = Pick<SubtaskContents, 'parked' | 'sides'>;

export interface ElementOutputParts {
  readonly limits: ParkedOutputLimits;
  /** Of the operator, by tag: those that somebody reads. */
  readonly sides: ReadonlyMap<string, SideOutput>;
}

export class ElementOutput implements AnswerRoom, AnswerPlace {
  readonly #parts: ElementOutputParts;
  readonly #sides: readonly SideOutput[];
  readonly #parked: ParkedOutput;
  /** How many records may still be emitted before the step ends. */
  #allowance = 0;

  constructor(parts: ElementOutputParts) {
    this.#parts = parts;
    this.#sides = [...parts.sides.values()];
    this.#parked = new ParkedOutput(parts.limits);
  }

  open(output: Pick<Output<unknown>, 'credit' | 'emit'>): void {
    this.#parked.open(output);
  }

  /** A step begins: operators downstream may have used up credit. True when something went that waited. */
  begin(): boolean {
    this.#allowance = this.#parts.limits.runRecordsMax;
    return this.flush();
  }

  /** Bound: handlers are lent it. */
  readonly collect = (value: unknown, timestamp: Timestamp): void => {
    this.#allowance -= 1;
    this.#parked.collect(value, timestamp);
  };

  /** A record of which nothing is emitted takes its part of the step as well. */
  countLost(): void {
    this.#allowance -= 1;
  }

  /** How many records would go in this step if they were collected now. */
  room(): number {
    return Math.min(this.#parked.room(), this.#allowance);
  }

  /** Whether what comes next may be dealt with in this step. */
  hasRoom(): boolean {
    if (this.#allowance <= 0 || !this.#parked.hasRoom()) return false;
    return this.#sides.length === 0 || this.#sides.every((side) => side.credit() > 0);
  }

  hasPlace(): boolean {
    return this.#parked.hasPlace();
  }

  park(value: unknown, timestamp: Timestamp): void {
    this.#parked.park(value, timestamp);
  }

  /** Emits what was gathered and parked, as far as credit goes; true when something went. */
  flush(): boolean {
    let flushed = this.#parked.flush();
    for (const side of this.#sides) flushed = side.flush() || flushed;
    return flushed;
  }

  /** Whether something is parked, here or beside the main output. */
  isParked(): boolean {
    return this.#parked.parked() > 0 || this.#sides.some((side) => side.parked() > 0);
  }

  waiting(): WaitingOutput {
    const sides = [...this.#parts.sides].map(([tag, side]) => [tag, side.waiting()] as const);
    return { parked: this.#parked.waiting(), sides: new Map(sides) };
  }

  restore({ parked, sides }: WaitingOutput): void {
    this.#parked.restore(parked);
    for (const [tag, records] of sides) this.#parts.sides.get(tag)?.restore(records);
  }

  /** Records that have gone. */
  recordsOut(): number {
    return this.#parked.recordsOut();
  }
}
