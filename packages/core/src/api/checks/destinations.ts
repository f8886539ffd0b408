/**
 * Owns: the check that two sinks of one job do not write to the same place.
 * Refuses: to compare sinks that do not say where they write.
 *
 * D1. The order of the writes of one key is kept within one sink, and between two there is none.
 */
import type { GraphNode } from '../../model/graph.js';
import { mentionOf, nameOf, type Check, type Finding } from './described-job.js';

export const checkDestinations: Check = ({ nodes }) => {
  const first = new Map<string, GraphNode>();
  return nodes.flatMap((node) => {
    const destination = node.spec.kind === 'sink' ? node.spec.sink.destination : undefined;
    const other = destination === undefined ? undefined : first.get(destination);
    if (destination !== undefined && other === undefined) first.set(destination, node);
    return other === undefined ? [] : shared(node, other, destination!);
  });
};

function shared(node: GraphNode, other: GraphNode, destination: string): readonly Finding[] {
  const message = `${nameOf(node)} writes to ${destination}, as ${mentionOf(other)} does, and nobody would keep the writes of one key in order; unite the streams before one sink`;
  return [{ node: node.id, code: 'DESTINATION_SHARED', message }];
}
