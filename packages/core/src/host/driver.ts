/**
 * Owns: the contract between a job and what gives it turns.
 * Refuses: to be one: `event-loop.ts` is production's, `@millrace/testing` has the seeded one.
 */
import type { StepBudget, TurnOutcome } from '../runtime/executor/executor.js';

/** A job, as its driver sees it. It never throws from a turn. */
export interface Drivable {
  turn(budget: StepBudget): TurnOutcome;
}

export interface Driver {
  /** The job has something to do: it is given turns until it waits or is done. */
  wake(job: Drivable): void;
}
