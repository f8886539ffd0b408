/**
 * Owns: the way from a node up to its sources.
 * Refuses: to recurse: a job may be as long as it likes.
 */
import type { GraphNode, NodeId } from '../../model/graph.js';

/** The nodes above one, in the order of the graph; `goesOn` says where the way ends. */
export function upstreamOf(
  node: GraphNode,
  nodes: readonly GraphNode[],
  goesOn: (node: GraphNode) => boolean = () => true,
): readonly GraphNode[] {
  const seen = new Set<NodeId>();
  const ahead = node.inputs.map(({ from }) => from);
  for (let id = ahead.pop(); id !== undefined; id = ahead.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    const above = nodes[id]!;
    if (goesOn(above)) ahead.push(...above.inputs.map(({ from }) => from));
  }
  return nodes.filter(({ id }) => seen.has(id));
}
