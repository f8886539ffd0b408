/**
 * Owns: the way from the graph that a user wrote to tasks and exchanges.
 * Refuses: to run user functions.
 *
 * Operators share a chain as long as records go straight on. A chain ends where they are partitioned
 * anew or change the number of subtasks, where a stream forks, and where streams are united,
 * connected or joined.
 */
import {
  operatorName,
  type GraphInput,
  type GraphNode,
  type JobDefinition,
} from '../model/graph.js';
import { fuse } from './fuse.js';
import type {
  ExchangeId,
  ExchangePlan,
  JobPlan,
  OperatorPlan,
  SideOutputPlan,
  TaskInputPlan,
  TaskPlan,
} from './job-plan.js';
import { parallelismsOf, partitionerOf, type RunParallelism } from './parallelism.js';

/** The physical plan of a job. The same definition and numbers always give the same plan (E3). */
export function compile(definition: JobDefinition, run: RunParallelism = {}): JobPlan {
  return new Compiler(definition, run).compile();
}

/** An exchange, and which output of the graph feeds it. */
type FedExchange = ExchangePlan & { readonly input: GraphInput };

class Compiler {
  readonly #definition: JobDefinition;
  /** By the number of a node: how many subtasks it has. */
  readonly #parallelism: readonly number[];
  /** By the number of a node: who reads its main output, once for each edge. */
  readonly #consumers: readonly (readonly GraphNode[])[];

  constructor(definition: JobDefinition, run: RunParallelism) {
    this.#definition = definition;
    this.#parallelism = parallelismsOf(definition, run);
    this.#consumers = consumersOf(definition.nodes);
  }

  // A node comes after those that it reads, so the tasks stand in the order of the flow.
  compile(): JobPlan {
    const { name, nodes } = this.#definition;
    const chains = nodes.filter((node) => this.#beginsChain(node)).map((n) => this.#chainFrom(n));
    const exchanges = this.#exchangesBetween(chains);
    const tasks = chains.map((chain, at) => this.#task(chain, exchanges.filter(touches(at)), at));
    const plain = exchanges.map(({ input: _, ...exchange }) => exchange);
    return { name, tasks, exchanges: plain };
  }

  #beginsChain(node: GraphNode): boolean {
    const [input, second] = node.inputs;
    if (input === undefined || second !== undefined || input.output !== undefined) return true;
    const forks = this.#consumers[input.from]!.length > 1;
    return forks || this.#partitioner(input, node).kind !== 'forward';
  }

  #chainFrom(first: GraphNode): readonly GraphNode[] {
    const chain = [first];
    for (;;) {
      const next = this.#consumers[chain.at(-1)!.id]![0];
      if (next === undefined || this.#beginsChain(next)) return chain;
      chain.push(next);
    }
  }

  #exchangesBetween(chains: readonly (readonly GraphNode[])[]): readonly FedExchange[] {
    const taskOf = new Map(chains.flatMap((chain, at) => chain.map(({ id }) => [id, at] as const)));
    return chains
      .flatMap(([first], to) => first!.inputs.map((input) => ({ input, consumer: first!, to })))
      .map(({ input, consumer, to }, id) => ({
        id,
        input,
        ordinal: input.ordinal,
        from: taskOf.get(input.from)!,
        to,
        partitioner: this.#partitioner(input, consumer),
      }));
  }

  #partitioner(input: GraphInput, consumer: GraphNode): ExchangePlan['partitioner'] {
    const [from, to] = [this.#parallelism[input.from]!, this.#parallelism[consumer.id]!];
    return partitionerOf({ input, consumer, from, to });
  }

  #task(chain: readonly GraphNode[], exchanges: readonly FedExchange[], at: number): TaskPlan {
    const operators = fuse(chain);
    const leaving = exchanges.filter(({ from }) => from === at);
    const arriving = exchanges.filter(({ to }) => to === at);
    return {
      name: chain.map(operatorName).join(' -> '),
      parallelism: this.#parallelism[chain[0]!.id]!,
      input: inputPlan(chain[0]!, arriving.map(idOf)),
      operators,
      outputs: leaving.filter(({ input }) => input.output === undefined).map(idOf),
      sides: chain.flatMap((node) => sidesOf(node, operators, leaving)),
    };
  }
}

function touches(task: number): (exchange: ExchangePlan) => boolean {
  return ({ from, to }) => from === task || to === task;
}

function idOf({ id }: ExchangePlan): ExchangeId {
  return id;
}

function inputPlan(node: GraphNode, exchanges: readonly ExchangeId[]): TaskInputPlan {
  const { spec, onError } = node;
  if (spec.kind !== 'source') return { kind: 'exchanges', exchanges };
  return { kind: 'source', name: operatorName(node), source: spec.source, onError };
}

/** One for each tag of the node that somebody reads. */
function sidesOf(
  node: GraphNode,
  operators: readonly OperatorPlan[],
  exchanges: readonly FedExchange[],
): readonly SideOutputPlan[] {
  const operator = operatorName(node);
  const fed = exchanges.filter(({ input }) => input.from === node.id);
  const tags = new Set(fed.flatMap(({ input }) => input.output ?? []));
  return [...tags].map((tag) => ({
    operator,
    tag,
    after: operators.findIndex((plan) => namesOf(plan).includes(operator)),
    exchanges: fed.filter(({ input }) => input.output === tag).map(idOf),
  }));
}

function namesOf(plan: OperatorPlan): readonly string[] {
  return plan.kind === 'fused' ? plan.steps.map((step) => step.operator) : [plan.name];
}

function consumersOf(nodes: readonly GraphNode[]): readonly (readonly GraphNode[])[] {
  const consumers: GraphNode[][] = nodes.map(() => []);
  for (const node of nodes) {
    for (const { from, output } of node.inputs) {
      if (output === undefined) consumers[from]!.push(node);
    }
  }
  return consumers;
}
