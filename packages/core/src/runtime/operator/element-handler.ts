/**
 * Owns: the contract of what an operator does with one record, or one timer, at a time.
 * Refuses: credit, runs and watermarks on their way; `element-operator.ts` has them.
 */
import type { CodecReader, CodecWriter } from '../../model/codec.js';
import type { Key } from '../../model/key.js';
import type { TimeDomain } from '../../model/process-function.js';
import type { InputOrdinal } from '../../model/run.js';
import type { RestoredSnapshots } from '../../model/snapshot.js';
import type { Timestamp } from '../../model/time.js';
import type { Timer } from '../timer/timer-queue.js';

/** What a handler is lent for as long as it lives. */
export interface HandlerPorts {
  /** Emits a record: at once as far as credit goes, and later beyond. */
  readonly collect: (value: unknown, timestamp: Timestamp) => void;
  /** How many records would go at once if they were collected now. */
  readonly room: () => number;
  /** In a callback, already that which fires it. */
  readonly currentWatermark: () => Timestamp;
}

/** Which of how many subtasks the operator is. */
export type SubtaskPlace = Pick<RestoredSnapshots, 'index' | 'parallelism'>;

export interface ElementHandler {
  open(ports: HandlerPorts): void;
  /**
   * One record, by the input that it came by. What it answers is drawn as there is room, and nothing else is
   * given to the handler meanwhile.
   */
  onElement(
    value: unknown,
    timestamp: Timestamp,
    input: InputOrdinal,
  ): Iterator<unknown> | undefined;
  /** No record follows for now, for lack of them or of room. What it throws fails the job. */
  onStretchEnd?(): void;
  /** Of what was drawn last from an answer. Default: that of the record; needed where timers are answered. */
  timestampOfAnswer?(): Timestamp;
  /** What it answers is drawn as that to a record. */
  onTimer?(timer: Timer, domain: TimeDomain): Iterator<unknown> | undefined;
  /** Of the record or timer at hand, for a failure; none where it was the key that failed. */
  keyAtHand?(): Key | undefined;
  /** Writes what it keeps for its subtask. */
  snapshot?(writer: CodecWriter): void;
  /** Has what was written by the subtasks that there were, in their order. */
  restore?(written: readonly CodecReader[], place: SubtaskPlace): void;
  metrics?(): Readonly<Record<string, number>>;
}
