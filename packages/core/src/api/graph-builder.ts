/**
 * Owns: the graph while a job is described, and the checks that names are told apart and that every
 * branch ends in a sink.
 * Refuses: to change once built.
 */
import { MillraceError } from '../model/error.js';
import type { RecordErrorPolicy } from '../model/failed-record.js';
import {
  operatorName,
  type GraphInput,
  type GraphNode,
  type JobDefinition,
  type NodeId,
  type OperatorSpec,
} from '../model/graph.js';

/** How a user calls an operator, and how many of it there are. */
export interface OperatorOptions {
  /** The operator's identity across versions of the job: its state goes by it. */
  readonly uid?: string;
  /**
   * How many subtasks share the work. Default: the parallelism of the job; 1 for a source, and for a
   * sink without a key.
   */
  readonly parallelism?: number;
}

/** Options of an operator that calls a function of the user with records of type `T`. */
export interface RecordOptions<T> extends OperatorOptions {
  /**
   * What becomes of a record at which the function throws: `fail` the job (the default), `skip` it and
   * count it as `numRecordsInErrors`, or send it to a side output, which also counts it.
   */
  readonly onError?: RecordErrorPolicy<T>;
}

/** Options as the graph keeps them, whatever the type of the records. */
export interface NodeOptions extends OperatorOptions {
  readonly onError?: unknown;
}

const ENDS: readonly OperatorSpec['kind'][] = ['sink', 'for-each'];

export class GraphBuilder {
  readonly #name: string;
  readonly #nodes: GraphNode[] = [];

  constructor(name: string) {
    this.#name = name;
  }

  add(spec: OperatorSpec, options: NodeOptions, inputs: readonly GraphInput[] = []): NodeId {
    const id = this.#nodes.length;
    const name = spec.kind === 'source' || spec.kind === 'sink' ? connectorName(spec) : spec.kind;
    const { uid, parallelism } = options;
    const onError = (options.onError ?? 'fail') as RecordErrorPolicy<unknown>;
    this.#nodes.push(Object.freeze({ id, name, uid, spec, inputs, parallelism, onError }));
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
