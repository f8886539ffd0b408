/**
 * Owns: turns of a simulated job: how long each is, and in which order its tasks step, from a seed.
 * Refuses: to look at the wall clock, and to wait for the world.
 *
 * E3. Between turns, promises settle. Time passes only when nothing is ready. When nothing is ready
 *     and no timer is armed, the job waits for something that no simulation can bring, and fails.
 * E5. The budget of a turn is a count of steps. Every other turn is one step long, so that promises
 *     settle between steps; the others are longer, since in production they do not.
 */
import { MillraceError, type Timestamp } from '@millrace/core';
import type { Random } from '@millrace/core/connector';
import type { Drivable, Driver, ExecutorPorts, StepBudget } from '@millrace/core/internal';
import { integerBetween, shuffled } from './seeded-random.js';
import { LAST_SETTLE_TICKS, settlePromises } from './settle-promises.js';
import type { VirtualClock } from './virtual-clock.js';

export interface SeededDriverParts {
  readonly clock: VirtualClock;
  readonly random: Random;
  /** The longest turn, in steps. */
  readonly stepsPerTurnMax: number;
  /** How many turns a simulation may take; an endless job needs somebody to stop it. */
  readonly turnsMax: number;
}

/**
 * Gives a job its turns in a simulation; `simulate` makes one. It is public for those who put a
 * simulation together by hand.
 *
 * @example
 * ```ts
 * import { SeededDriver, VirtualClock, seededRandom } from '@millrace/testing';
 *
 * const driver = new SeededDriver({
 *   clock: new VirtualClock(),
 *   random: seededRandom(7),
 *   stepsPerTurnMax: 8,
 *   turnsMax: 1_000,
 * });
 * let turns = 0;
 * driver.wake({ turn: () => (++turns < 3 ? 'progressed' : 'done') });
 * await driver.drive(() => turns === 3);
 * console.log(turns); // 3
 * ```
 */
export class SeededDriver implements Driver {
  readonly #parts: SeededDriverParts;
  readonly #ready = new Set<Drivable>();
  #turns = 0;

  constructor(parts: SeededDriverParts) {
    this.#parts = parts;
  }

  wake(job: Drivable): void {
    this.#ready.add(job);
  }

  /** The order of the tasks of a round (E4). */
  readonly order: ExecutorPorts['order'] = (tasks) => shuffled(tasks, this.#parts.random);

  /** Drives until `hasEnded`; throws when that cannot come. */
  async drive(hasEnded: () => boolean): Promise<void> {
    await settlePromises();
    while (!hasEnded()) {
      if (this.#ready.size > 0) this.#turn();
      else if (!this.#parts.clock.fireNext()) await this.#lastChance(hasEnded);
      await settlePromises();
    }
  }

  /** Gives turns until nothing is ready, and lets no time pass. */
  async settle(): Promise<void> {
    await settlePromises();
    for (let quietTicks = 0; quietTicks < LAST_SETTLE_TICKS; quietTicks++) {
      while (this.#ready.size > 0) {
        this.#turn();
        await settlePromises();
        quietTicks = 0;
      }
      await settlePromises(1);
    }
  }

  /** Lets time pass until then, from one due time to the next, and gives turns at each. */
  async advanceTo(time: Timestamp): Promise<void> {
    const { clock } = this.#parts;
    await this.settle();
    for (let next; (next = clock.pendingTimers()[0]) !== undefined && next <= time;) {
      clock.fireNext();
      await this.settle();
    }
    await clock.advanceTo(time);
  }

  #turn(): void {
    const { random, turnsMax } = this.#parts;
    if (this.#turns === turnsMax) throw tooLong(turnsMax);
    this.#turns += 1;
    const job = shuffled([...this.#ready], random)[0]!;
    this.#ready.delete(job);
    if (job.turn(this.#budget()) === 'progressed') this.#ready.add(job);
  }

  #budget(): StepBudget {
    const { random, stepsPerTurnMax } = this.#parts;
    let left = random.next() < 0.5 ? 1 : integerBetween(random, 1, stepsPerTurnMax);
    return { spent: () => --left <= 0 };
  }

  async #lastChance(hasEnded: () => boolean): Promise<void> {
    await settlePromises(LAST_SETTLE_TICKS);
    const { clock } = this.#parts;
    if (!hasEnded() && this.#ready.size === 0 && clock.pendingTimers().length === 0) {
      throw stuck(clock);
    }
  }
}

function stuck(clock: VirtualClock): MillraceError {
  const sentence =
    `The simulation is stuck: ${String(clock)}, no task is ready, and the job has not ended. ` +
    `It waits for real input or output, or for a promise that nobody resolves; script both.`;
  return new MillraceError('SIMULATION_STUCK', sentence);
}

function tooLong(turnsMax: number): MillraceError {
  const sentence = `The simulation took ${String(turnsMax)} turns; stop an endless job, or raise turnsMax.`;
  return new MillraceError('SIMULATION_TOO_LONG', sentence);
}
