/**
 * Owns: a job whose sources a test pushes, and whose sinks a test reads, by name.
 * Refuses: to change anything between them: operators, watermarks, keys and parallelism stay.
 */
import { MillraceError, type JobDefinition, type Sink } from '@millrace/core';
import type { SinkWriter } from '@millrace/core/connector';
import { operatorName, type GraphNode } from '@millrace/core/internal';
import { collectSink, type CollectSink } from '../collect-sink.js';
import { collectingWriter } from './collecting-writer.js';
import { PushedRecords } from './pushed-source.js';

/** The sources or sinks that stay as they are: those with these uids, or all. */
export type Kept = readonly string[] | 'all';

export interface ReplacedJob {
  readonly job: JobDefinition;
  readonly sources: ReadonlyMap<string, PushedRecords>;
  readonly sinks: ReadonlyMap<string, CollectSink<unknown>>;
}

export interface KeptEnds {
  readonly sources: Kept;
  readonly sinks: Kept;
}

export function replaceEnds(job: JobDefinition, kept: KeptEnds): ReplacedJob {
  refuseUnknownNames(job, kept);
  const sources = new Map<string, PushedRecords>();
  const sinks = new Map<string, CollectSink<unknown>>();
  const isKept = (names: Kept, name: string): boolean => names === 'all' || names.includes(name);
  const nodes = job.nodes.map((node) => {
    const name = operatorName(node);
    if (isSource(node) && !isKept(kept.sources, name)) return pushed(node, named(sources, name));
    if (isSink(node) && !isKept(kept.sinks, name)) return collected(node, collector(sinks, name));
    return node;
  });
  return { job: { ...job, nodes }, sources, sinks };
}

const isSource = ({ spec }: GraphNode): boolean => spec.kind === 'source';
const isSink = ({ spec }: GraphNode): boolean => spec.kind === 'sink' || spec.kind === 'for-each';

function named(sources: Map<string, PushedRecords>, name: string): PushedRecords {
  const records = new PushedRecords(name);
  sources.set(name, records);
  return records;
}

function collector(sinks: Map<string, CollectSink<unknown>>, name: string): CollectSink<unknown> {
  const sink = collectSink<unknown>();
  sinks.set(name, sink);
  return sink;
}

function pushed(node: GraphNode, { source }: PushedRecords): GraphNode {
  if (node.spec.kind !== 'source') return node;
  return { ...node, parallelism: 1, spec: { ...node.spec, source } };
}

function collected(node: GraphNode, collect: CollectSink<unknown>): GraphNode {
  const { spec } = node;
  if (spec.kind === 'for-each') return { ...node, spec: { ...spec, each: collect.each } };
  if (spec.kind !== 'sink') return node;
  return { ...node, spec: { ...spec, sink: collecting(spec.sink, collect) } };
}

/** Its keys stay, so that there are as many subtasks, and records get to them as before. */
function collecting(replaced: Sink<unknown>, collect: CollectSink<unknown>): Sink<unknown> {
  const { name } = replaced;
  const createWriter = (): SinkWriter<unknown> => collectingWriter(collect);
  if (replaced.keyOf === undefined) return { name, createWriter };
  return { name, createWriter, keyOf: (value) => replaced.keyOf!(value) };
}

function refuseUnknownNames({ nodes }: JobDefinition, kept: KeptEnds): void {
  refuseUnknown('source', kept.sources, nodes.filter(isSource));
  refuseUnknown('sink', kept.sinks, nodes.filter(isSink));
}

function refuseUnknown(what: string, kept: Kept, nodes: readonly GraphNode[]): void {
  const names = nodes.map(operatorName);
  const unknown = kept === 'all' ? undefined : kept.find((name) => !names.includes(name));
  if (unknown !== undefined) throw endUnknown(what, unknown, names);
}

export function endUnknown(what: string, name: string, known: Iterable<string>): MillraceError {
  const names = [...known].map((each) => `"${each}"`).join(', ');
  const sentence = `the job has no ${what} "${name}" that the test stands in for; there is ${names || 'none'}`;
  return new MillraceError('TEST_END_UNKNOWN', sentence);
}
