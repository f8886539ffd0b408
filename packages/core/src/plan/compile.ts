/**
 * Owns: the way from the graph that a user wrote to tasks and channels.
 * Refuses: to run user functions.
 *
 * A task ends where records are partitioned anew (`keyBy`) and where a stream forks; between the two
 * operators share a chain. At parallelism 1 a hash exchange has one channel.
 */
import { operatorName, type GraphNode, type JobDefinition, type NodeId } from '../model/graph.js';
import { fuse } from './fuse.js';
import type { JobPlan, TaskInputPlan, TaskPlan } from './job-plan.js';

/** The physical plan of a job. The same definition always gives the same plan (E3). */
export function compile(definition: JobDefinition): JobPlan {
  return new Compiler(definition).compile();
}

class Compiler {
  readonly #definition: JobDefinition;
  readonly #consumers: ReadonlyMap<NodeId, readonly GraphNode[]>;
  readonly #tasks: TaskPlan[] = [];
  #channels = 0;

  constructor(definition: JobDefinition) {
    this.#definition = definition;
    this.#consumers = consumersOf(definition.nodes);
  }

  compile(): JobPlan {
    for (const node of this.#definition.nodes) {
      if (node.spec.kind !== 'source') continue;
      this.#addTask({ kind: 'source', name: operatorName(node), source: node.spec.source }, node);
    }
    const channels = Array.from({ length: this.#channels }, (_, id) => id);
    return { name: this.#definition.name, tasks: this.#tasks, channels };
  }

  #addTask(input: TaskInputPlan, first: GraphNode): void {
    const chain = this.#chainFrom(first);
    const next = this.#consumersOf(chain.at(-1)!);
    const outputs = next.map(() => this.#channels++);
    this.#tasks.push({
      name: chain.map(operatorName).join(' -> '),
      input,
      operators: fuse(chain),
      outputs,
    });
    next.forEach((consumer, i) => {
      this.#addTask({ kind: 'channel', channel: outputs[i]! }, consumer);
    });
  }

  #chainFrom(first: GraphNode): readonly GraphNode[] {
    const chain = [first];
    for (;;) {
      const consumers = this.#consumersOf(chain.at(-1)!);
      const next = consumers[0];
      if (next === undefined || consumers.length > 1 || !isForward(next)) return chain;
      chain.push(next);
    }
  }

  #consumersOf(node: GraphNode): readonly GraphNode[] {
    return this.#consumers.get(node.id) ?? [];
  }
}

function isForward(node: GraphNode): boolean {
  return node.inputs.every((input) => input.partitioner.kind === 'forward');
}

function consumersOf(nodes: readonly GraphNode[]): ReadonlyMap<NodeId, readonly GraphNode[]> {
  const consumers = new Map<NodeId, GraphNode[]>();
  for (const node of nodes) {
    for (const { from } of node.inputs) {
      consumers.set(from, [...(consumers.get(from) ?? []), node]);
    }
  }
  return consumers;
}
