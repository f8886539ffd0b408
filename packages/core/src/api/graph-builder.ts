/**
 * Owns: the graph while a job is described.
 * Refuses: to judge what it is given, and to change once built: `checks` looks at the whole at the end.
 */
import type { RecordErrorPolicy } from '../model/failed-record.js';
import type { GraphInput, GraphNode, JobDefinition, NodeId, OperatorSpec } from '../model/graph.js';
import type { JobProblem } from '../model/job-problem.js';
import { checkJob } from './checks/check-job.js';
import { nameOf, type DescribedJob, type Finding } from './checks/described-job.js';
import type { NodeOptions } from './operator-options.js';
import { beginningBelow, placeOf, type Verb } from './place.js';
import { jobRefused } from './refuse-job.js';

/** What a verb adds to a job. */
export interface NewNode {
  readonly spec: OperatorSpec;
  readonly options: NodeOptions;
  readonly inputs: readonly GraphInput[];
  /** The function that the user has called, and is still running. */
  readonly verb: Verb;
}

export class GraphBuilder {
  readonly #name: string;
  readonly #place: string | undefined;
  readonly #nodes: GraphNode[] = [];
  readonly #options: NodeOptions[] = [];

  constructor(name: string, place: string | undefined) {
    this.#name = name;
    this.#place = place;
  }

  add({ spec, options, inputs, verb }: NewNode): NodeId {
    const id = this.#nodes.length;
    const name = spec.kind === 'source' || spec.kind === 'sink' ? connectorName(spec) : spec.kind;
    const { uid, parallelism } = options;
    const onError = (options.onError ?? 'fail') as RecordErrorPolicy<unknown>;
    const place = placeOf(verb);
    this.#nodes.push(Object.freeze({ id, name, uid, spec, inputs, parallelism, onError, place }));
    this.#options.push(options);
    return id;
  }

  /** The verb is what the user has called: where a refused job is put right. */
  build(verb: Verb): JobDefinition {
    const [name, nodes] = [this.#name, Object.freeze([...this.#nodes])];
    const job: DescribedJob = { name, nodes, options: this.#options };
    const problems = checkJob(job).map((finding) => this.#problem(finding));
    if (problems.length > 0) throw beginningBelow(verb, jobRefused(name, problems));
    return Object.freeze({ name, nodes });
  }

  #problem({ node: id, code, message }: Finding): JobProblem {
    const node = id === undefined ? undefined : this.#nodes[id]!;
    if (node === undefined) return { code, operator: undefined, place: this.#place, message };
    return { code, operator: nameOf(node), place: node.place, message };
  }
}

function connectorName(spec: OperatorSpec & { kind: 'source' | 'sink' }): string {
  return spec.kind === 'source' ? spec.source.name : spec.sink.name;
}
