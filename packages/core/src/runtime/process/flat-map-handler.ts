/**
 * Owns: `flatMap`: what the user's function answers for a record, on its way out.
 * Refuses: what is no iterable; `iterable-answer.ts` says so.
 *
 * C3. What there is credit for goes at once; the rest is drawn as credit comes, so that an endless
 *     generator runs for as long as the job does.
 */
import type { FlatMapSpec } from '../../model/graph.js';
import type { Timestamp } from '../../model/time.js';
import type { ElementHandler, HandlerPorts } from '../operator/element-handler.js';
import { iteratorOf } from '../operator/iterable-answer.js';

export class FlatMapHandler implements ElementHandler {
  readonly #name: string;
  readonly #flatMap: FlatMapSpec['flatMap'];
  #ports!: HandlerPorts;

  constructor({ name, flatMap }: Pick<FlatMapSpec, 'flatMap'> & { readonly name: string }) {
    this.#name = name;
    this.#flatMap = flatMap;
  }

  open(ports: HandlerPorts): void {
    this.#ports = ports;
  }

  onElement(value: unknown, timestamp: Timestamp): Iterator<unknown> | undefined {
    const answer: unknown = this.#flatMap(value);
    // Nearly always a short array: no iterator for it.
    if (Array.isArray(answer) && answer.length <= this.#ports.room()) {
      for (const each of answer as unknown[]) this.#ports.collect(each, timestamp);
      return undefined;
    }
    return iteratorOf(answer, 'flatMap', this.#name);
  }
}
