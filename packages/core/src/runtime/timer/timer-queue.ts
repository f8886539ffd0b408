/**
 * Owns: the timers of one operator in one time domain, and the order in which they fire.
 * Refuses: to fire by itself; the operator polls as far as its watermark and its credit go.
 *
 * T5. One timer per (key, namespace, time); ascending time, then registration order, also after a
 *     restore. At the end of time a timer is accepted only if it lies after the one that has just fired
 *     and not beyond all that were registered before, so a timer that registers itself again comes to
 *     an end. (A timer at the very end of time is not counted there: up to it, there would be room for
 *     ever.)
 */
import { byKeyGroup, type ByKeyGroup } from '../../model/by-key-group.js';
import type { CodecReader, CodecWriter } from '../../model/codec.js';
import type { KeyGroup } from '../../model/key-group.js';
import type { CanonicalKey } from '../../model/key.js';
import { NO_SLOT } from '../../model/slot-index.js';
import type { KeyTable, Namespace } from '../../model/state.js';
import { MAX_TIMESTAMP, type Timestamp } from '../../model/time.js';
import { TimerHeap, type Order } from './timer-heap.js';
import { TimerRows, type Timer } from './timer-rows.js';

export type { Timer } from './timer-rows.js';

/** A timer in a snapshot. */
type StoredTimer = readonly [CanonicalKey, Namespace, Timestamp, Order];

export class TimerQueue {
  readonly #keys: KeyTable;
  readonly #rows = new TimerRows();
  readonly #heap = new TimerHeap();
  #latest: Timestamp = -Infinity;
  #lastFired: Timestamp = -Infinity;
  /** Present at the end of time: nothing is accepted beyond. */
  #horizon: Timestamp | undefined;
  #nextOrder: Order = 0;
  /** For snapshots, until a timer comes or goes. */
  #byGroup: ByKeyGroup | undefined;

  constructor(keys: KeyTable) {
    this.#keys = keys;
  }

  size(): number {
    return this.#heap.size();
  }

  register(timer: Timer): void {
    if (this.#accepts(timer.time)) this.registerNext(timer);
  }

  /**
   * As `register`, also at the end of time beyond all that was registered: for a timer that stands in for
   * others, of which there is an end. One that waits for each of them would cost too much.
   */
  registerNext(timer: Timer): void {
    if (this.#rows.find(timer) === NO_SLOT) this.#add(timer, this.#nextOrder);
  }

  /** Takes a timer back; one that is not there is none. */
  delete(timer: Timer): void {
    const slot = this.#rows.find(timer);
    if (slot === NO_SLOT) return;
    this.#remove(slot);
    this.#keys.letGo(timer.id);
  }

  /**
   * Takes the first timer that is due at `now`, if there is one. Its key is still held: who polls lets it
   * go when the timer has been dealt with.
   */
  poll(now: Timestamp): Timer | undefined {
    if (!this.hasDue(now)) return undefined;
    const slot = this.#heap.first();
    const timer = this.#rows.timerAt(slot);
    this.#remove(slot);
    this.#lastFired = timer.time;
    return timer;
  }

  /** When the first is due; undefined where none waits. */
  nextTime(): Timestamp | undefined {
    const slot = this.#heap.first();
    return slot === NO_SLOT ? undefined : this.#rows.timeAt(slot);
  }

  clear(): void {
    for (let timer; (timer = this.poll(MAX_TIMESTAMP)) !== undefined;) this.#keys.letGo(timer.id);
  }

  hasDue(now: Timestamp): boolean {
    const slot = this.#heap.first();
    return slot !== NO_SLOT && this.#rows.timeAt(slot) <= now;
  }

  /** From now on nothing is accepted that would keep the end of time from being reached. */
  endTime(): void {
    this.#horizon ??= this.#latest;
  }

  /** Writes the timers of a key group, each with its place among all registrations. */
  writeGroup(group: KeyGroup, writer: CodecWriter): void {
    this.#byGroup ??= byKeyGroup(this.#heap.slots(), (slot) =>
      this.#keys.groupOf(this.#rows.timerAt(slot).id),
    );
    const slots = this.#byGroup.get(group) ?? [];
    writer.write(slots.length);
    for (const slot of slots) {
      const { id, namespace, time } = this.#rows.timerAt(slot);
      const order = this.#heap.orderOf(slot);
      writer.write([this.#keys.keyOf(id), namespace, time, order] satisfies StoredTimer);
    }
  }

  /**
   * Reads what `writeGroup` wrote. Timers keep their places: those of one time fire in the order in which
   * one subtask registered them, whichever groups they are read from, and before any that come later.
   */
  readGroup(reader: CodecReader): void {
    const count = reader.next() as number;
    for (let i = 0; i < count; i++) {
      const [key, namespace, time, order] = reader.next() as StoredTimer;
      const id = this.#keys.enter(key);
      this.#add({ id, namespace, time }, order);
      this.#keys.leave(id);
    }
  }

  #accepts(time: Timestamp): boolean {
    return this.#horizon === undefined || (time > this.#lastFired && time <= this.#horizon);
  }

  #add(timer: Timer, order: Order): void {
    this.#heap.add(this.#rows.add(timer), timer.time, order);
    this.#keys.hold(timer.id);
    this.#nextOrder = Math.max(this.#nextOrder, order + 1);
    if (timer.time < MAX_TIMESTAMP) this.#latest = Math.max(this.#latest, timer.time);
    this.#byGroup = undefined;
  }

  #remove(slot: number): void {
    this.#heap.remove(slot);
    this.#rows.remove(slot);
    this.#byGroup = undefined;
  }
}
