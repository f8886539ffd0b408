/**
 * Owns: the checks of uids: state and metrics go by them, so each is a text and there is one of each.
 * Refuses: to demand uids where nothing is restored.
 */
import type { GraphNode } from '../../model/graph.js';
import { hasValidUid, nameOf, type Check, type Finding } from './described-job.js';

export const checkUids: Check = ({ nodes }) =>
  nodes
    .filter((node) => !hasValidUid(node))
    .map((node) => {
      const message = `${nameOf(node)} has the uid ${shown(node.uid)}; give it a text that is not empty, or none`;
      return { node: node.id, code: 'UID_INVALID', message };
    });

/** Also a uid that is what another operator is called without one: `map-1`. */
export const checkDuplicates: Check = ({ nodes }) => {
  const first = new Map<string, GraphNode>();
  const findings: Finding[] = [];
  for (const node of nodes) {
    const name = nameOf(node);
    const other = first.get(name);
    if (other === undefined) first.set(name, node);
    else findings.push(duplicate(node, other));
  }
  return findings;
};

function duplicate(node: GraphNode, { place }: GraphNode): Finding {
  const elsewhere = place === undefined ? 'another operator' : `the operator at ${place}`;
  const message = `"${nameOf(node)}" is also the name of ${elsewhere}; give each a uid of its own`;
  return { node: node.id, code: 'UID_DUPLICATE', message };
}

function shown(uid: unknown): string {
  return typeof uid === 'string' ? JSON.stringify(uid) : String(uid);
}
