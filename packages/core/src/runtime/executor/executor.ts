/**
 * Owns: the tasks of one job, and whose turn it is.
 * Refuses: to know what drives it: production's event loop or a simulation's seed.
 *
 * E3. The order of a round and the length of a turn are arguments, so a seed decides both.
 * E4. Every task that is ready steps once per round. E5. The budget is injected.
 */
import type { Milliseconds } from '../../model/time.js';
import { onBehalfOf } from '../operator/failure.js';
import type { StepOutcome, Task } from '../task/task.js';

/** `waiting`: only a mail can make a difference now. */
export type TurnOutcome = 'progressed' | 'waiting' | 'done';

/** Asked after every step: is the turn over? */
export interface StepBudget {
  spent(): boolean;
}

/** The order in which the tasks of the next round step. */
export type RoundOrder = (tasks: readonly Task[]) => readonly Task[];

/** Told of each step; a simulation writes its trace with it. */
export type StepObserver = (task: Task, outcome: StepOutcome) => void;

export const inPlanOrder: RoundOrder = (tasks) => tasks;

/** What an executor asks of its host. */
export interface ExecutorPorts {
  readonly order: RoundOrder;
  readonly observe: StepObserver;
  /** Called between two rounds. What it does to tasks it does by mail. */
  readonly afterRound: () => void;
  /** A clock that only measures, in milliseconds. A simulation's stands still. */
  readonly stopwatch: () => Milliseconds;
}

/** In the order of the plan, unobserved, and as if no step took time. */
const PLAIN: ExecutorPorts = {
  order: inPlanOrder,
  observe: () => undefined,
  afterRound: () => undefined,
  stopwatch: () => 0,
};

export class Executor {
  #running: readonly Task[];
  #round: readonly Task[] = [];
  #stepped = 0;
  #progressed = false;
  readonly #ports: ExecutorPorts;

  constructor(tasks: readonly Task[], ports: Partial<ExecutorPorts> = {}) {
    this.#running = tasks;
    this.#ports = { ...PLAIN, ...ports };
  }

  /** Steps tasks until the budget is spent or nothing moves. Throws what a user function threw. */
  turn(budget: StepBudget): TurnOutcome {
    do {
      const round = this.#nextInRound();
      if (round !== 'step') return round;
      this.#step();
    } while (!budget.spent());
    return 'progressed';
  }

  #nextInRound(): 'step' | 'waiting' | 'done' {
    if (this.#stepped < this.#round.length) return 'step';
    if (this.#running.length === 0) return 'done';
    if (this.#round.length > 0 && this.#isStill()) {
      this.#round = [];
      this.#stepped = 0;
      return 'waiting';
    }
    this.#round = this.#ports.order(this.#running);
    this.#stepped = 0;
    this.#progressed = false;
    return 'step';
  }

  /** Whether only a mail can make a difference, after a whole round. */
  #isStill(): boolean {
    this.#ports.afterRound();
    return !this.#progressed && !this.#hasMail();
  }

  #step(): void {
    const task = this.#round[this.#stepped++]!;
    const { observe, stopwatch } = this.#ports;
    const startedAt = stopwatch();
    const outcome = onBehalfOf(task.name, () => task.step());
    task.onStepped({ startedAt, endedAt: stopwatch() });
    observe(task, outcome);
    if (outcome === 'progressed' || outcome === 'done') this.#progressed = true;
    if (outcome === 'done') this.#running = this.#running.filter((other) => other !== task);
  }

  #hasMail(): boolean {
    return this.#running.some((task) => task.hasMail());
  }
}
