/**
 * Owns: how many subtasks each node has, and how records get from one node's subtasks to another's.
 * Refuses: what the description settles; `api/checks` has looked at that.
 *
 * D1. The subtasks of a sink share its keys: records get to them by the hash of the sink's own key,
 *     whatever the stream before it was partitioned by.
 */
import { MillraceError } from '../model/error.js';
import {
  operatorName,
  type GraphInput,
  type GraphNode,
  type JobDefinition,
} from '../model/graph.js';
import { MAX_PARALLELISM_DEFAULT, MAX_PARALLELISM_LIMIT } from '../model/key-group.js';
import { isParallelism, settledParallelism } from '../model/parallelism.js';
import type { ExchangePartitioner } from './job-plan.js';

/** The parallelism of a job where its operators do not say. */
export const PARALLELISM_DEFAULT = 1;

/** What a run says of the number of subtasks. */
export interface RunParallelism {
  /** Of operators that do not say. Default: 1. */
  readonly parallelism?: number | undefined;
  /** The number of key groups, of which each subtask has one at least. Default: 128, as in Flink. */
  readonly maxParallelism?: number | undefined;
}

/** By the number of a node: how many subtasks it has in such a run. */
export function parallelismsOf(
  { name, nodes }: JobDefinition,
  { parallelism = PARALLELISM_DEFAULT, maxParallelism = MAX_PARALLELISM_DEFAULT }: RunParallelism,
): readonly number[] {
  if (!isParallelism(maxParallelism)) throw maxParallelismInvalid(name, maxParallelism);
  const refuse = (who: string, count: number): number => {
    if (isParallelism(count, maxParallelism)) return count;
    throw parallelismInvalid(who, count, maxParallelism);
  };
  refuse(`job ${name}`, parallelism);
  return nodes.map((node) => refuse(operatorName(node), settledParallelism(node) ?? parallelism));
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
    case 'custom':
      return { ...partitioner, operator };
    case 'unspecified':
      return { kind: from === to ? 'forward' : 'rebalance' };
    case 'forward':
      if (from === to) return { kind: 'forward' };
      throw forwardUneven(operator, { from, to });
    default:
      return { kind: partitioner.kind };
  }
}

function parallelismInvalid(who: string, count: number, max: number): MillraceError {
  const sentence = `${who} cannot run with a parallelism of ${String(count)}; use a whole number from 1 to ${String(max)}, which is the maxParallelism of the run`;
  return new MillraceError('PARALLELISM_INVALID', sentence);
}

function maxParallelismInvalid(job: string, max: number): MillraceError {
  const sentence = `job ${job} cannot have a maxParallelism of ${String(max)}; use a whole number from 1 to ${String(MAX_PARALLELISM_LIMIT)}`;
  return new MillraceError('MAX_PARALLELISM_INVALID', sentence);
}

function forwardUneven(
  operator: string,
  { from, to }: { readonly from: number; readonly to: number },
): MillraceError {
  const sentence = `${operator} is reached by forward() from ${String(from)} subtasks and has ${String(to)}; give both the same parallelism, or use rebalance()`;
  return new MillraceError('PARALLELISM_INVALID', sentence, { operator });
}
