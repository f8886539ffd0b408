/**
 * Owns: where in the graph two streams are that go to one operator.
 * Refuses: streams of two jobs.
 */
import type { KeySelectors } from '../model/graph.js';
import type { KeyedPlace } from './keyed-record-stream.js';
import { streamForeign } from './refuse-stream.js';
import type { StreamPlace } from './stream-place.js';

/** Where two streams with keys are. */
export interface ConnectedPlace extends StreamPlace {
  readonly keysOf: KeySelectors;
}

/** The second feeds the second input. `verb` is what the user has called, for a refusal. */
export function connected(first: StreamPlace, second: StreamPlace, verb: string): StreamPlace {
  const { graph } = first;
  if (second.graph !== graph) throw streamForeign(verb);
  const others = second.inputs.map((input) => ({ ...input, ordinal: 1 as const }));
  return { graph, inputs: [...first.inputs, ...others] };
}

export function connectedByKey(
  first: KeyedPlace,
  second: KeyedPlace,
  verb: string,
): ConnectedPlace {
  return { ...connected(first, second, verb), keysOf: [first.keyOf, second.keyOf] };
}

/** The second goes to every subtask. */
export function connectedToAll(first: StreamPlace, second: StreamPlace): StreamPlace {
  const { graph, inputs } = second;
  const toAll = inputs.map((input) => ({ ...input, partitioner: { kind: 'broadcast' } as const }));
  return connected(first, { graph, inputs: toAll }, 'connect');
}
