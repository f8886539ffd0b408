/**
 * Owns: operators of functions that take one record at a time, put together as the plan says.
 * Refuses: to do anything when records flow; handlers do.
 */
import type { FlatMapSpec } from '../../model/graph.js';
import { ElementOperator, type ElementLimits } from '../operator/element-operator.js';
import type { RecordErrors } from '../operator/record-errors.js';
import { FlatMapHandler } from './flat-map-handler.js';

export interface ProcessParts<Spec> {
  readonly spec: Spec & { readonly name: string };
  readonly errors: RecordErrors;
  readonly limits: ElementLimits;
}

export function createFlatMap(parts: ProcessParts<FlatMapSpec>): ElementOperator {
  const { spec, errors, limits } = parts;
  const handler = new FlatMapHandler(spec);
  return new ElementOperator({ name: spec.name, handler, errors, limits, timers: undefined });
}
