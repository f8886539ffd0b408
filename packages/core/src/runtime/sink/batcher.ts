/**
 * Owns: when a batch goes and how large it is: when it is full, when its entries have waited for
 *     `lingerMsMax`, when they came back once, when one goes alone, or when nothing follows.
 * Refuses: to hold entries (the buffer does) and to send (the writer does).
 *
 * There is at most one linger timer. It is armed when an entry waits and none is armed, and when it
 * elapses, all that waits then is owed; so no entry waits longer than the linger for want of others.
 */
import type { AsyncSinkLimits, BatchLimits, SinkBuffer } from './async-sink-spec.js';
import { Isolation } from './isolation.js';
import { MailTimer, type TimerPorts } from '../call/mail-timer.js';

export interface BatcherParts<E> extends TimerPorts {
  readonly buffer: SinkBuffer<E>;
  readonly limits: Pick<AsyncSinkLimits, 'batchEntriesMax' | 'batchBytesMax' | 'lingerMsMax'>;
  readonly onLinger: () => void;
}

export class Batcher<E> {
  readonly isolation = new Isolation();
  readonly #parts: BatcherParts<E>;
  readonly #batch: BatchLimits;
  readonly #alone: BatchLimits;
  readonly #linger: MailTimer;
  /** Entries at the front that go although no batch is full. */
  #owed = 0;

  constructor(parts: BatcherParts<E>) {
    const { batchEntriesMax, batchBytesMax } = parts.limits;
    this.#parts = parts;
    this.#batch = { entriesMax: batchEntriesMax, bytesMax: batchBytesMax };
    this.#alone = { ...this.#batch, entriesMax: 1 };
    this.#linger = new MailTimer(parts, 'sink.linger', () => this.#onLinger());
  }

  /** Whether something is to go now. */
  isDue(draining: boolean): boolean {
    const { buffer } = this.#parts;
    if (buffer.waiting() === 0) return false;
    if (this.isolation.isActive()) return true;
    return draining || this.#owed > 0 || buffer.hasFullBatch(this.#batch);
  }

  /** How many entries the next batch has at most. */
  entriesMax(): number {
    return Math.min(this.#limits().entriesMax, this.#parts.buffer.waiting());
  }

  take(): readonly E[] {
    const batch = this.#parts.buffer.take(this.#limits());
    this.#owed = Math.max(0, this.#owed - batch.length);
    return batch;
  }

  /** Entries that came back have waited already: they go as soon as anything may. */
  owe(entries: number): void {
    this.#owed += entries;
  }

  /** What waits now goes, full batch or not. */
  flush(): void {
    this.#owed = this.#parts.buffer.waiting();
  }

  /** Sees to it that what waits does not wait for ever. */
  armLinger(): void {
    if (this.#linger.isArmed() || this.#parts.buffer.waiting() <= this.#owed) return;
    this.#linger.arm(this.#parts.limits.lingerMsMax);
  }

  /** Nothing waits, so nothing is owed and nothing is to go alone. */
  onNothingWaits(): void {
    this.#owed = 0;
    this.isolation.onNothingLeft();
  }

  cancelTimers(): void {
    this.#linger.cancel();
  }

  #limits(): BatchLimits {
    return this.isolation.isActive() ? this.#alone : this.#batch;
  }

  #onLinger(): void {
    this.flush();
    this.#parts.onLinger();
  }
}
