/**
 * Owns: the graph while a job is described, and the checks that names are told apart and that every
 * branch ends in a sink.
 * Refuses: to change once built.
 */
import { MillraceError } from '../model/error.js';
import {
  operatorName,
  type GraphInput,
  type GraphNode,
  type JobDefinition,
  type NodeId,
  type OperatorSpec,
} from '../model/graph.js';

/** How a user calls an operator. */
export interface OperatorOptions {
  /** The operator's identity across versions of the job: its state goes by it. */
  readonly uid?: string;
}

const ENDS: readonly OperatorSpec['kind'][] = ['sink', 'for-each'];

export class GraphBuilder {
  readonly #name: string;
  readonly #nodes: GraphNode[] = [];

  constructor(name: string) {
    this.#name = name;
  }

  add(spec: OperatorSpec, options: OperatorOptions, inputs: readonly GraphInput[] = []): NodeId {
    const id = this.#nodes.length;
    const name = spec.kind === 'source' || spec.kind === 'sink' ? connectorName(spec) : spec.kind;
    this.#nodes.push(Object.freeze({ id, name, uid: options.uid, spec, inputs }));
    return id;
  }

  build(): JobDefinition {
    this.#refuseDuplicateNames();
    this.#refuseOpenBranches();
    return Object.freeze({ name: this.#name, nodes: Object.freeze([...this.#nodes]) });
  }

  // Also a uid that is what another operator is called without one: `map-1`.
  #refuseDuplicateNames(): void {
    const names = this.#nodes.map(operatorName);
    const twice = names.find((name, at) => names.indexOf(name) !== at);
    if (twice === undefined) return;
    const sentence = `job ${this.#name} has two operators "${twice}"; give each a uid of its own`;
    throw new MillraceError('UID_DUPLICATE', sentence, { operator: twice });
  }

  #refuseOpenBranches(): void {
    const read = new Set(this.#nodes.flatMap(({ inputs }) => inputs.map(({ from }) => from)));
    const open = this.#nodes.find(({ id, spec }) => !read.has(id) && !ENDS.includes(spec.kind));
    if (this.#nodes.length > 0 && open === undefined) return;
    const where = open === undefined ? 'it is empty' : `${operatorName(open)} goes nowhere`;
    const sentence = `job ${this.#name} has a branch without a sink: ${where}; end it with sinkTo()`;
    throw new MillraceError('SINK_MISSING', sentence);
  }
}

function connectorName(spec: OperatorSpec & { kind: 'source' | 'sink' }): string {
  return spec.kind === 'source' ? spec.source.name : spec.sink.name;
}
