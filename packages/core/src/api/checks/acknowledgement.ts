/**
 * Owns: the check that no job keeps state of records whose source forgets them once they are written.
 * Refuses: sources that can be read again.
 *
 * K6. Acknowledgement waits for the checkpoint that holds the state. Until there are checkpoints,
 *     state would be lost with the process, and its records with it.
 */
import type { GraphNode, NodeId, OperatorSpec } from '../../model/graph.js';
import { mentionOf, nameOf, type Check, type Finding } from './described-job.js';
import { sourcesAbove } from './sources-above.js';

// A keyed process function without state may have timers, which are lost as well.
const KEYED: ReadonlySet<OperatorSpec['kind']> = new Set([
  'window',
  'reduce',
  'keyed-process',
  'keyed-co-process',
  'keyed-broadcast-process',
  'interval-join',
  'as-of-join',
]);

const keepsState = ({ spec }: GraphNode): boolean =>
  KEYED.has(spec.kind) || ('function' in spec && spec.function.state !== undefined);

const acknowledges = ({ spec }: GraphNode): boolean =>
  spec.kind === 'source' && spec.source.acknowledgement === 'when-written';

export const checkAcknowledgement: Check = ({ nodes }) => {
  const above = sourcesAbove(nodes);
  const behind = (from: NodeId): readonly GraphNode[] =>
    nodes[from]!.spec.kind === 'source' ? [nodes[from]!] : above[from]!;
  // Of a stream beside a broadcast one, nothing is kept; of the broadcast records everything may be.
  const broadcast = ({ inputs }: GraphNode): readonly GraphNode[] => [
    ...new Set(inputs.filter(({ ordinal }) => ordinal === 1).flatMap(({ from }) => behind(from))),
  ];
  return nodes.flatMap((node) => {
    const isBroadcast = node.spec.kind === 'broadcast-process';
    const sources = keepsState(node) ? above[node.id]! : isBroadcast ? broadcast(node) : [];
    return sources.filter(acknowledges).map((source) => forgotten(node, source));
  });
};

function forgotten(keeper: GraphNode, source: GraphNode): Finding {
  const message = `${nameOf(keeper)} keeps state of records that its source ${mentionOf(source)} acknowledges when they are written, so that a crash would lose them; read them from a source that can be read again`;
  return { node: keeper.id, code: 'ACKNOWLEDGING_SOURCE_WITH_STATE', message };
}
