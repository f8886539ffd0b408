/**
 * Owns: the check that every branch ends in a sink; where none is, nothing demands its records.
 * Refuses: side outputs; `side-outputs.ts` looks at those.
 */
import type { GraphNode, OperatorSpec } from '../../model/graph.js';
import { nameOf, type Check, type Finding } from './described-job.js';

const ENDS: readonly OperatorSpec['kind'][] = ['sink', 'for-each'];

export const checkBranches: Check = ({ nodes }) => {
  if (nodes.length === 0) return [emptyJob];
  const inputs = nodes.flatMap((node) => node.inputs);
  const read = new Set(inputs.filter(({ output }) => output === undefined).map(({ from }) => from));
  return nodes.filter(({ id, spec }) => !read.has(id) && !ENDS.includes(spec.kind)).map(openBranch);
};

const emptyJob: Finding = {
  node: undefined,
  code: 'SINK_MISSING',
  message: 'it is empty; begin with env.fromSource() and end with sinkTo()',
};

function openBranch(node: GraphNode): Finding {
  const message = `the branch of ${nameOf(node)} has no sink; end it with sinkTo()`;
  return { node: node.id, code: 'SINK_MISSING', message };
}
