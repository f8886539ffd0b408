/**
 * Owns: which operators cannot be split, and so which numbers of subtasks are settled before a run.
 * Refuses: to judge them; `api/checks` does when the job is described.
 */
import type { GraphNode } from './graph.js';
import { MAX_PARALLELISM_LIMIT } from './key-group.js';
import { isSplitSource } from './split.js';

/** A source without splits is read by one subtask, a sink without a key written by one (D1). */
export function standsAlone({ spec }: Pick<GraphNode, 'spec'>): boolean {
  if (spec.kind === 'source') return !isSplitSource(spec.source);
  return spec.kind === 'sink' && spec.sink.keyOf === undefined;
}

/** The number that holds whatever the job is run with; none where the run decides. */
export function settledParallelism(node: GraphNode): number | undefined {
  return node.parallelism ?? (standsAlone(node) ? 1 : undefined);
}

/** At most as many as there are key groups; a description does not know their number yet. */
export function isParallelism(count: number, max = MAX_PARALLELISM_LIMIT): boolean {
  return Number.isSafeInteger(count) && count >= 1 && count <= max;
}
