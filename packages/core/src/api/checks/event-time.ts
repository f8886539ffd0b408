/**
 * Owns: the check that a window of event time gets records that have one.
 * Refuses: to look behind another window: its results have the timestamp of their window.
 */
import type { GraphNode } from '../../model/graph.js';
import { mentionOf, nameOf, type Check, type Finding } from './described-job.js';
import { upstreamOf } from './upstream.js';

const isWindow = ({ spec }: GraphNode): boolean => spec.kind === 'window';

export const checkEventTime: Check = ({ nodes }) =>
  nodes.filter(isWindow).flatMap((window) =>
    upstreamOf(window, nodes, (node) => !isWindow(node))
      .filter(({ spec }) => spec.kind === 'source' && spec.watermarks === undefined)
      .map((source) => timeless(window, source)),
  );

function timeless(window: GraphNode, source: GraphNode): Finding {
  const message = `${nameOf(window)} is an event-time window, and its source ${mentionOf(source)} gives records no timestamps; give the source watermarks`;
  return { node: window.id, code: 'TIMESTAMPS_MISSING', message };
}
