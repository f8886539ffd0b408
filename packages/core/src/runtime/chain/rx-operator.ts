/**
 * Owns: `pipe()` of a stream: RxJS operators of the user as one of ours.
 * Refuses: to keep a subscription between two calls: where credit or the run ends, the stretch ends, and
 *     what follows is given to a new one. So demand is exact, and there is nothing for a snapshot to miss.
 *
 * C3. What a record comes to beyond the credit is parked by `ElementOperator`, as is the rest of the run.
 */
import type { PipeSpec } from '../../model/graph.js';
import type { Timestamp } from '../../model/time.js';
import type { ElementHandler, HandlerPorts } from '../operator/element-handler.js';
import {
  ElementOperator,
  type ElementLimits,
  type ElementOperatorParts,
} from '../operator/element-operator.js';
import type { RecordErrors } from '../operator/record-errors.js';
import { RxStretch } from './rx-stretch.js';

type NamedSpec = PipeSpec & { readonly name: string };

export interface RxOperatorParts {
  readonly spec: NamedSpec;
  readonly errors: RecordErrors;
  readonly limits: ElementLimits;
  readonly sides: ElementOperatorParts['sides'];
}

export function createPipe({ spec, errors, limits, sides }: RxOperatorParts): ElementOperator {
  return new ElementOperator({
    name: spec.name,
    handler: new RxHandler(spec),
    errors,
    limits,
    sides,
    keyed: undefined,
    readable: undefined,
    subtaskOfRecord: undefined,
  });
}

class RxHandler implements ElementHandler {
  readonly #spec: NamedSpec;
  #collect!: HandlerPorts['collect'];
  #stretch: RxStretch | undefined;

  constructor(spec: NamedSpec) {
    this.#spec = spec;
  }

  open({ collect }: HandlerPorts): void {
    this.#collect = collect;
  }

  onElement(value: unknown, timestamp: Timestamp): undefined {
    const stretch = (this.#stretch ??= this.#begin());
    try {
      stretch.take(value, timestamp);
    } catch (cause) {
      // Whether the job goes on is for the policy to say: behind this record, all begins anew.
      this.#stretch = undefined;
      throw cause;
    }
  }

  onStretchEnd(): void {
    const stretch = this.#stretch;
    this.#stretch = undefined;
    stretch?.end();
  }

  #begin(): RxStretch {
    const { name, operators } = this.#spec;
    return new RxStretch({ name, operators, collect: this.#collect });
  }
}
