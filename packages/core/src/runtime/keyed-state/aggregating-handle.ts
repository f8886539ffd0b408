/**
 * Owns: aggregating state as a user handles it.
 * Refuses: to show the accumulator; only its result.
 */
import type { AggregateFunction } from '../../model/aggregate.js';
import type { AggregatingState } from '../../model/state-declaration.js';
import { ABSENT, type Row } from './row.js';

export class AggregatingHandle<In, Acc, Out> implements AggregatingState<In, Out> {
  readonly #row: Row<Acc>;
  readonly #aggregate: AggregateFunction<In, Acc, Out>;

  constructor(row: Row<Acc>, aggregate: AggregateFunction<In, Acc, Out>) {
    this.#row = row;
    this.#aggregate = aggregate;
  }

  get(): Out | undefined {
    const held = this.#row.read();
    return held === ABSENT ? undefined : this.#aggregate.getResult(held);
  }

  add(value: In): void {
    const held = this.#row.read();
    const accumulator = held === ABSENT ? this.#aggregate.createAccumulator() : held;
    this.#row.write(this.#aggregate.add(accumulator, value));
  }

  clear(): void {
    this.#row.clear();
  }
}
