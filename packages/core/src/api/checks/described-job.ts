/**
 * Owns: what the checks look at, and what they answer.
 * Refuses: to check.
 */
import { operatorName, type GraphNode, type NodeId } from '../../model/graph.js';
import type { JobProblemCode } from '../../model/job-problem.js';

/** A job as its user described it, before anything is known to be right. */
export interface DescribedJob {
  readonly name: string;
  readonly nodes: readonly GraphNode[];
  /** By the number of a node: the options of its verb, as they were given. */
  readonly options: readonly object[];
}

/** What a check found at a node; where the whole job is at fault, at none. */
export interface Finding {
  readonly node: NodeId | undefined;
  readonly code: JobProblemCode;
  readonly message: string;
}

/** One kind of fault: it answers every one that the job has. */
export type Check = (job: DescribedJob) => readonly Finding[];

export function hasValidUid({ uid }: GraphNode): boolean {
  return uid === undefined || (typeof uid === 'string' && uid !== '');
}

/** How a sentence calls a node; a uid that is none does not name it. */
export function nameOf(node: GraphNode): string {
  return operatorName(hasValidUid(node) ? node : { ...node, uid: undefined });
}

/** A node that another one's sentence speaks of, with its place. */
export function mentionOf(node: GraphNode): string {
  return node.place === undefined ? nameOf(node) : `${nameOf(node)} (${node.place})`;
}
