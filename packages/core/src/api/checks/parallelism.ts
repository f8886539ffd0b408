/**
 * Owns: the checks of the numbers of subtasks that a description settles.
 * Refuses: those that depend on the run; `plan/parallelism.ts` looks at them.
 */
import type { GraphNode } from '../../model/graph.js';
import { MAX_PARALLELISM_LIMIT } from '../../model/key-group.js';
import { isParallelism, settledParallelism, standsAlone } from '../../model/parallelism.js';
import { nameOf, type Check, type Finding } from './described-job.js';

export const checkParallelism: Check = ({ nodes }) =>
  nodes.flatMap((node) => {
    const { parallelism } = node;
    if (parallelism === undefined) return [];
    if (!isParallelism(parallelism)) return finding(node, impossible());
    return standsAlone(node) && parallelism > 1 ? finding(node, alone(node)) : [];
  });

/** Records that stay in their subtask need as many of them on the other side. */
export const checkForward: Check = ({ nodes }) =>
  nodes.flatMap((node) =>
    node.inputs
      .filter(({ partitioner }) => partitioner.kind === 'forward')
      .flatMap(({ from }) => unevenForward(nodes[from]!, node)),
  );

function unevenForward(from: GraphNode, node: GraphNode): readonly Finding[] {
  const [before, after] = [settledParallelism(from), settledParallelism(node)];
  if (before === undefined || after === undefined || before === after) return [];
  const message = `${nameOf(node)} is reached by forward() from ${String(before)} subtasks and has ${String(after)}; give both the same parallelism, or use rebalance()`;
  return [{ node: node.id, code: 'PARALLELISM_INVALID', message }];
}

function finding(node: GraphNode, advice: string): readonly Finding[] {
  const message = `${nameOf(node)} cannot have a parallelism of ${String(node.parallelism)}${advice}`;
  return [{ node: node.id, code: 'PARALLELISM_INVALID', message }];
}

function impossible(): string {
  return `; use a whole number from 1 to ${String(MAX_PARALLELISM_LIMIT)}`;
}

function alone({ spec }: GraphNode): string {
  return spec.kind === 'source'
    ? ': a source is read by one subtask; leave its parallelism and raise that of what follows'
    : ': its sink declares no key by which subtasks could share the work; declare the key, or leave its parallelism';
}
