/**
 * Owns: which sources the records of each node come from.
 * Refuses: to walk up from node to node: a job may be long, and every node asks.
 */
import type { GraphNode } from '../../model/graph.js';

/**
 * By the number of a node: the sources above it. `isPassed` says of a node whether what comes out of it
 * still counts as its sources' own records.
 */
export function sourcesAbove(
  nodes: readonly GraphNode[],
  isPassed: (node: GraphNode) => boolean = () => true,
): readonly (readonly GraphNode[])[] {
  // A node comes after those that it reads.
  const above: (readonly GraphNode[])[] = [];
  const behind: (readonly GraphNode[])[] = [];
  for (const node of nodes) {
    const sources = union(node.inputs.map(({ from }) => behind[from]!));
    above.push(sources);
    if (node.spec.kind === 'source') behind.push([node]);
    else behind.push(isPassed(node) ? sources : []);
  }
  return above;
}

function union(sets: readonly (readonly GraphNode[])[]): readonly GraphNode[] {
  return sets.length === 1 ? sets[0]! : [...new Set(sets.flat())];
}
