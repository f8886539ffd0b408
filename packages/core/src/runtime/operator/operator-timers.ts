/**
 * Owns: the timers of one keyed operator in both domains, and which is next.
 * Refuses: to fire them; the operator does, as far as its credit goes.
 *
 * T5. Event-time timers fire when the watermark has come to them, processing-time timers when the clock
 *     has passed them. E2. The clock's callback only posts a mail. At the end of input, processing-time
 *     timers that wait fire in order, or are dropped, before the last watermark goes on.
 */
import type { Clock } from '../../model/clock.js';
import type { CodecReader, CodecWriter } from '../../model/codec.js';
import type { KeyGroup } from '../../model/key-group.js';
import type { PostMail } from '../../model/mail.js';
import type { PendingTimersAtEnd, TimeDomain } from '../../model/process-function.js';
import type { KeyTable } from '../../model/state.js';
import { MAX_TIMESTAMP, MIN_TIMESTAMP, type Timestamp } from '../../model/time.js';
import { TimerQueue, type Timer } from '../timer/timer-queue.js';
import { ProcessingTimeAlarm } from './processing-time-alarm.js';

export interface OperatorTimersParts {
  readonly keys: KeyTable;
  readonly clock: Clock;
  readonly post: PostMail;
  readonly pendingTimersAtEnd: PendingTimersAtEnd;
}

export interface DueTimer {
  readonly timer: Timer;
  readonly domain: TimeDomain;
}

export class OperatorTimers {
  readonly #keys: KeyTable;
  readonly #clock: Clock;
  readonly #atEnd: PendingTimersAtEnd;
  readonly #event: TimerQueue;
  readonly #processing: TimerQueue;
  readonly #alarm: ProcessingTimeAlarm;
  /** Timers up to here have been passed by the clock, as far as a mail has told. */
  #processingTime: Timestamp = MIN_TIMESTAMP;
  #fired = 0;

  constructor({ keys, clock, post, pendingTimersAtEnd }: OperatorTimersParts) {
    this.#keys = keys;
    this.#clock = clock;
    this.#atEnd = pendingTimersAtEnd;
    this.#event = new TimerQueue(keys);
    this.#processing = new TimerQueue(keys);
    this.#alarm = new ProcessingTimeAlarm(clock, () => {
      post({ name: 'processing-time', deliver: () => this.#onAlarm() });
    });
  }

  register(timer: Timer, domain: TimeDomain): void {
    this.#queueOf(domain).register(timer);
    if (domain === 'processing-time') this.#setAlarm();
  }

  /** For a timer that stands in for others, of which there is an end (`TimerQueue.registerNext`). */
  registerNext(timer: Timer, domain: TimeDomain): void {
    this.#queueOf(domain).registerNext(timer);
    if (domain === 'processing-time') this.#setAlarm();
  }

  delete(timer: Timer, domain: TimeDomain): void {
    this.#queueOf(domain).delete(timer);
  }

  /**
   * The next timer that is due; its key stays held until it has been dealt with. Event-time timers only
   * while a watermark is let through: one that is registered in the past waits for the next.
   */
  poll(watermark: Timestamp | undefined): DueTimer | undefined {
    const event = watermark === undefined ? undefined : this.#event.poll(watermark);
    if (event !== undefined) return { timer: event, domain: 'event-time' };
    const timer = this.#processing.poll(this.#processingTime);
    if (timer !== undefined) return { timer, domain: 'processing-time' };
    this.#setAlarm();
    return undefined;
  }

  dealtWith({ timer }: DueTimer): void {
    this.#fired += 1;
    this.#keys.letGo(timer.id);
  }

  hasDue(watermark: Timestamp): boolean {
    return this.#event.hasDue(watermark) || this.hasDueProcessingTimer();
  }

  hasDueProcessingTimer(): boolean {
    return this.#processing.hasDue(this.#processingTime);
  }

  /** The input has ended: nothing is accepted that would keep the end of time from being reached. */
  endTime(): void {
    this.#alarm.cancel();
    this.#event.endTime();
    this.#processing.endTime();
    if (this.#atEnd === 'fire') this.#processingTime = MAX_TIMESTAMP;
    else this.#processing.clear();
  }

  writeGroup(group: KeyGroup, writer: CodecWriter): void {
    this.#event.writeGroup(group, writer);
    this.#processing.writeGroup(group, writer);
  }

  readGroup(reader: CodecReader): void {
    this.#event.readGroup(reader);
    this.#processing.readGroup(reader);
  }

  /** All groups have been read. S36. What the clock has passed meanwhile is due, before any record. */
  onRestored(): void {
    this.#onAlarm();
  }

  dispose(): void {
    this.#alarm.cancel();
  }

  metrics(): Readonly<Record<string, number>> {
    return {
      numFiredTimers: this.#fired,
      numEventTimeTimers: this.#event.size(),
      numProcessingTimeTimers: this.#processing.size(),
    };
  }

  #queueOf(domain: TimeDomain): TimerQueue {
    return domain === 'event-time' ? this.#event : this.#processing;
  }

  // Time has passed a timer one millisecond later: what comes in that very millisecond is before it.
  #onAlarm(): void {
    this.#processingTime = Math.max(this.#processingTime, this.#clock.now() - 1);
    // Where the timer that it was set for has been taken back, the next one still needs it.
    if (!this.hasDueProcessingTimer()) this.#setAlarm();
  }

  // Not for timers that are due: those are polled.
  #setAlarm(): void {
    const next = this.#processing.nextTime();
    if (next !== undefined && next > this.#processingTime) this.#alarm.setFor(next);
  }
}
