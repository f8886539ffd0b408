/**
 * Owns: the plan for a reader: as text, and as a Mermaid flow chart.
 * Refuses: to look at a running job.
 */
import type { JobDefinition } from '../model/graph.js';
import { compile } from './compile.js';
import type { FusedStep, JobPlan, OperatorPlan, TaskPlan } from './job-plan.js';

/** A plan in two notations. */
export interface Explanation {
  readonly text: string;
  /** A `flowchart` for Mermaid. */
  readonly mermaid: string;
}

/**
 * Shows which tasks a job will have, which functions share a loop, and where records are exchanged.
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
export function explain(job: JobDefinition): Explanation {
  const plan = compile(job);
  return { text: textOf(plan), mermaid: mermaidOf(plan) };
}

function textOf(plan: JobPlan): string {
  return [`job ${plan.name}`, ...plan.tasks.flatMap(taskLines)].join('\n');
}

function taskLines(task: TaskPlan, index: number): string[] {
  const outputs = task.outputs.map((id) => `  to channel ${String(id)}`);
  return [
    `task ${String(index + 1)}`,
    `  ${inputText(task)}`,
    ...task.operators.map((operator) => `  ${operatorText(operator)}`),
    ...outputs,
  ];
}

function inputText({ input }: TaskPlan): string {
  return input.kind === 'source' ? `source ${input.name}` : `from channel ${String(input.channel)}`;
}

function mermaidOf(plan: JobPlan): string {
  const boxes = plan.tasks.flatMap((task, index) => [
    `  subgraph task${String(index)}["task ${String(index + 1)}"]`,
    ...chainLines(task, index),
    '  end',
  ]);
  return ['flowchart LR', ...boxes, ...exchangeLines(plan)].join('\n');
}

function chainLines(task: TaskPlan, index: number): string[] {
  const labels = [inputText(task), ...task.operators.map(operatorText)];
  return labels.map((label, at) => {
    const arrow = at === 0 ? '' : `${boxId(index, at - 1)} --> `;
    return `    ${arrow}${boxId(index, at)}["${label.replaceAll('"', "'")}"]`;
  });
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

function exchangeLines(plan: JobPlan): string[] {
  return plan.tasks.flatMap((task, index) =>
    task.outputs.map((channel) => {
      const to = plan.tasks.findIndex(
        ({ input }) => 'channel' in input && input.channel === channel,
      );
      return `  ${boxId(index, task.operators.length)} ==>|channel ${String(channel)}| ${boxId(to, 0)}`;
    }),
  );
}

function boxId(task: number, at: number): string {
  return `t${String(task)}_${String(at)}`;
}
