/**
 * Owns: turns of Node.js's event loop, shared by all jobs of the process.
 * Refuses: to keep the process alive when every job waits or has ended.
 *
 * E5. All jobs share one budget per turn of the loop. L1. The loop turns at least once per budget:
 *     work goes on in the next `setImmediate`, so sockets and timers are served between.
 */
import type { StepBudget } from '../runtime/executor/executor.js';
import type { Drivable, Driver } from './driver.js';

/** How long jobs may hold the event loop at a stretch. */
export const TURN_MS_MAX = 4;

export class EventLoopDriver implements Driver {
  #ready = new Set<Drivable>();
  #status: 'at-rest' | 'scheduled' = 'at-rest';

  wake(job: Drivable): void {
    this.#ready.add(job);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#status === 'scheduled') return;
    this.#status = 'scheduled';
    setImmediate(() => {
      this.#status = 'at-rest';
      this.#turn();
    });
  }

  // A job that wakes itself or another during the turn comes into the next one, behind those for
  // which no time was left: with very many jobs, a step of each is more than a turn.
  #turn(): void {
    const jobs = [...this.#ready];
    const end = performance.now() + TURN_MS_MAX;
    const shareMs = TURN_MS_MAX / jobs.length;
    for (const job of jobs) {
      const now = performance.now();
      if (now >= end) return this.#schedule();
      this.#ready.delete(job);
      if (job.turn(until(now + shareMs)) === 'progressed') this.wake(job);
    }
  }
}

function until(deadline: number): StepBudget {
  return { spent: () => performance.now() >= deadline };
}

/** One for the process. A second copy of the package has its own, which costs fairness only. */
export const eventLoop = new EventLoopDriver();
