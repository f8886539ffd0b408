/**
 * Owns: which functions of a chain become one loop: stateless ones that follow each other, and the
 * timestamps of the source before them.
 * Refuses: to compile loops; `runtime/operator/fused-loop.ts` does.
 */
import { operatorName, type GraphNode } from '../model/graph.js';
import type { WatermarkStrategy } from '../model/watermark-strategy.js';
import type { FusedPlan, FusedStep, OperatorPlan } from './job-plan.js';

/** The operators of a chain, with its stateless stretches fused. */
export function fuse(chain: readonly GraphNode[]): readonly OperatorPlan[] {
  const plans: OperatorPlan[] = [];
  let steps: FusedStep[] = [];
  for (const node of chain) {
    const step = fusedStep(node);
    if (step !== undefined) steps.push(step);
    const alone = step === undefined ? operatorPlan(node) : undefined;
    if (alone === undefined) continue;
    plans.push(...fusedPlans(steps), alone);
    steps = [];
  }
  return [...plans, ...fusedPlans(steps)];
}

function fusedPlans(steps: readonly FusedStep[]): readonly FusedPlan[] {
  if (steps.length === 0) return [];
  return [{ kind: 'fused', name: steps.map((step) => step.operator).join(' + '), steps }];
}

function fusedStep(node: GraphNode): FusedStep | undefined {
  const operator = operatorName(node);
  const { spec, onError } = node;
  switch (spec.kind) {
    case 'source':
      if (spec.watermarks === undefined || hearsRecords(spec.watermarks)) return undefined;
      return { kind: 'timestamps', operator, onError, strategy: spec.watermarks };
    case 'map':
    case 'filter':
    case 'for-each':
      return { ...spec, operator, onError };
    default:
      return undefined;
  }
}

function operatorPlan(node: GraphNode): OperatorPlan | undefined {
  const { spec, onError } = node;
  if (spec.kind === 'source' && spec.watermarks !== undefined) {
    return { kind: 'timestamps', name: operatorName(node), strategy: spec.watermarks, onError };
  }
  switch (spec.kind) {
    case 'flat-map':
    case 'pipe':
    case 'process':
    case 'keyed-process':
    case 'co-process':
    case 'keyed-co-process':
    case 'broadcast-process':
    case 'keyed-broadcast-process':
    case 'interval-join':
    case 'as-of-join':
    case 'async-map':
    case 'async-flat-map':
    case 'reduce':
    case 'window':
    case 'sink':
      return { ...spec, name: operatorName(node), onError };
    default:
      return undefined;
  }
}

/** What stands behind one record cannot wait for the end of a loop. */
function hearsRecords({ hears }: WatermarkStrategy<unknown>): boolean {
  return hears === 'records';
}
