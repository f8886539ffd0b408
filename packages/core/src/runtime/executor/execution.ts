/**
 * Owns: the moving parts of one attempt of a job, made from its plan: exchanges, and the subtasks of
 * each task.
 * Refuses: to choose clock, state or limits; a host hands them in.
 */
import { isSplitSource } from '../../model/split.js';
import type { JobPlan, TaskPlan } from '../../plan/job-plan.js';
import type { Channel } from '../channel/channel.js';
import { Exchange } from '../exchange/exchange.js';
import type { Operator } from '../operator/operator.js';
import type { SinkOperator } from '../sink/sink-operator.js';
import type { SourceInput } from '../source/source-input.js';
import { AlignmentGroups } from '../source/alignment-group.js';
import { SourcePause } from '../source/source-pause.js';
import { SourceStart } from '../source/source-start.js';
import { SplitCoordinator } from '../source/split-coordinator.js';
import type { Task } from '../task/task.js';
import { NO_STAND_INS, type StandIns } from './stand-ins.js';
import { Standstill } from './standstill.js';
import { SubtaskBuilder, type Subtask, type SubtaskParts } from './subtask.js';
import type { World } from './world.js';

/** One task of the plan with the subtasks that run it. */
export interface Vertex {
  readonly plan: TaskPlan;
  readonly subtasks: readonly Subtask[];
}

export interface Execution {
  readonly plan: JobPlan;
  /** How many key groups there are, by which keyed state lies. */
  readonly maxParallelism: number;
  /** In the order of the plan. */
  readonly vertices: readonly Vertex[];
  /** The subtasks of all, in the order of the flow. */
  readonly tasks: readonly Task[];
  /** One for each subtask of each source. */
  readonly sources: readonly SourceInput[];
  readonly operators: readonly Operator<unknown, unknown>[];
  readonly sinks: readonly SinkOperator[];
  readonly channels: readonly Channel<unknown>[];
  /** Only where a source acknowledges what is written. */
  readonly standstill: Standstill | undefined;
}

/** The stand-ins are a harness's; a host has none. */
export function createExecution(
  plan: JobPlan,
  world: World,
  standIns: StandIns = NO_STAND_INS,
): Execution {
  const exchanges = exchangesOf(plan, world);
  const pause = new SourcePause();
  const groups = new AlignmentGroups();
  const start = new SourceStart();
  const vertices = plan.tasks.map((task) =>
    vertexOf(task, { exchanges, pause, groups, start, world, standIns }),
  );
  const subtasks = vertices.flatMap((vertex) => vertex.subtasks);
  const parts = {
    tasks: subtasks.map(({ task }) => task),
    sinks: subtasks.flatMap(({ sink }) => sink ?? []),
    channels: exchanges.flatMap((exchange) => exchange.channels()),
  };
  return {
    ...parts,
    plan,
    maxParallelism: world.state.maxParallelism,
    vertices,
    sources: subtasks.flatMap(({ source }) => source ?? []),
    operators: subtasks.flatMap(({ operators }) => operators),
    standstill: isAcknowledging(plan) ? new Standstill({ ...parts, pause }) : undefined,
  };
}

function exchangesOf({ exchanges, tasks }: JobPlan, { limits, state }: World): readonly Exchange[] {
  const { maxParallelism } = state;
  return exchanges.map(({ partitioner, ordinal, from, to }) => {
    const subtasksOf = (task: number): number => tasks[task]!.parallelism;
    const ends = { from: subtasksOf(from), to: subtasksOf(to) };
    return new Exchange({ partitioner, ordinal, ...ends, maxParallelism, limits });
  });
}

function vertexOf(
  plan: TaskPlan,
  parts: Omit<SubtaskParts, 'plan' | 'index' | 'coordinator'>,
): Vertex {
  const coordinator = coordinatorOf(plan, parts.world);
  const subtasks = Array.from({ length: plan.parallelism }, (_, index) =>
    new SubtaskBuilder({ ...parts, plan, index, coordinator }).build(),
  );
  return { plan, subtasks };
}

function coordinatorOf(
  { input, parallelism }: TaskPlan,
  { clock, random }: World,
): SplitCoordinator | undefined {
  if (input.kind !== 'source' || !isSplitSource(input.source)) return undefined;
  return new SplitCoordinator({ source: input.source, clock, random, parallelism });
}

function isAcknowledging({ tasks }: JobPlan): boolean {
  return tasks.some(({ input }) => input.kind === 'source' && 'acknowledgement' in input.source);
}
