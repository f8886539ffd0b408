/**
 * Owns: which operators cannot be split, and so which numbers of subtasks are settled before a run.
 * Refuses: to judge them; `api/checks` does when the job is described.
 */
import type { GraphNode } from './graph.js';
import { MAX_PARALLELISM_DEFAULT } from './key-group.js';

/** A source is read by one subtask, and a sink without a key is written by one (D1). */
export function standsAlone({ spec }: Pick<GraphNode, 'spec'>): boolean {
  return spec.kind === 'source' || (spec.kind === 'sink' && spec.sink.keyOf === undefined);
}

/** The number that holds whatever the job is run with; none where the run decides. */
export function settledParallelism(node: GraphNode): number | undefined {
  return node.parallelism ?? (standsAlone(node) ? 1 : undefined);
}

export function isParallelism(count: number): boolean {
  return Number.isSafeInteger(count) && count >= 1 && count <= MAX_PARALLELISM_DEFAULT;
}
