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
  #ready: Drivable[] = [];
  #status: 'at-rest' | 'scheduled' = 'at-rest';

  wake(job: Drivable): void {
    if (!this.#ready.includes(job)) this.#ready.push(job);
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

  // A job that wakes itself or another during the turn comes into the next one.
  #turn(): void {
    const jobs = this.#ready;
    this.#ready = [];
    const shareMs = TURN_MS_MAX / jobs.length;
    for (const job of jobs) {
      if (job.turn(until(performance.now() + shareMs)) === 'progressed') this.wake(job);
    }
  }
}

function until(deadline: number): StepBudget {
  return { spent: () => performance.now() >= deadline };
}

/** One for the process. A second copy of the package has its own, which costs fairness only. */
export const eventLoop = new EventLoopDriver();
