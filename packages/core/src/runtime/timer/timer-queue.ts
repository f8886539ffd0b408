/**
 * Owns: the timers of one operator in one time domain, and the order in which they fire.
 * Refuses: to fire by itself; the operator polls as far as its watermark and its credit go.
 *
 * T5. One timer per (key, namespace, time); ascending time, then registration order. At the end of
 *     time a timer is accepted only if it lies after the one that has just fired and not beyond all
 *     that were registered before, so a timer that registers itself again comes to an end. (A timer
 *     at the very end of time is not counted there: up to it, there would be room for ever.)
 */
import type { KeyId, KeyTable, Namespace } from '../../model/state.js';
import { MAX_TIMESTAMP, type Timestamp } from '../../model/time.js';
import { BinaryHeap } from './binary-heap.js';

export interface Timer {
  readonly time: Timestamp;
  readonly id: KeyId;
  readonly namespace: Namespace;
}

/** The timers of one instant: by registration, and by identity. */
interface Instant {
  readonly order: Timer[];
  fired: number;
  readonly known: Map<Namespace, Map<KeyId, Timer>>;
}

export class TimerQueue {
  readonly #times = new BinaryHeap();
  readonly #instants = new Map<Timestamp, Instant>();
  #latest: Timestamp = -Infinity;
  #lastFired: Timestamp = -Infinity;
  /** Present at the end of time: nothing is accepted beyond. */
  #horizon: Timestamp | undefined;
  #size = 0;
  readonly #keys: KeyTable;

  constructor(keys: KeyTable) {
    this.#keys = keys;
  }

  size(): number {
    return this.#size;
  }

  register(timer: Timer): void {
    if (this.#accepts(timer.time)) this.registerNext(timer);
  }

  /**
   * As `register`, also at the end of time beyond all that was registered: for a timer that stands in for
   * others, of which there is an end. One that waits for each of them would cost too much.
   */
  registerNext(timer: Timer): void {
    const instant = this.#instants.get(timer.time) ?? this.#open(timer.time);
    const keys = instant.known.get(timer.namespace) ?? openKeys(instant, timer.namespace);
    if (keys.has(timer.id)) return;
    keys.set(timer.id, timer);
    instant.order.push(timer);
    this.#size += 1;
    this.#keys.hold(timer.id);
  }

  /** Takes a timer back; one that is not there is none. */
  delete({ time, id, namespace }: Timer): void {
    if (this.#instants.get(time)?.known.get(namespace)?.delete(id) !== true) return;
    this.#size -= 1;
    this.#keys.letGo(id);
  }

  /**
   * Takes the first timer that is due at `now`, if there is one. Its key is still held: who polls lets it
   * go when the timer has been dealt with.
   */
  poll(now: Timestamp): Timer | undefined {
    const instant = this.#firstDue(now);
    const timer = instant?.order[instant.fired];
    if (instant === undefined || timer === undefined) return undefined;
    instant.fired += 1;
    instant.known.get(timer.namespace)?.delete(timer.id);
    this.#size -= 1;
    this.#lastFired = timer.time;
    return timer;
  }

  /** No timer is due before it; undefined where none waits. */
  nextTime(): Timestamp | undefined {
    return this.#size === 0 ? undefined : this.#times.peek();
  }

  clear(): void {
    for (let timer; (timer = this.poll(MAX_TIMESTAMP)) !== undefined;) this.#keys.letGo(timer.id);
  }

  hasDue(now: Timestamp): boolean {
    return this.#firstDue(now) !== undefined;
  }

  /** From now on nothing is accepted that would keep the end of time from being reached. */
  endTime(): void {
    this.#horizon ??= this.#latest;
  }

  #accepts(time: Timestamp): boolean {
    return this.#horizon === undefined || (time > this.#lastFired && time <= this.#horizon);
  }

  #open(time: Timestamp): Instant {
    const instant: Instant = { order: [], fired: 0, known: new Map() };
    this.#instants.set(time, instant);
    this.#times.push(time);
    if (time < MAX_TIMESTAMP) this.#latest = Math.max(this.#latest, time);
    return instant;
  }

  /** The first instant with a timer that waits and is due; instants with none are forgotten. */
  #firstDue(now: Timestamp): Instant | undefined {
    for (;;) {
      const time = this.#times.peek();
      if (time === undefined || time > now) return undefined;
      const instant = this.#instants.get(time)!;
      skipDeleted(instant);
      if (instant.fired < instant.order.length) return instant;
      this.#times.pop();
      this.#instants.delete(time);
    }
  }
}

// Identity, since a timer that was deleted and registered again stands in the order twice.
function skipDeleted(instant: Instant): void {
  const { order, known } = instant;
  while (instant.fired < order.length) {
    const timer = order[instant.fired]!;
    if (known.get(timer.namespace)?.get(timer.id) === timer) return;
    instant.fired += 1;
  }
}

function openKeys(instant: Instant, namespace: Namespace): Map<KeyId, Timer> {
  const keys = new Map<KeyId, Timer>();
  instant.known.set(namespace, keys);
  return keys;
}
