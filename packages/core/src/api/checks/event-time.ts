/**
 * Owns: the check that a window of event time gets records that have one.
 * Refuses: to look behind another window: its results have the timestamp of their window.
 */
import type { GraphNode } from '../../model/graph.js';
import { mentionOf, nameOf, type Check, type Finding } from './described-job.js';
import { sourcesAbove } from './sources-above.js';

const isWindow = ({ spec }: GraphNode): boolean => spec.kind === 'window';

const isEventTimeWindow = ({ spec }: GraphNode): boolean =>
  spec.kind === 'window' && spec.assigner.time === 'event-time';

const hasNoWatermarks = ({ spec }: GraphNode): boolean =>
  spec.kind === 'source' && spec.watermarks === undefined;

export const checkEventTime: Check = ({ nodes }) => {
  const above = sourcesAbove(nodes, (node) => !isWindow(node));
  return nodes
    .filter(isEventTimeWindow)
    .flatMap((window) =>
      above[window.id]!.filter(hasNoWatermarks).map((source) => timeless(window, source)),
    );
};

function timeless(window: GraphNode, source: GraphNode): Finding {
  const message = `${nameOf(window)} is an event-time window, and its source ${mentionOf(source)} gives records no timestamps; give the source watermarks`;
  return { node: window.id, code: 'TIMESTAMPS_MISSING', message };
}
