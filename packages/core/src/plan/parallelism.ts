/**
 * Owns: how many subtasks each node has, and how records get from one node's subtasks to another's.
 * Refuses: to split what cannot be split: a source is read by one, and a sink without a key written
 *     by one.
 *
 * D1. The subtasks of a sink share its keys: records get to them by the hash of the sink's own key,
 *     whatever the stream before it was partitioned by.
 */
import { MillraceError } from '../model/error.js';
import { operatorName, type GraphInput, type GraphNode } from '../model/graph.js';
import { MAX_PARALLELISM_DEFAULT } from '../model/key-group.js';
import type { ExchangePartitioner } from './job-plan.js';

/** The parallelism of a job where its operators do not say. */
export const PARALLELISM_DEFAULT = 1;

export function parallelismOf(node: GraphNode, ofJob: number): number {
  const { spec } = node;
  const alone = spec.kind === 'source' || (spec.kind === 'sink' && spec.sink.keyOf === undefined);
  const parallelism = node.parallelism ?? (alone ? 1 : ofJob);
  if (alone && parallelism > 1) throw standsAlone(node);
  const possible =
    Number.isSafeInteger(parallelism) && parallelism >= 1 && parallelism <= MAX_PARALLELISM_DEFAULT;
  if (!possible) throw parallelismInvalid(operatorName(node), parallelism);
  return parallelism;
}

/** An edge of the graph with the number of subtasks at both ends. */
export interface Edge {
  readonly input: GraphInput;
  readonly consumer: GraphNode;
  readonly from: number;
  readonly to: number;
}

export function partitionerOf({ input, consumer, from, to }: Edge): ExchangePartitioner {
  const { partitioner } = input;
  const operator = operatorName(consumer);
  const { spec, onError } = consumer;
  if (spec.kind === 'sink' && to > 1) {
    return { kind: 'hash', keyOf: (value) => spec.sink.keyOf!(value), operator, onError };
  }
  switch (partitioner.kind) {
    case 'hash':
      return { ...partitioner, operator, onError };
    case 'unspecified':
      return { kind: from === to ? 'forward' : 'rebalance' };
    case 'forward':
      if (from === to) return { kind: 'forward' };
      throw forwardUneven(operator, { from, to });
    default:
      return { kind: partitioner.kind };
  }
}

function parallelismInvalid(operator: string, parallelism: number): MillraceError {
  const sentence = `${operator} cannot have a parallelism of ${String(parallelism)}; use a whole number from 1 to ${String(MAX_PARALLELISM_DEFAULT)}`;
  return new MillraceError('PARALLELISM_INVALID', sentence, { operator });
}

function standsAlone(node: GraphNode): MillraceError {
  const operator = operatorName(node);
  const why =
    node.spec.kind === 'source'
      ? 'a source is read by one subtask; leave its parallelism and raise that of what follows'
      : 'its sink declares no key by which subtasks could share the work; declare the key, or leave its parallelism';
  const sentence = `${operator} cannot have a parallelism of ${String(node.parallelism)}: ${why}`;
  return new MillraceError('PARALLELISM_INVALID', sentence, { operator });
}

function forwardUneven(
  operator: string,
  { from, to }: { readonly from: number; readonly to: number },
): MillraceError {
  const sentence = `${operator} is reached by forward() from ${String(from)} subtasks and has ${String(to)}; give both the same parallelism, or use rebalance()`;
  return new MillraceError('PARALLELISM_INVALID', sentence, { operator });
}
