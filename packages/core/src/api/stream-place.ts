/**
 * Owns: where in the graph a stream is.
 * Refuses: to know what may be done with it there; the streams do.
 */
import type { GraphInput, NodeId } from '../model/graph.js';
import type { GraphBuilder } from './graph-builder.js';

/** Where in the graph a stream is. */
export interface StreamPlace {
  readonly graph: GraphBuilder;
  /** Several where streams are united. */
  readonly inputs: readonly GraphInput[];
}

/** Behind a node, at its main output or at a side output of that name, before it is said who reads it. */
export function outputOf(graph: GraphBuilder, node: NodeId, output?: string): StreamPlace {
  return {
    graph,
    inputs: [{ from: node, output, partitioner: { kind: 'unspecified' }, ordinal: 0 }],
  };
}
