/**
 * Owns: a small operator of two inputs with every duty that such an operator has, and the ways to fail in
 *     each: the subject on which schedules are tried.
 * Refuses: to be quick, and to forget what it has seen.
 *
 * It emits each record of one side with each of the other that has the same key, with the later timestamp
 * of the two; and when the watermark has passed a record of the left, that it is closed.
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
  type InputOrdinal,
  type Operator,
  type OperatorSnapshot,
  type Output,
  type RestoredSnapshots,
  type SnapshotContext,
} from '@millrace/core/internal';

export interface Sided {
  readonly key: string;
  readonly n: number;
}

export interface Pair {
  readonly key: string;
  readonly left: number;
  readonly right: number | 'closed';
}

export type PairFault =
  | 'takes every record for one of the first input'
  | 'takes the rest of a run for one of the first input after a restore'
  | 'forgets the rest of a run of the second input on restore'
  | 'leaves the rest of a run to another subtask than its key'
  | 'forgets the second side on restore'
  | 'emits the watermark ahead of what is parked'
  | 'invents a watermark on restore'
  | 'ignores credit'
  | 'never resumes';

interface Given {
  readonly value: Sided;
  readonly timestamp: Timestamp;
  readonly input: InputOrdinal;
}

interface Parked {
  readonly value: Pair;
  readonly timestamp: Timestamp;
}

interface SubtaskRow {
  readonly rest: readonly Given[];
  readonly parked: readonly Parked[];
  readonly watermark: Timestamp;
  readonly advancing: Timestamp | undefined;
}

export class PairOperator implements Operator<unknown, unknown> {
  readonly name: string;
  readonly #fault: PairFault | undefined;
  /** By input. */
  #seen: readonly [Given[], Given[]] = [[], []];
  #rest: Given[] = [];
  #parked: Parked[] = [];
  #watermark: Timestamp = MIN_TIMESTAMP;
  #advancing: Timestamp | undefined;
  #output!: Output<unknown>;

  constructor(name: string, fault: PairFault | undefined) {
    this.name = name;
    this.#fault = fault;
  }

  open(output: Output<unknown>): void {
    this.#output = output;
  }

  onRun(run: Run<unknown>): void {
    for (let at = 0; at < run.length; at++) {
      const input = this.#has('takes every record for one of the first input') ? 0 : run.input;
      this.#rest.push({ value: run.values[at] as Sided, timestamp: run.timestamps[at]!, input });
    }
    this.#goOn();
  }

  onWatermark(timestamp: Timestamp): void {
    if (timestamp <= this.#watermark) return;
    this.#close(timestamp);
    this.#watermark = timestamp;
    if (this.#has('emits the watermark ahead of what is parked')) {
      this.#output.emitWatermark(timestamp);
    } else this.#advancing = timestamp;
    this.#goOn();
  }

  onEnd(): void {
    // Nothing waits behind the last watermark.
  }

  pending(): boolean {
    return this.#parked.length + this.#rest.length > 0 || this.#advancing !== undefined;
  }

  resume(): boolean {
    return this.#has('never resumes') ? false : this.#goOn();
  }

  metrics(): Readonly<Record<string, number>> {
    return {};
  }

  snapshot({ codec }: SnapshotContext): OperatorSnapshot {
    const keyed = new Map<number, Given[]>();
    for (const given of this.#seen.flat()) {
      const group = keyGroupOf(given.value.key);
      keyed.set(group, [...(keyed.get(group) ?? []), given]);
    }
    const [rest, parked, watermark] = [this.#rest, this.#parked, this.#watermark];
    const row: SubtaskRow = { rest, parked, watermark, advancing: this.#advancing };
    return {
      keyed: new Map([...keyed].map(([group, rows]) => [group, codec.encode(rows, 'seen')])),
      subtask: codec.encode(row, 'waits'),
    };
  }

  restore(restored: RestoredSnapshots, { codec }: SnapshotContext): void {
    const { snapshots, range } = restored;
    const isMine = (group: number): boolean => group >= range.first && group <= range.last;
    for (const { keyed } of snapshots) {
      for (const [group, bytes] of keyed) {
        if (!isMine(group)) continue;
        for (const given of codec.decode(bytes) as Given[]) this.#seen[given.input].push(given);
      }
    }
    if (this.#has('forgets the second side on restore')) this.#seen = [this.#seen[0], []];
    const rows = snapshots.map(({ subtask }) => codec.decode(subtask!) as SubtaskRow);
    this.#restoreTime(rows, restored);
    this.#restoreWaiting(rows, restored, isMine);
  }

  #restoreTime(rows: readonly SubtaskRow[], { index, parallelism }: RestoredSnapshots): void {
    const own = rows.length === parallelism ? [rows[index]!] : rows;
    this.#watermark = Math.min(...own.map(({ watermark }) => watermark));
    this.#advancing = own.map(({ advancing }) => advancing).find((to) => to !== undefined);
    const again = this.#has('invents a watermark on restore');
    if (again && this.#watermark > MIN_TIMESTAMP) this.#advancing = this.#watermark + 1;
  }

  #restoreWaiting(
    rows: readonly SubtaskRow[],
    { index, parallelism }: RestoredSnapshots,
    isMine: (group: number) => boolean,
  ): void {
    const own = rows.filter((_, at) => at % parallelism === index);
    const byPlace = this.#has('leaves the rest of a run to another subtask than its key');
    const rest = byPlace
      ? own.flatMap((row) => row.rest)
      : rows.flatMap((row) => row.rest).filter(({ value }) => isMine(keyGroupOf(value.key)));
    const mixes = this.#has('takes the rest of a run for one of the first input after a restore');
    const forgets = this.#has('forgets the rest of a run of the second input on restore');
    this.#rest = rest
      .filter(({ input }) => !(forgets && input === 1))
      .map((given) => (mixes ? { ...given, input: 0 as const } : given));
    this.#parked = own.flatMap((row) => row.parked);
  }

  /** What is parked, then the rest, then the watermark, as far as credit goes. */
  #goOn(): boolean {
    let progressed = this.#flush();
    while (this.#rest.length > 0 && this.#parked.length === 0 && this.#hasCredit()) {
      this.#pair(this.#rest.shift()!);
      this.#flush();
      progressed = true;
    }
    if (this.#advancing === undefined || this.#parked.length + this.#rest.length > 0) {
      return progressed;
    }
    this.#output.emitWatermark(this.#advancing);
    this.#advancing = undefined;
    return true;
  }

  #pair(given: Given): void {
    const { input, value } = given;
    this.#seen[input].push(given);
    for (const other of this.#seen[input === 0 ? 1 : 0]) {
      if (other.value.key !== value.key) continue;
      const [left, right] = input === 0 ? [given, other] : [other, given];
      const pair: Pair = { key: value.key, left: left.value.n, right: right.value.n };
      const timestamp = Math.max(left.timestamp, right.timestamp);
      this.#parked.push({ value: pair, timestamp });
    }
  }

  #close(to: Timestamp): void {
    const closed = this.#seen[0].filter((left) => {
      return left.timestamp > this.#watermark && left.timestamp <= to;
    });
    for (const { value, timestamp } of closed.sort((a, b) => a.timestamp - b.timestamp)) {
      this.#parked.push({ value: { key: value.key, left: value.n, right: 'closed' }, timestamp });
    }
  }

  #hasCredit(): boolean {
    return this.#has('ignores credit') || this.#output.credit() > 0;
  }

  #flush(): boolean {
    const credit = this.#has('ignores credit') ? this.#parked.length : this.#output.credit();
    const going = this.#parked.splice(0, credit);
    if (going.length > 0) this.#output.emit(runOf(going));
    return going.length > 0;
  }

  #has(fault: PairFault): boolean {
    return this.#fault === fault;
  }
}

function runOf(records: readonly Parked[]): Run<unknown> {
  const run = createRun<unknown>(records.length);
  for (const { value, timestamp } of records) appendRecord(run, value, timestamp);
  return run;
}
