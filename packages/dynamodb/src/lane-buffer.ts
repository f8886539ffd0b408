/**
 * Owns: the writes that the sink has accepted and not settled, in one lane per primary key.
 * Refuses: to know requests, retries and time; it only says which writes may go now.
 *
 * D1. At most one write of a key is in flight; the lanes of other keys run on.
 * D3. A newer put or delete replaces the waiting one of its key, anywhere in the buffer, and each
 *     one replaced is counted. With `keepAll` none is, and a lane keeps its order.
 *
 * B1. The bytes of what is not settled stay within `bytesMax`: there is room for as many records as
 *     would fit if all were of the largest size (A23, G08).
 *
 * Lanes that may go stand in one line. A lane joins it at the end: when its first write comes, and
 * when its write in flight is settled while another waits, so that a hot key never holds up the
 * others (A34). What is given back goes to the front again. Every operation is O(1) per entry.
 *
 * Doors: an update or a condition never replaces (a third answer of `replaces`); a suspect key (D2)
 * is a lane that holds its last acknowledged write; a cooled key is a lane kept out of the line.
 */
import type { BatchLimits, SinkBuffer, SinkMetrics } from '@millrace/core/connector';
import { LinkedQueue } from './linked-queue.js';

/** What the lanes must know of an entry. */
export interface LaneEntry {
  readonly key: string;
  /** What it takes of the buffer. */
  readonly bytes: number;
  /** What it takes of a request. */
  readonly wireBytes: number;
}

export interface LaneBufferOptions<E> {
  /** Whether every write is sent, also those that a newer one makes pointless. */
  readonly keepAll: boolean;
  readonly describe: (entry: E) => string;
  /** The bytes of all entries that are not settled. */
  readonly bytesMax: number;
  /** The most bytes that one entry has. */
  readonly entryBytesMax: number;
}

interface Lane<E> {
  readonly waiting: LinkedQueue<E>;
  inFlight: E | undefined;
}

export class LaneBuffer<E extends LaneEntry> implements SinkBuffer<E> {
  private readonly lanes = new Map<string, Lane<E>>();
  private readonly ready = new LinkedQueue<Lane<E>>();
  private readyBytes = 0;
  private waitingEntries = 0;
  private inFlightEntries = 0;
  private replacedEntries = 0;
  private unsettledBytes = 0;
  private unsettledBytesMost = 0;

  constructor(private readonly options: LaneBufferOptions<E>) {}

  waiting(): number {
    return this.waitingEntries;
  }

  inFlight(): number {
    return this.inFlightEntries;
  }

  replaced(): number {
    return this.replacedEntries;
  }

  room(): number {
    const { bytesMax, entryBytesMax } = this.options;
    return Math.floor((bytesMax - this.unsettledBytes) / entryBytesMax);
  }

  metrics(): SinkMetrics {
    return { bufferedBytes: this.unsettledBytes, maxBufferedBytes: this.unsettledBytesMost };
  }

  add(entry: E): void {
    this.unsettledBytes += entry.bytes;
    const lane = this.laneOf(entry.key);
    if (lane.waiting.size > 0) {
      this.queueBehind(lane, entry);
    } else {
      this.queue(lane, entry);
      if (lane.inFlight === undefined) this.joinAtBack(lane);
    }
    this.unsettledBytesMost = Math.max(this.unsettledBytesMost, this.unsettledBytes);
  }

  take(limits: BatchLimits): readonly E[] {
    const batch: E[] = [];
    let bytes = 0;
    while (batch.length < limits.entriesMax) {
      const next = this.ready.peek()?.waiting.peek();
      if (next === undefined) break;
      bytes += next.wireBytes;
      // One that is larger than all limits goes alone, for the service to judge.
      if (batch.length > 0 && bytes > limits.bytesMax) break;
      batch.push(this.launch(next));
    }
    return batch;
  }

  hasFullBatch(limits: BatchLimits): boolean {
    // A buffer that is full gets nothing more that could fill the batch.
    if (this.ready.size > 0 && this.room() < 1) return true;
    return this.ready.size >= limits.entriesMax || this.readyBytes >= limits.bytesMax;
  }

  settle(entries: readonly E[]): void {
    for (const entry of entries) {
      const lane = this.land(entry);
      this.unsettledBytes -= entry.bytes;
      if (lane.waiting.size > 0) this.joinAtBack(lane);
      else this.lanes.delete(entry.key);
    }
  }

  giveBack(entries: readonly E[]): void {
    // From the last one on, so that the first one ends up in front.
    for (const entry of [...entries].reverse()) {
      const lane = this.land(entry);
      if (lane.waiting.size > 0 && !this.options.keepAll) this.replace(entry);
      else this.queueInFront(lane, entry);
      this.joinAtFront(lane);
    }
  }

  keys(keysMax: number): readonly string[] {
    const keys: string[] = [];
    for (const lane of this.lanes.values()) {
      if (keys.length >= keysMax) break;
      const entry = lane.inFlight ?? lane.waiting.peek();
      if (entry !== undefined) keys.push(this.options.describe(entry));
    }
    return keys;
  }

  private laneOf(key: string): Lane<E> {
    const known = this.lanes.get(key);
    if (known !== undefined) return known;
    const lane: Lane<E> = { waiting: new LinkedQueue<E>(), inFlight: undefined };
    this.lanes.set(key, lane);
    return lane;
  }

  private queue(lane: Lane<E>, entry: E): void {
    lane.waiting.pushBack(entry);
    this.waitingEntries += 1;
  }

  private queueInFront(lane: Lane<E>, entry: E): void {
    lane.waiting.pushFront(entry);
    this.waitingEntries += 1;
  }

  private queueBehind(lane: Lane<E>, entry: E): void {
    if (this.options.keepAll) return this.queue(lane, entry);
    const older = lane.waiting.popFront()!;
    lane.waiting.pushBack(entry);
    this.replace(older);
    if (lane.inFlight === undefined) this.readyBytes += entry.wireBytes - older.wireBytes;
  }

  private replace(older: E): void {
    this.replacedEntries += 1;
    this.unsettledBytes -= older.bytes;
  }

  private joinAtBack(lane: Lane<E>): void {
    this.ready.pushBack(lane);
    this.readyBytes += lane.waiting.peek()!.wireBytes;
  }

  private joinAtFront(lane: Lane<E>): void {
    this.ready.pushFront(lane);
    this.readyBytes += lane.waiting.peek()!.wireBytes;
  }

  private launch(entry: E): E {
    const lane = this.ready.popFront()!;
    lane.inFlight = lane.waiting.popFront();
    this.readyBytes -= entry.wireBytes;
    this.waitingEntries -= 1;
    this.inFlightEntries += 1;
    return entry;
  }

  private land(entry: E): Lane<E> {
    const lane = this.lanes.get(entry.key);
    if (lane?.inFlight !== entry) {
      throw new Error(`${this.options.describe(entry)} was not in flight; it cannot land`);
    }
    lane.inFlight = undefined;
    this.inFlightEntries -= 1;
    return lane;
  }
}
