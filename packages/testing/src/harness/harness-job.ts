/**
 * Owns: the job around what a harness tests: a source before each of its inputs, a sink behind each of
 * its outputs.
 * Refuses: to read or write: a harness stands in for all of them (`harness.ts`).
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
import type { InputOrdinal } from '@millrace/core/internal';

export const HARNESS_OUTPUT = 'harness.output';

/** The source of an input. */
export const inputSource = (ordinal: InputOrdinal): string => `harness.input-${String(ordinal)}`;

/** The sink of a side output. */
export const sideOutputSink = (tag: string): string => `harness.side-output.${tag}`;

/** Where what is tested gets its streams from. */
export interface HarnessEnvironment {
  readonly input: <In>(ordinal: InputOrdinal) => Stream<In>;
}

/** The side outputs are those of the last operator. */
export function harnessJob(
  describe: (env: HarnessEnvironment) => Stream<unknown>,
  sideOutputs: readonly OutputTag<never>[] = [],
): JobDefinition {
  const job = defineJob('harness', (env) => {
    const input = <In>(ordinal: InputOrdinal): Stream<In> =>
      env.fromSource(source<In>(), { uid: inputSource(ordinal), watermarks: given });
    const stream = describe({ input });
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

const source = <In>(): Source<In> => ({
  name: 'harness',
  boundedness: 'unbounded',
  createReader: standsIn,
});

const output: Sink<unknown> = { name: 'harness', createWriter: standsIn };
