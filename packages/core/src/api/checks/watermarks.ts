/**
 * Owns: the check of what a watermark strategy says beside its functions, whoever made it.
 * Refuses: to call it; what a generator answers is looked at when it runs.
 */
import type { GraphNode } from '../../model/graph.js';
import { MAX_TIMESTAMP } from '../../model/time.js';
import type { WatermarkStrategy } from '../../model/watermark-strategy.js';
import { nameOf, type Check } from './described-job.js';

export const checkWatermarks: Check = ({ nodes }) =>
  nodes.flatMap((node) =>
    faultsOf(node).map((fault) => ({
      node: node.id,
      code: 'WATERMARKS_INVALID',
      message: `the watermarks of ${nameOf(node)} ${fault}`,
    })),
  );

function faultsOf({ spec }: GraphNode): readonly string[] {
  if (spec.kind !== 'source' || spec.watermarks === undefined) return [];
  return [faultOfHearing, faultOfIdleness, faultOfAlignment, faultOfGuard].flatMap(
    (faultOf) => faultOf(spec.watermarks!) ?? [],
  );
}

type FaultOf = (strategy: WatermarkStrategy<unknown>) => string | undefined;

const isLength = (length: unknown): boolean =>
  typeof length === 'number' && length >= 0 && length <= MAX_TIMESTAMP;

const faultOfHearing: FaultOf = ({ hears }) =>
  hears === undefined || hears === 'runs' || hears === 'records'
    ? undefined
    : `hear ${JSON.stringify(hears)}; use 'runs' or 'records'`;

const faultOfIdleness: FaultOf = ({ idleAfterMs }) =>
  idleAfterMs === undefined || (isLength(idleAfterMs) && idleAfterMs > 0)
    ? undefined
    : `have an idleAfterMs of ${String(idleAfterMs)}; use more than 0 ms, or leave it out`;

const faultOfGuard: FaultOf = ({ futureMsMax }) =>
  futureMsMax === undefined || isLength(futureMsMax) || futureMsMax === Infinity
    ? undefined
    : `have a futureMsMax of ${String(futureMsMax)}; use 0 ms or more, or Infinity for no guard`;

const faultOfAlignment: FaultOf = ({ alignment }) => {
  if (alignment === undefined) return undefined;
  const { group, driftMsMax } = alignment;
  if (typeof group !== 'string' || group === '') {
    return 'are aligned in a group without a name; give the group a text';
  }
  if (isLength(driftMsMax)) return undefined;
  return `have a driftMsMax of ${String(driftMsMax)} in the group ${group}; use 0 ms or more`;
};
