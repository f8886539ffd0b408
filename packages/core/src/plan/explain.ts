/**
 * Owns: the plan for a reader: as text, and as a Mermaid flow chart.
 * Refuses: to look at a running job.
 */
import type { JobDefinition } from '../model/graph.js';
import type { InputOrdinal } from '../model/run.js';
import { compile } from './compile.js';
import type {
  ExchangeId,
  ExchangePlan,
  FusedStep,
  JobPlan,
  OperatorPlan,
  TaskPlan,
} from './job-plan.js';

/** A plan in two notations. */
export interface Explanation {
  readonly text: string;
  /** A `flowchart` for Mermaid. */
  readonly mermaid: string;
}

/**
 * Shows which tasks a job will have, which functions share a loop, and where records are exchanged.
 * `parallelism` is the one that the job is to be run with.
 *
 * @example
 * ```ts
 * import { defineJob, explain, forEachSink, fromArray } from '@millrace/core';
 *
 * const job = defineJob('double', (env) => {
 *   env.fromSource(fromArray([1, 2]), { uid: 'numbers' })
 *     .map((n) => n * 2)
 *     .sinkTo(forEachSink((n) => n), { uid: 'out' });
 * });
 * console.log(explain(job).text);
 * ```
 */
export function explain(job: JobDefinition, parallelism?: number): Explanation {
  const plan = compile(job, { parallelism });
  return { text: textOf(plan), mermaid: mermaidOf(plan) };
}

function textOf(plan: JobPlan): string {
  return [`job ${plan.name}`, ...plan.tasks.flatMap((task, at) => taskLines(plan, task, at))].join(
    '\n',
  );
}

function taskLines(plan: JobPlan, task: TaskPlan, at: number): string[] {
  const leaving = plan.exchanges.filter(({ from }) => from === at);
  return [
    taskTitle(task, at),
    `  ${inputText(plan, task)}`,
    ...task.operators.map((operator) => `  ${operatorText(operator)}`),
    ...leaving.map((exchange) => `  ${exchangeText(task, exchange)}`),
  ];
}

function taskTitle({ parallelism }: TaskPlan, at: number): string {
  const title = `task ${String(at + 1)}`;
  return parallelism === 1 ? title : `${title}, ${String(parallelism)} subtasks`;
}

function inputText({ exchanges }: JobPlan, { input }: TaskPlan): string {
  if (input.kind === 'source') return `source ${input.name}`;
  const arriving = input.exchanges.map((id) => exchanges[id]!);
  const from = (ordinal: InputOrdinal): string =>
    arriving
      .filter((exchange) => exchange.ordinal === ordinal)
      .map((exchange) => `task ${String(exchange.from + 1)}`)
      .join(' and ');
  const isOfTwo = arriving.some(({ ordinal }) => ordinal === 1);
  return isOfTwo ? `from ${from(0)}, and second from ${from(1)}` : `from ${from(0)}`;
}

function exchangeText(task: TaskPlan, { id, to, partitioner }: ExchangePlan): string {
  return `${sideText(task, id)}to task ${String(to + 1)}, ${partitioner.kind}`;
}

function sideText({ sides }: TaskPlan, id: ExchangeId): string {
  const side = sides.find(({ exchanges }) => exchanges.includes(id));
  return side === undefined ? '' : `${side.tag} of ${side.operator} `;
}

function mermaidOf(plan: JobPlan): string {
  const boxes = plan.tasks.flatMap((task, at) => [
    `  subgraph task${String(at)}["${taskTitle(task, at)}"]`,
    ...chainLines(plan, task, at),
    '  end',
  ]);
  return ['flowchart LR', ...boxes, ...plan.exchanges.map((e) => arrowLine(plan, e))].join('\n');
}

function chainLines(plan: JobPlan, task: TaskPlan, index: number): string[] {
  const labels = [inputText(plan, task), ...task.operators.map(operatorText)];
  return labels.map((label, at) => {
    const arrow = at === 0 ? '' : `${boxId(index, at - 1)} --> `;
    return `    ${arrow}${boxId(index, at)}[${quoted(label)}]`;
  });
}

// A side output leaves its own operator, the main output the last of the chain.
function arrowLine({ tasks }: JobPlan, { id, from, to, partitioner }: ExchangePlan): string {
  const task = tasks[from]!;
  const side = task.sides.find(({ exchanges }) => exchanges.includes(id));
  const box = boxId(from, side === undefined ? task.operators.length : side.after + 1);
  const label = side === undefined ? partitioner.kind : `${side.tag}, ${partitioner.kind}`;
  return `  ${box} ==>|${quoted(label)}| ${boxId(to, 0)}`;
}

// Names are the user's: outside quotes, brackets and bars would be Mermaid's own, and a backtick
// behind the quote begins Markdown.
function quoted(label: string): string {
  return `"${label.replaceAll(/["`]/g, "'")}"`;
}

/** A loop by its steps, a window by its assigner, others by kind and name. */
function operatorText(operator: OperatorPlan): string {
  switch (operator.kind) {
    case 'fused':
      return `one loop: ${operator.steps.map(stepText).join(', ')}`;
    case 'window':
      return `window ${operator.name}: ${operator.assigner.name}`;
    default:
      return `${operator.kind} ${operator.name}`;
  }
}

// An operator without a uid is called by its kind already.
function stepText({ kind, operator }: FusedStep): string {
  return operator.startsWith(kind) ? operator : `${kind} ${operator}`;
}

function boxId(task: number, at: number): string {
  return `t${String(task)}_${String(at)}`;
}
