/**
 * Owns: the bottleneck of a running job, in words.
 * Refuses: to measure; it reads the metrics of the tasks and the plan's arrows between them.
 *
 * The bottleneck is the first busy task below the last backpressured one: what waits for credit is
 * held up by what comes after it. Where the last backpressured task ends in a sink, it is the sink.
 */
import type { Execution, Vertex } from '../runtime/executor/execution.js';
import type { JobMetrics, TaskMetrics } from './job-metrics.js';

/** A task waits for credit in earnest from here on; less is the breathing of batches. */
const BACKPRESSURED_MS_PER_SECOND_MIN = 100;

/** The busiest of a task's subtasks counts: one hot key makes a bottleneck. */
interface VertexLoad {
  readonly name: string;
  readonly sink: string | undefined;
  readonly backPressured: number;
  readonly busy: number;
  readonly queued: number;
  /** Places of the tasks that it sends to. */
  readonly next: readonly number[];
}

export function explainBackpressure(execution: Execution, metrics: JobMetrics): string {
  const loads = execution.vertices.map((vertex, at) => loadOf(execution, vertex, { at, metrics }));
  const last = loads.findLast(isBackpressured);
  return last === undefined ? nobodyWaits(loads) : heldUp(last, loads, metrics);
}

function loadOf(
  { plan }: Execution,
  vertex: Vertex,
  { at, metrics }: { readonly at: number; readonly metrics: JobMetrics },
): VertexLoad {
  const tasks = vertex.subtasks.map(({ task }) => metrics.tasks[task.name]!);
  const greatest = (of: (task: TaskMetrics) => number): number => Math.max(...tasks.map(of));
  return {
    name: vertex.plan.name,
    sink: vertex.subtasks[0]?.sink?.name,
    backPressured: greatest((task) => task.backPressuredTimeMsPerSecond),
    busy: greatest((task) => task.busyTimeMsPerSecond),
    queued: greatest((task) => task.inputQueueLength),
    next: plan.exchanges.filter(({ from }) => from === at).map(({ to }) => to),
  };
}

function isBackpressured({ backPressured }: VertexLoad): boolean {
  return backPressured >= BACKPRESSURED_MS_PER_SECOND_MIN;
}

function nobodyWaits(loads: readonly VertexLoad[]): string {
  const busiest = loads.reduce((most, load) => (load.busy > most.busy ? load : most), loads[0]!);
  return `No task waits for another; the busiest is ${busiest.name}, with ${percent(busiest.busy)} of its time.`;
}

function heldUp(last: VertexLoad, loads: readonly VertexLoad[], metrics: JobMetrics): string {
  const below = last.next.map((at) => loads[at]!);
  const upstream = loads.filter((load) => load !== last && isBackpressured(load));
  const waits = [last, ...upstream]
    .map(({ name, backPressured }) => `${name} ${percent(backPressured)}`)
    .join(', ');
  const behind = ` Waiting behind it: ${waits} of the time.`;
  if (below.length === 0) return `${sinkText(last, metrics)}${behind}`;
  // At a fork the branch that is full holds up the others; a busy one that keeps up does not.
  const full = Math.max(...below.map(({ queued }) => queued));
  const held = below.filter(({ queued }) => queued === full);
  const bottleneck = held.reduce((most, load) => (load.busy > most.busy ? load : most));
  return `The bottleneck is ${bottleneck.name}: it is busy ${percent(bottleneck.busy)} of the time and has ${String(bottleneck.queued)} records waiting.${behind}`;
}

function sinkText({ sink, name }: VertexLoad, { sinks }: JobMetrics): string {
  const { state, buffered, inFlight } = sinks[sink ?? ''] ?? {};
  const facts = [
    state === undefined ? undefined : `is ${String(state)}`,
    buffered === undefined ? undefined : `holds ${String(buffered)} records`,
    inFlight === undefined ? undefined : `has ${String(inFlight)} more in flight`,
  ].filter((fact) => fact !== undefined);
  const how = facts.length === 0 ? 'accepts no more' : facts.join(', ');
  return `The bottleneck is the sink ${sink ?? name}: it ${how}.`;
}

function percent(msPerSecond: number): string {
  return `${String(Math.round(msPerSecond / 10))} %`;
}
