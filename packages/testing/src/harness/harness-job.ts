/**
 * Owns: the job around what a harness tests: a source before it, a sink behind each of its outputs.
 * Refuses: to read or write: a harness stands in for all of them (`operator-harness.ts`).
 */
import {
  boundedOutOfOrderness,
  defineJob,
  type JobDefinition,
  type OutputTag,
  type Sink,
  type Source,
  type Stream,
} from '@millrace/core';

export const HARNESS_INPUT = 'harness.input';
export const HARNESS_OUTPUT = 'harness.output';

/** The sink of a side output. */
export const sideOutputSink = (tag: string): string => `harness.side-output.${tag}`;

export interface HarnessJobParts<In, Out> {
  readonly describe: (stream: Stream<In>) => Stream<Out>;
  /** Of the last operator. */
  readonly sideOutputs: readonly OutputTag<never>[];
}

export function harnessJob<In, Out>({
  describe,
  sideOutputs,
}: HarnessJobParts<In, Out>): JobDefinition {
  const job = defineJob('harness', (env) => {
    const stream = describe(env.fromSource(input<In>(), { uid: HARNESS_INPUT, watermarks: given }));
    stream.sinkTo(output, { uid: HARNESS_OUTPUT });
    for (const tag of sideOutputs) {
      stream.getSideOutput(tag).sinkTo(output, { uid: sideOutputSink(tag.name) });
    }
  });
  return { ...job, nodes: job.nodes.map(withoutWatermarks) };
}

/** There are watermarks, so that windows may follow; the test gives them, so that none are made. */
const given = boundedOutOfOrderness<unknown>(0, () => 0);

function withoutWatermarks(node: JobDefinition['nodes'][number]): JobDefinition['nodes'][number] {
  if (node.spec.kind !== 'source') return node;
  return { ...node, spec: { ...node.spec, watermarks: undefined } };
}

const standsIn = (): never => {
  throw new TypeError('a harness stands in for its source and sinks');
};

const input = <In>(): Source<In> => ({
  name: 'harness',
  boundedness: 'unbounded',
  createReader: standsIn,
});

const output: Sink<unknown> = { name: 'harness', createWriter: standsIn };
