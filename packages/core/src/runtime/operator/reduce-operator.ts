/**
 * Owns: `keyBy().reduce()`: the running aggregate of each key, emitted for every record.
 * Refuses: to fan out; it emits at most as many records as it takes, in the run that it was lent.
 *
 * E6. A reduce function that throws names its operator and the key.
 */
import type { ReduceSpec } from '../../model/graph.js';
import { canonicalKey, type CanonicalKey, type Key } from '../../model/key.js';
import type { Run } from '../../model/run.js';
import type { OperatorSnapshot, RestoredSnapshots, SnapshotContext } from '../../model/snapshot.js';
import {
  VOID_NAMESPACE,
  type KeyedState,
  type KeyTable,
  type StateTable,
} from '../../model/state.js';
import { MIN_TIMESTAMP, type Timestamp } from '../../model/time.js';
import type { KeyedOperatorParts } from './keyed-operator-parts.js';
import { recordAtHand, recordKey } from './keyed-records.js';
import { restoreKeyed, snapshotKeyed } from './keyed-snapshot.js';
import type { Operator, Output, ReadableState } from './operator.js';
import type { RecordErrors } from './record-errors.js';

const REDUCED = 'reduced';

export class ReduceOperator implements Operator<unknown, unknown> {
  readonly name: string;
  readonly #spec: ReduceSpec;
  readonly #errors: RecordErrors;
  readonly #state: KeyedState;
  readonly #keys: KeyTable;
  readonly #reduced: StateTable<unknown>;
  #output!: Output<unknown>;
  #watermark: Timestamp = MIN_TIMESTAMP;
  #recordsIn = 0;
  #recordsOut = 0;

  constructor({ spec, state, errors }: KeyedOperatorParts<ReduceSpec>) {
    this.name = spec.name;
    this.#spec = spec;
    this.#errors = errors;
    this.#state = state.createKeyedState(spec.name);
    this.#keys = this.#state.keys;
    this.#reduced = this.#state.createTable<unknown>(REDUCED);
  }

  open(output: Output<unknown>): void {
    this.#output = output;
  }

  onRun(run: Run<unknown>): void {
    this.#recordsIn += run.length;
    const { length } = run;
    run.length = 0;
    for (let from = 0; from < length;) from = this.#reduce(run, from, length);
    this.#recordsOut += run.length;
    if (run.length > 0) this.#output.emit(run);
  }

  onWatermark(timestamp: Timestamp): void {
    this.#watermark = timestamp;
    this.#output.emitWatermark(timestamp);
  }

  onEnd(): void {
    // Every aggregate was emitted when it changed.
  }

  get readable(): ReadableState {
    return { names: () => [REDUCED], read: (_name, key) => this.#read(key) };
  }

  snapshot(context: SnapshotContext): OperatorSnapshot {
    const keyed = { state: this.#state, timers: undefined };
    return {
      keyed: snapshotKeyed(keyed, context, this.name),
      subtask: context.codec.encode(this.#watermark, `the watermark of "${this.name}"`),
    };
  }

  /** Before it opens. S102. The watermark is the smallest of those that there were. */
  restore(restored: RestoredSnapshots, context: SnapshotContext): void {
    restoreKeyed({ state: this.#state, timers: undefined }, restored, context);
    const watermarks = restored.snapshots.map(
      ({ subtask }) => context.codec.decode(subtask!) as Timestamp,
    );
    const isSame = watermarks.length === restored.parallelism;
    this.#watermark = isSame ? watermarks[restored.index]! : Math.min(...watermarks);
  }

  metrics(): Readonly<Record<string, number>> {
    return {
      numRecordsIn: this.#recordsIn,
      numRecordsOut: this.#recordsOut,
      numRecordsInErrors: this.#errors.count(),
      currentOutputWatermark: this.#watermark,
      numKeys: this.#keys.size,
    };
  }

  #read(key: Key): unknown {
    const id = this.#keys.find(canonicalKey(key));
    return id === undefined ? undefined : this.#reduced.get(id, VOID_NAMESPACE);
  }

  /** Goes on from a record, behind what is kept; answers where it stopped, which is behind a failure. */
  #reduce(run: Run<unknown>, from: number, end: number): number {
    const { keyOf, reduce } = this.#spec;
    const { values, timestamps } = run;
    const [keys, reduced] = [this.#keys, this.#reduced];
    let key: CanonicalKey | undefined;
    let at = from;
    let kept = run.length;
    try {
      for (; at < end; at++, kept++) {
        let value = values[at];
        key = undefined;
        key = recordKey(keyOf, value, this.name);
        const id = keys.enter(key);
        const held = reduced.get(id, VOID_NAMESPACE);
        const isFirst = held === undefined && !reduced.has(id, VOID_NAMESPACE);
        if (!isFirst) value = reduce(held, value);
        reduced.set(id, VOID_NAMESPACE, value);
        values[kept] = value;
        if (kept < at) timestamps[kept] = timestamps[at]!;
      }
    } catch (cause) {
      this.#errors.failed(cause, recordAtHand(run, at, key));
      at += 1;
    }
    run.length = kept;
    return at;
  }
}
