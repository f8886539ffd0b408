/**
 * Owns: the moving parts of a harness: the execution of its job, its clock, and steps until it stands.
 * Refuses: to settle promises unless it is asked; what an operator does, it does in steps (E1).
 *
 * E4. Steps go on until only a new element, time or credit could make a difference.
 */
import { MillraceError, type JobDefinition, type JobOptions, type Timestamp } from '@millrace/core';
import type { Random } from '@millrace/core/connector';
import {
  byName,
  compile,
  createExecution,
  Executor,
  limitsOf,
  restoreExecution,
  snapshotExecution,
  stateCodec,
  type Execution,
  type ExecutionSnapshot,
  type StandIns,
  type StateBackend,
} from '@millrace/core/internal';
import { shuffled } from '../seeded-random.js';
import { settlePromises } from '../settle-promises.js';
import { VirtualClock } from '../virtual-clock.js';

/** Steps after which an operator is said to go on for ever. */
const STEPS_MAX = 10_000;

export interface HarnessMotionParts {
  readonly job: JobDefinition;
  readonly options: JobOptions;
  readonly standIns: StandIns;
  readonly state: StateBackend;
  readonly random: Random;
  readonly startAt: Timestamp;
}

export class HarnessMotion {
  readonly execution: Execution;
  readonly #clock: VirtualClock;
  readonly #executor: Executor;
  /** How often a mail has come. */
  #mails = 0;

  constructor({ job, options, standIns, state, random, startAt }: HarnessMotionParts) {
    this.#clock = new VirtualClock(startAt);
    const world = {
      clock: this.#clock,
      random,
      state,
      limits: limitsOf(options),
      codec: stateCodec(),
      // Whoever makes something happen steps afterwards.
      wake: () => {
        this.#mails += 1;
      },
      observeMail: undefined,
    };
    this.execution = createExecution(compile(job, options), world, standIns);
    this.#executor = new Executor(this.execution.tasks, {
      order: (tasks) => shuffled(tasks, random),
    });
  }

  /** Sinks first, so that there is somebody to take what the others open with. */
  open(restored: ExecutionSnapshot | undefined): void {
    if (restored !== undefined) restoreExecution(this.execution, restored, { codec: stateCodec() });
    for (const task of this.execution.tasks.toReversed()) task.open();
  }

  /** Steps until nothing moves, also of what the clock has due now. */
  run(): void {
    this.passTo(this.now());
  }

  /** Lets promises settle, and steps on what comes of them, until none of them leads to another. */
  async settle(): Promise<void> {
    for (let mails = -1; mails < this.#mails;) {
      mails = this.#mails;
      this.run();
      await settlePromises();
    }
  }

  status(): 'at-rest' | 'pending' | 'queued' {
    const { channels, tasks } = this.execution;
    if (channels.some((channel) => channel.size() > 0)) return 'queued';
    return tasks.some((task) => task.isPending()) ? 'pending' : 'at-rest';
  }

  snapshot(): ExecutionSnapshot {
    return snapshotExecution(this.execution, { codec: stateCodec() });
  }

  now(): Timestamp {
    return this.#clock.now();
  }

  /** Lets time pass from one due time to the next, with steps before, between and after. */
  passTo(time: Timestamp): void {
    let stepsLeft = STEPS_MAX;
    const turn = (): void => {
      const outcome = this.#executor.turn({ spent: () => --stepsLeft <= 0 });
      if (outcome === 'progressed') throw endless();
    };
    turn();
    this.#clock.pass(time, turn);
  }

  metrics(): Readonly<Record<string, Readonly<Record<string, number>>>> {
    const { operators } = this.execution;
    return byName(operators.map((operator) => [operator.name, operator.metrics()]));
  }

  dispose(): void {
    for (const task of this.execution.tasks) task.dispose();
  }
}

function endless(): MillraceError {
  const sentence = `the operator took ${String(STEPS_MAX)} steps for one input and goes on; look for a timer or a generator without an end`;
  return new MillraceError('HARNESS_ENDLESS', sentence);
}
