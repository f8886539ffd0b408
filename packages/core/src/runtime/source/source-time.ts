/**
 * Owns: the event time of one subtask of a source: that of its splits, combined as a gate combines
 *     channels, and whether it is idle.
 * Refuses: to read, and to give records their timestamps; the input and the first operator do.
 *
 * T2. The minimum over active splits, by the valve that gates use. T3. A split is idle when it was read
 *     and has had nothing for long enough; a record makes it active before it goes on its way.
 */
import { watermark, type ControlElement, type WatermarkStatus } from '../../model/element.js';
import { MIN_TIMESTAMP, type Timestamp } from '../../model/time.js';
import type { WatermarkStrategy } from '../../model/watermark-strategy.js';
import type { TimerPorts } from '../call/mail-timer.js';
import type { SourceClock } from '../operator/source-clock.js';
import { WatermarkValve } from '../watermark/watermark-valve.js';
import type { AlignmentGroup, AlignmentGroups } from './alignment-group.js';
import { FutureGuard, type FutureTimestamp } from './future-guard.js';
import { SplitTime } from './split-time.js';

export interface SourceTimeParts {
  readonly operator: string;
  /** A source without one has no event time, and yet may be idle. */
  readonly strategy: WatermarkStrategy<unknown> | undefined;
  readonly timers: TimerPorts;
  readonly groups: AlignmentGroups;
  readonly notify: (future: FutureTimestamp) => void;
}

const statusOf = (status: WatermarkStatus['status']): WatermarkStatus => ({
  kind: 'watermark-status',
  status,
});

export class SourceTime implements SourceClock {
  readonly #parts: SourceTimeParts;
  readonly #valve = new WatermarkValve(0);
  readonly #splits = new Set<SplitTime>();
  /** What follows from what happened to splits, until the input takes it. */
  readonly #controls: ControlElement[] = [];
  #current: SplitTime | undefined;
  /** Finished, and with none after it yet. */
  #last: SplitTime | undefined;

  readonly #guard: FutureGuard;
  readonly #group: AlignmentGroup | undefined;

  constructor(parts: SourceTimeParts) {
    this.#parts = parts;
    const { operator: source, strategy, timers, groups, notify } = parts;
    const { clock } = timers;
    this.#guard = new FutureGuard({ source, clock, notify, futureMsMax: strategy?.futureMsMax });
    this.#group = strategy?.alignment && groups.of(strategy.alignment.group);
  }

  addSplit(split: string): SplitTime {
    const { at, follows } = this.#valve.addInput();
    this.#controls.push(...follows);
    const time = new SplitTime({ ...this.#parts, split, at });
    this.#splits.add(time);
    this.#group?.join(time);
    this.#dropLast();
    return time;
  }

  /**
   * The split has been read, and is not the end. The last one keeps its place until it is known whether
   * another follows: otherwise time would be idle for a moment at each change of splits.
   */
  finishSplit(split: SplitTime): void {
    split.countdown.reset();
    this.#splits.delete(split);
    this.#group?.leave(split);
    this.#last = split;
    if (this.#splits.size > 0) this.#dropLast();
  }

  /** There is no split to be read for now (S13, S14). */
  onNoSplits(): void {
    this.#dropLast();
    this.#controls.push(...this.#valve.onNoInput());
  }

  /** Whether the split may be read now; where it may not, its silence does not count (T3). */
  mayRead(split: SplitTime): boolean {
    const { alignment } = this.#parts.strategy ?? {};
    if (alignment === undefined || this.#group === undefined) return true;
    if (this.#group.mayRead(split, alignment.driftMsMax)) return true;
    split.countdown.reset();
    return false;
  }

  /** The split gave records, which the caller hands on next: their status stands before them. */
  onRecords(split: SplitTime): void {
    this.#current = split;
    split.countdown.reset();
    if (split.status === 'active') return;
    split.status = 'active';
    // What more follows the run brings, since its records were there before.
    const follows = this.#valve.onControl(split.at, statusOf('active'));
    this.#controls.push(...follows.filter(({ kind }) => kind === 'watermark-status'));
  }

  /** The split was read and had nothing. */
  onNothing(split: SplitTime): void {
    if (!split.countdown.onNothing() || split.status === 'idle') return;
    split.status = 'idle';
    this.#controls.push(...this.#valve.onControl(split.at, statusOf('idle')));
  }

  /** The task could not read, so that no silence counts (T3). */
  onUnread(): void {
    for (const { countdown } of this.#splits) countdown.reset();
  }

  /** All input has been given: the end of time is said while time counts (S11). */
  onEnd(): void {
    this.onUnread();
    for (const split of this.#splits) this.#group?.leave(split);
    if (this.#valve.isIdle()) this.#controls.push(statusOf('active'));
  }

  takeControl(): ControlElement | undefined {
    return this.#controls.shift();
  }

  timestampMax(): Timestamp {
    return this.#guard.timestampMax();
  }

  onFuture(timestamp: Timestamp): void {
    this.#guard.onFuture(this.#current!.split, timestamp);
  }

  onRun(timestampMax: Timestamp): Timestamp {
    const split = this.#current;
    // A run may be empty, or hold nothing by which time could go.
    if (split === undefined || timestampMax === MIN_TIMESTAMP) return this.#valve.watermark();
    return this.#advance(split, split.onRun(timestampMax));
  }

  onRecord(value: unknown, timestamp: Timestamp): Timestamp {
    const split = this.#current!;
    return this.#advance(split, split.onRecord(value, timestamp));
  }

  metrics(): Readonly<Record<string, number>> {
    const idle = [...this.#splits].filter(({ status }) => status === 'idle');
    const counted = {
      numRecordsFromFuture: this.#guard.records(),
      numIdleSplits: idle.length,
    };
    if (this.#group === undefined) return counted;
    return { ...counted, watermarkAlignmentDrift: this.#drift(this.#group.minimum()) };
  }

  /** How far the quickest of these splits is ahead of the group, once all have said something. */
  #drift(minimum: Timestamp): number {
    if (minimum === MIN_TIMESTAMP) return 0;
    const ahead = [...this.#splits].map((split) => split.watermark() - minimum);
    return Math.max(0, ...ahead);
  }

  #dropLast(): void {
    if (this.#last === undefined) return;
    this.#controls.push(...this.#valve.removeInput(this.#last.at));
    this.#last = undefined;
  }

  #advance({ at }: SplitTime, timestamp: Timestamp): Timestamp {
    this.#valve.onControl(at, watermark(timestamp));
    return this.#valve.watermark();
  }
}
