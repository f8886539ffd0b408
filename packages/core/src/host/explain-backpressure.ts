/**
 * Owns: the bottleneck of a running job, in words.
 * Refuses: to measure; it reads the metrics of the tasks and the plan's arrows between them.
 *
 * From the task that waits most for credit one goes down, always to the fullest of those that it
 * sends to, until one no longer waits: that is the bottleneck, or else the sink at the end. So of two
 * branches the one that is full is named, wherever it stands in the plan, and not the other's sink.
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
  /** Of asynchronous operators in it. */
  readonly calls: number;
  /** Places of the tasks that it sends to. */
  readonly next: readonly number[];
}

export function explainBackpressure(execution: Execution, metrics: JobMetrics): string {
  const loads = execution.vertices.map((vertex, at) => loadOf(execution, vertex, { at, metrics }));
  const most = Math.max(...loads.map(({ backPressured }) => backPressured));
  if (most < BACKPRESSURED_MS_PER_SECOND_MIN) return nobodyWaits(loads);
  const first = loads.find(({ backPressured }) => backPressured === most)!;
  return heldUp(bottleneckBelow(first, loads), loads, metrics);
}

/** Tasks send only to those behind them in the plan, so this comes to an end. */
function bottleneckBelow(from: VertexLoad, loads: readonly VertexLoad[]): VertexLoad {
  const below = from.next.map((at) => loads[at]!);
  if (!isBackpressured(from) || below.length === 0) return from;
  // At a fork the branch that is full holds up the others; a busy one that keeps up does not.
  const full = Math.max(...below.map(({ queued }) => queued));
  const held = below.filter(({ queued }) => queued === full);
  const fullest = held.reduce((most, load) => (engaged(load) > engaged(most) ? load : most));
  return bottleneckBelow(fullest, loads);
}

/** What is not idle: of two that are as full, the one with more to do or to wait for. */
function engaged({ busy, backPressured }: VertexLoad): number {
  return busy + backPressured;
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
    calls: callsOf(vertex, metrics),
    next: plan.exchanges.filter(({ from }) => from === at).map(({ to }) => to),
  };
}

function callsOf({ subtasks: [first] }: Vertex, { operators }: JobMetrics): number {
  const names = first?.operators.map(({ name }) => name) ?? [];
  const calls = names.map((name) => operators[name]?.['numAsyncCallsInFlight'] ?? 0);
  return calls.reduce((sum, inFlight) => sum + inFlight, 0);
}

function isBackpressured({ backPressured }: VertexLoad): boolean {
  return backPressured >= BACKPRESSURED_MS_PER_SECOND_MIN;
}

function nobodyWaits(loads: readonly VertexLoad[]): string {
  const busiest = loads.reduce((most, load) => (load.busy > most.busy ? load : most), loads[0]!);
  const share = `${percent(busiest.busy)} of its time${callsText(busiest)}`;
  return `No task waits for another; the busiest is ${busiest.name}, with ${share}.`;
}

function heldUp(bottleneck: VertexLoad, loads: readonly VertexLoad[], metrics: JobMetrics): string {
  const waiting = upstreamOf(bottleneck, loads).filter(isBackpressured);
  const waits = waiting
    .toReversed()
    .map(({ name, backPressured }) => `${name} ${percent(backPressured)}`)
    .join(', ');
  const behind = ` Waiting behind it: ${waits} of the time.`;
  if (isBackpressured(bottleneck)) return `${sinkText(bottleneck, metrics)}${behind}`;
  const { name, busy, queued } = bottleneck;
  const share = `${percent(busy)} of the time${callsText(bottleneck)}`;
  return `The bottleneck is ${name}: it is busy ${share} and has ${String(queued)} records waiting.${behind}`;
}

/** What it is busy with, where that is waiting for answers. */
function callsText({ calls }: VertexLoad): string {
  return calls === 0 ? '' : ` (${String(calls)} calls in flight)`;
}

/** The task and all from which records get to it, in the order of the plan. */
function upstreamOf(task: VertexLoad, loads: readonly VertexLoad[]): readonly VertexLoad[] {
  const found = new Set([task]);
  for (const load of loads.toReversed()) {
    if (load.next.some((at) => found.has(loads[at]!))) found.add(load);
  }
  return loads.filter((load) => found.has(load));
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
