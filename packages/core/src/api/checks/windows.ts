/**
 * Owns: the checks of windows: what must be able to merge can, and what is allowed to be late is a length.
 * Refuses: what the makers of assigners, triggers and evictors have looked at.
 */
import type { GraphNode, WindowSpec } from '../../model/graph.js';
import type { JobProblemCode } from '../../model/job-problem.js';
import { nameOf, type Check, type Finding } from './described-job.js';

/** What is wrong with a window; nothing, or how its sentence goes on. */
type Fault = (spec: WindowSpec) => string | undefined;

/** S70. Sessions would have a timer or a state of windows that are no longer there. */
const triggerCannotMerge: Fault = ({ assigner, trigger }) => {
  if (assigner.kind !== 'merging' || trigger === undefined) return undefined;
  if (trigger.onMerge !== undefined) return undefined;
  return `has the trigger ${trigger.name} on windows that merge (${assigner.name}), and it does not say what becomes of it; give it an onMerge, or use another`;
};

const aggregateCannotMerge: Fault = ({ assigner, contents, evictor }) => {
  if (assigner.kind !== 'merging' || contents.kind !== 'aggregate') return undefined;
  if (contents.aggregate.merge !== undefined || evictor !== undefined) return undefined;
  return `aggregates windows that merge (${assigner.name}), and its aggregate has no merge; add one that puts two accumulators together`;
};

const stateCannotMerge: Fault = ({ assigner, apply }) => {
  if (assigner.kind !== 'merging' || apply?.kind !== 'collects') return undefined;
  const names = Object.keys(apply.windowState);
  if (names.length === 0) return undefined;
  return `keeps the state ${names.map((name) => `"${name}"`).join(', ')} for each window, and its windows merge (${assigner.name}); keep it as globalState`;
};

const latenessInvalid: Fault = ({ allowedLatenessMs: lateness }) => {
  if (typeof lateness === 'number' && lateness >= 0) return undefined;
  return `cannot allow records to be ${String(lateness)} ms late; use 0 or more`;
};

const FAULTS: readonly (readonly [JobProblemCode, Fault])[] = [
  ['TRIGGER_NOT_MERGING', triggerCannotMerge],
  ['AGGREGATE_NOT_MERGING', aggregateCannotMerge],
  ['WINDOW_STATE_NOT_MERGING', stateCannotMerge],
  ['LATENESS_INVALID', latenessInvalid],
];

export const checkWindows: Check = ({ nodes }) => nodes.flatMap(faultsOf);

function faultsOf(node: GraphNode): readonly Finding[] {
  const { spec } = node;
  if (spec.kind !== 'window') return [];
  return FAULTS.flatMap(([code, fault]) => {
    const sentence = fault(spec);
    if (sentence === undefined) return [];
    return [{ node: node.id, code, message: `${nameOf(node)} ${sentence}` }];
  });
}
