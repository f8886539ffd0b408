/**
 * Owns: the check that windows and joins of event time get records that have one.
 * Refuses: to look behind another window: its results have the timestamp of their window.
 */
import type { GraphNode } from '../../model/graph.js';
import { mentionOf, nameOf, type Check, type Finding } from './described-job.js';
import { sourcesAbove } from './sources-above.js';

const isWindow = ({ spec }: GraphNode): boolean => spec.kind === 'window';

const needsEventTime = ({ spec }: GraphNode): boolean =>
  spec.kind === 'interval-join' ||
  spec.kind === 'as-of-join' ||
  (spec.kind === 'window' && spec.assigner.time === 'event-time');

const hasNoWatermarks = ({ spec }: GraphNode): boolean =>
  spec.kind === 'source' && spec.watermarks === undefined;

export const checkEventTime: Check = ({ nodes }) => {
  const above = sourcesAbove(nodes, (node) => !isWindow(node));
  return nodes
    .filter(needsEventTime)
    .flatMap((node) =>
      above[node.id]!.filter(hasNoWatermarks).map((source) => timeless(node, source)),
    );
};

function timeless(node: GraphNode, source: GraphNode): Finding {
  const what = node.spec.kind === 'window' ? 'is an event-time window' : 'joins by event time';
  const message = `${nameOf(node)} ${what}, and its source ${mentionOf(source)} gives records no timestamps; give the source watermarks`;
  return { node: node.id, code: 'TIMESTAMPS_MISSING', message };
}
