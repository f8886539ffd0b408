/**
 * Owns: a small keyed operator with every duty that an operator has, and the ways to fail in each: the
 *     subject on which harnesses are tried.
 * Refuses: to be quick.
 *
 * For each record it emits the sum of its key so far, twice; and for each key that had one, its total,
 * by a timer at the end of the ten milliseconds in which the record lies.
 */
import {
  appendRecord,
  createRun,
  MIN_TIMESTAMP,
  type Run,
  type Timestamp,
} from '@millrace/core/connector';
import {
  keyGroupOf,
  type Operator,
  type OperatorSnapshot,
  type Output,
  type RestoredSnapshots,
  type SnapshotContext,
} from '@millrace/core/internal';

export interface Amount {
  readonly key: string;
  readonly amount: number;
}

export interface Sum {
  readonly key: string;
  readonly sum: number;
  readonly is: 'so far' | 'total';
}

export type Fault =
  | 'drops the last record of a run'
  | 'ignores credit'
  | 'never resumes'
  | 'emits the watermark before the timers'
  | 'lets the watermark go back'
  | 'invents a watermark'
  | 'shares state between keys'
  | 'forgets state on restore'
  | 'forgets timers on restore'
  | 'forgets parked output on restore'
  | 'forgets the watermark that is on its way on restore'
  | 'restores timers in another order'
  | 'emits anew what it emitted before a restore'
  | 'keeps a sum in a field that no snapshot sees'
  | 'takes every key group on restore';

interface KeyRow {
  readonly key: string;
  readonly sum: number;
  readonly timers: readonly Timer[];
}

interface Timer {
  readonly time: Timestamp;
  readonly key: string;
  /** In which order timers of one time fire. */
  readonly serial: number;
}

interface Parked {
  readonly value: unknown;
  readonly timestamp: Timestamp;
}

interface SubtaskRow {
  readonly parked: readonly Parked[];
  readonly watermark: Timestamp;
  readonly advancing: Timestamp | undefined;
  readonly serial: number;
  readonly last: Parked | undefined;
}

export class SumOperator implements Operator<unknown, unknown> {
  readonly name: string;
  readonly #fault: Fault | undefined;
  readonly #sums = new Map<string, number>();
  #timers: Timer[] = [];
  #parked: Parked[] = [];
  #watermark: Timestamp = MIN_TIMESTAMP;
  #advancing: Timestamp | undefined;
  #serial = 0;
  #last: Parked | undefined;
  #output!: Output<unknown>;

  constructor(name: string, fault: Fault | undefined) {
    this.name = name;
    this.#fault = fault;
  }

  open(output: Output<unknown>): void {
    this.#output = output;
  }

  onRun(run: Run<unknown>): void {
    const dropped = this.#has('drops the last record of a run') && run.length > 1 ? 1 : 0;
    for (let at = 0; at < run.length - dropped; at++) {
      this.#add(run.values[at] as Amount, run.timestamps[at]!);
    }
    this.#flush();
  }

  onWatermark(timestamp: Timestamp): void {
    if (this.#has('emits the watermark before the timers')) this.#output.emitWatermark(timestamp);
    this.#advancing = timestamp;
    this.#fire();
    this.#flush();
  }

  onEnd(): void {
    // The last watermark has fired every timer.
  }

  pending(): boolean {
    return this.#parked.length > 0 || this.#advancing !== undefined;
  }

  resume(): boolean {
    if (this.#has('never resumes')) return false;
    return this.#flush();
  }

  metrics(): Readonly<Record<string, number>> {
    return { numKeys: this.#sums.size };
  }

  snapshot({ codec }: SnapshotContext): OperatorSnapshot {
    const rows = new Map<number, KeyRow[]>();
    for (const [key, sum] of this.#sums) {
      const timers = this.#timers.filter((timer) => timer.key === key);
      const group = keyGroupOf(key);
      rows.set(group, [...(rows.get(group) ?? []), { key, sum, timers }]);
    }
    const subtask: SubtaskRow = {
      parked: this.#parked,
      watermark: this.#watermark,
      advancing: this.#advancing,
      serial: this.#serial,
      last: this.#last,
    };
    return {
      keyed: new Map([...rows].map(([group, row]) => [group, codec.encode(row, 'sums')])),
      subtask: codec.encode(subtask, 'sums'),
    };
  }

  restore({ snapshots, range, index }: RestoredSnapshots, { codec }: SnapshotContext): void {
    const all = this.#has('takes every key group on restore');
    for (const { keyed, subtask } of snapshots) {
      for (const [group, bytes] of keyed) {
        if (!all && (group < range.first || group > range.last)) continue;
        for (const row of codec.decode(bytes) as KeyRow[]) this.#restoreKey(row);
      }
      if (subtask !== undefined) this.#restoreSubtask(codec.decode(subtask) as SubtaskRow, index);
    }
    const ascending = this.#has('restores timers in another order') ? -1 : 1;
    this.#timers.sort((a, b) => a.time - b.time || ascending * (a.serial - b.serial));
  }

  #restoreKey({ key, sum, timers }: KeyRow): void {
    if (!this.#has('forgets timers on restore')) this.#timers.push(...timers);
    if (this.#has('forgets state on restore')) return;
    if (!this.#has('keeps a sum in a field that no snapshot sees')) this.#sums.set(key, sum);
  }

  #restoreSubtask({ parked, watermark, advancing, serial, last }: SubtaskRow, index: number): void {
    this.#watermark = Math.max(this.#watermark, watermark);
    this.#serial = Math.max(this.#serial, serial);
    if (!this.#has('forgets the watermark that is on its way on restore')) {
      this.#advancing = advancing ?? this.#advancing;
    }
    if (index > 0) return;
    if (!this.#has('forgets parked output on restore')) this.#parked.push(...parked);
    const again = this.#has('emits anew what it emitted before a restore');
    if (again && last !== undefined) this.#parked.push(last);
  }

  #add({ key, amount }: Amount, timestamp: Timestamp): void {
    const place = this.#has('shares state between keys') ? '' : key;
    const sum = (this.#sums.get(place) ?? 0) + amount;
    this.#sums.set(place, sum);
    for (let copy = 0; copy < 2; copy++) this.#park({ key, sum, is: 'so far' }, timestamp);
    const time = Math.floor(timestamp / 10) * 10 + 9;
    if (this.#timers.some((timer) => timer.time === time && timer.key === key)) return;
    this.#timers.push({ time, key, serial: this.#serial++ });
    this.#timers.sort((a, b) => a.time - b.time || a.serial - b.serial);
  }

  #fire(): void {
    const to = this.#advancing!;
    for (let timer; (timer = this.#timers[0]) !== undefined && timer.time <= to;) {
      this.#timers.shift();
      const sum = this.#sums.get(this.#has('shares state between keys') ? '' : timer.key) ?? 0;
      this.#park({ key: timer.key, sum, is: 'total' }, timer.time);
    }
  }

  #park(value: Sum, timestamp: Timestamp): void {
    this.#last = { value, timestamp };
    this.#parked.push(this.#last);
  }

  /** Emits what is parked as far as credit goes, and the watermark behind it. */
  #flush(): boolean {
    const credit = this.#has('ignores credit') ? this.#parked.length : this.#output.credit();
    const going = this.#parked.splice(0, credit);
    if (going.length > 0) this.#output.emit(runOf(going));
    if (this.#parked.length > 0 || this.#advancing === undefined) return going.length > 0;
    this.#letThrough(this.#advancing);
    return true;
  }

  #letThrough(timestamp: Timestamp): void {
    this.#advancing = undefined;
    const before = this.#watermark;
    this.#watermark = timestamp;
    if (this.#has('emits the watermark before the timers')) return;
    this.#output.emitWatermark(this.#has('invents a watermark') ? timestamp - 1 : timestamp);
    const back = this.#has('lets the watermark go back') && before > MIN_TIMESTAMP;
    if (back) this.#output.emitWatermark(before);
  }

  #has(fault: Fault): boolean {
    return this.#fault === fault;
  }
}

function runOf(records: readonly Parked[]): Run<unknown> {
  const run = createRun<unknown>(records.length);
  for (const { value, timestamp } of records) appendRecord(run, value, timestamp);
  return run;
}
