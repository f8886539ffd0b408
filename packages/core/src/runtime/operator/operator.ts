/**
 * Owns: the contract between an operator and the chain that it stands in.
 * Refuses: RxJS; `chain/` turns operators into RxJS operator functions, in one file.
 *
 * E1. Nothing here returns a promise.
 * C3. An operator that may emit more than it was given asks `credit()` first, and keeps the rest as
 *     pending until `resume`. While it is pending the chain gives it neither run nor control.
 */
import type { WatermarkStatus } from '../../model/element.js';
import type { Key } from '../../model/key.js';
import type { Run } from '../../model/run.js';
import type { Timestamp } from '../../model/time.js';

/** What an operator may do downstream. */
export interface Output<T> {
  /** How many records may be emitted now; zero while somebody downstream is pending. */
  credit(): number;
  /** False while somebody downstream is pending, who is given no control element meanwhile. */
  accepting(): boolean;
  /** Lends the run downstream for the length of the call. */
  emit(run: Run<T>): void;
  emitWatermark(timestamp: Timestamp): void;
  /** For operators that hold it (`holdWatermarkStatus`). */
  emitWatermarkStatus(element: WatermarkStatus): void;
}

/** For onlookers: the state of one subtask, by name and key. Nothing is touched by it. */
export interface ReadableState {
  names(): Iterable<string>;
  /** What is held, not a copy; undefined where that is nothing. */
  read(name: string, key: Key): unknown;
}

/** The running side of one node of the plan. */
export interface Operator<I, O> {
  readonly name: string;
  /** Called once, before anything flows. */
  open(output: Output<O>): void;
  onRun(run: Run<I>): void;
  onWatermark(timestamp: Timestamp): void;
  /** Only what sends to other tasks hears of it; a chain passes it on beside its operators. */
  onWatermarkStatus?(element: WatermarkStatus): void;
  /** Only what holds records beyond a call: it passes the status on itself, when no record is before it. */
  holdWatermarkStatus?(element: WatermarkStatus): void;
  /** Whether it holds records that wait for the world, and not for credit: the job has not run dry. */
  holdsRecords?(): boolean;
  /** All input has been seen, and nothing is pending anywhere. */
  onEnd(): void;
  /** The job has ended, however it did: timers of the clock are to be taken back. */
  dispose?(): void;
  /** Only where state has names. */
  readonly readable?: ReadableState | undefined;
  /** Counters and gauges, by Flink's names. */
  metrics(): Readonly<Record<string, number>>;
}

/** An operator that may emit more than it was given, and so may have to wait in the middle. */
export interface FanOut<I, O> extends Operator<I, O> {
  /**
   * True while something waits for credit (results to emit, a watermark behind them), or while no more can
   * be taken.
   */
  pending(): boolean;
  /** While it is pending and does not get on: for what. Without it, for credit. */
  waitsFor?(): 'credit' | 'calls';
  /** Goes on with what is pending, as far as credit goes; true when that was some way. */
  resume(): boolean;
}

export function isFanOut<I, O>(operator: Operator<I, O>): operator is FanOut<I, O> {
  return 'resume' in operator;
}
