/**
 * Owns: `keyBy().reduce()`: the running aggregate of each key, emitted for every record.
 * Refuses: to fan out; it emits as many records as it takes, in the run that it was lent.
 *
 * E6. A reduce function that throws names its operator and the key.
 */
import type { ReduceSpec } from '../../model/graph.js';
import type { CanonicalKey } from '../../model/key.js';
import type { Run } from '../../model/run.js';
import { VOID_NAMESPACE, type StateBackend, type StateRows } from '../../model/state.js';
import { MIN_TIMESTAMP, type Timestamp } from '../../model/time.js';
import { keyedFailure, recordKey } from './keyed-records.js';
import type { Operator, Output } from './operator.js';

export class ReduceOperator implements Operator<unknown, unknown> {
  readonly name: string;
  readonly #spec: ReduceSpec;
  readonly #rows: StateRows<unknown>;
  #output!: Output<unknown>;
  #watermark: Timestamp = MIN_TIMESTAMP;
  #records = 0;

  constructor(spec: ReduceSpec & { readonly name: string }, state: StateBackend) {
    this.name = spec.name;
    this.#spec = spec;
    this.#rows = state.createTable<unknown>('reduced').rows(VOID_NAMESPACE);
  }

  open(output: Output<unknown>): void {
    this.#output = output;
  }

  onRun(run: Run<unknown>): void {
    this.#reduce(run);
    this.#records += run.length;
    this.#output.emit(run);
  }

  onWatermark(timestamp: Timestamp): void {
    this.#watermark = timestamp;
    this.#output.emitWatermark(timestamp);
  }

  onEnd(): void {
    // Every aggregate was emitted when it changed.
  }

  metrics(): Readonly<Record<string, number>> {
    return {
      numRecordsIn: this.#records,
      numRecordsOut: this.#records,
      currentOutputWatermark: this.#watermark,
      numKeys: this.#rows.size,
    };
  }

  #reduce(run: Run<unknown>): void {
    const { keyOf, reduce } = this.#spec;
    const { values } = run;
    const rows = this.#rows;
    let key: CanonicalKey | undefined;
    try {
      for (let i = 0; i < run.length; i++) {
        const value = values[i];
        key = undefined;
        key = recordKey(keyOf, value, this.name);
        const row = rows.get(key);
        if (row === undefined) rows.insert(key, value);
        else values[i] = row.value = reduce(row.value, value);
      }
    } catch (cause) {
      throw keyedFailure(cause, this.name, key);
    }
  }
}
