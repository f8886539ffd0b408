/**
 * Owns: the checks that what operators send beside their main stream has one reader at least, and one
 * meaning.
 * Refuses: the main stream; `branches.ts` looks at that.
 */
import type { GraphNode, OperatorSpec } from '../../model/graph.js';
import { isOutputTag, type OutputTag } from '../../model/output-tag.js';
import { mentionOf, nameOf, type Check, type Finding } from './described-job.js';

/** What a side output is for, and how its name is asked of a user. */
interface SideOutput {
  readonly tag: string;
  readonly records: 'late' | 'failed';
}

function sideOutputsOf({ spec, onError }: GraphNode): readonly SideOutput[] {
  const late = lateTagsOf(spec).map(({ name }) => ({ tag: name, records: 'late' as const }));
  return [
    ...late,
    ...(isOutputTag(onError) ? [{ tag: onError.name, records: 'failed' as const }] : []),
  ];
}

function lateTagsOf(spec: OperatorSpec): readonly OutputTag<unknown>[] {
  if (!('late' in spec)) return [];
  return spec.late.flatMap((tag) => tag ?? []);
}

/** A function may send what it likes, under any tag. */
function sendsAnyTag({ spec }: GraphNode): boolean {
  return 'function' in spec || (spec.kind === 'window' && spec.apply?.kind === 'collects');
}

export const checkSideOutputsKnown: Check = ({ nodes }) =>
  nodes.flatMap((node) =>
    node.inputs.flatMap(({ from, output }) => {
      const operator = nodes[from]!;
      const tags = sideOutputsOf(operator).map(({ tag }) => tag);
      if (output === undefined || tags.includes(output) || sendsAnyTag(operator)) return [];
      const message = `${nameOf(node)} reads the side output "${output}" of ${mentionOf(operator)}, which ${choiceOf(tags)}`;
      return [{ node: node.id, code: 'SIDE_OUTPUT_UNKNOWN', message }];
    }),
  );

export const checkSideOutputsRead: Check = ({ nodes }) => {
  const read = nodes.map(() => new Set<string>());
  for (const { from, output } of nodes.flatMap(({ inputs }) => inputs)) {
    if (output !== undefined) read[from]!.add(output);
  }
  return nodes.flatMap((node) =>
    sideOutputsOf(node)
      .filter(({ tag }) => !read[node.id]!.has(tag))
      .map((side) => unread(node, side)),
  );
};

export const checkSideOutputsDistinct: Check = ({ nodes }) =>
  nodes.flatMap((node) => {
    const sides = sideOutputsOf(node);
    const failed = sides.find(({ records }) => records === 'failed');
    const late = sides.filter(({ records }) => records === 'late');
    if (failed === undefined || !late.some(({ tag }) => tag === failed.tag)) return [];
    const message = `${nameOf(node)} sends late records and failed ones to the one side output "${failed.tag}"; give them two tags`;
    return [{ node: node.id, code: 'SIDE_OUTPUT_DUPLICATE', message }];
  });

function unread(node: GraphNode, { tag, records }: SideOutput): Finding {
  const instead = records === 'late' ? 'leave out sideOutputLateData()' : "use onError: 'skip'";
  const message = `${nameOf(node)} sends ${records} records to the side output "${tag}", which nobody reads; read it with getSideOutput(), or ${instead}`;
  return { node: node.id, code: 'SIDE_OUTPUT_UNREAD', message };
}

function choiceOf(tags: readonly string[]): string {
  if (tags.length === 0) return 'has none; name the tag in its onError or sideOutputLateData()';
  return `has ${tags.map((tag) => `"${tag}"`).join(' and ')}; ask for that`;
}
