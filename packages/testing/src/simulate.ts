/**
 * Owns: running a job to its end in virtual time, from a seed.
 * Refuses: real input and output, which would make the seed a lie (E3).
 */
import type { JobDefinition, JobHandle, JobMetrics, JobOptions, JobResult } from '@millrace/core';
import { refuseUnknownOptions, type OptionNames } from '@millrace/core/connector';
import { heapState, JOB_OPTIONS, runJobIn } from '@millrace/core/internal';
import { SeededDriver } from './seeded-driver.js';
import { seededRandom } from './seeded-random.js';
import { Trace } from './trace.js';
import { VirtualClock } from './virtual-clock.js';

/** What a simulation may do beside the job: stop it at a certain time, look at it on the way. */
export interface SimulationView {
  readonly handle: JobHandle;
  readonly clock: VirtualClock;
}

export interface SimulationOptions extends JobOptions {
  /** Decides the order of tasks, the length of turns and the job's own chance. Default: 1. */
  readonly seed?: number;
  /** The clock that the job goes by. Default: one that begins at 0. */
  readonly clock?: VirtualClock;
  /** Called when the job has been made and before its first turn. */
  readonly during?: (view: SimulationView) => void;
  /** The longest turn, in steps. Default: 8. */
  readonly stepsPerTurnMax?: number;
  /** Turns after which the simulation fails, since nobody stops the job. Default: 1,000,000. */
  readonly turnsMax?: number;
  /** Lines of the trace that are kept. Default: 100,000. */
  readonly traceLinesMax?: number;
}

const SIMULATION_OPTIONS: OptionNames<SimulationOptions> = {
  ...JOB_OPTIONS,
  seed: true,
  clock: true,
  during: true,
  stepsPerTurnMax: true,
  turnsMax: true,
  traceLinesMax: true,
};

/** A simulation that has ended. */
export interface Simulated {
  readonly result: JobResult;
  /** What happened, in order: a line a step. The same plan, seed and inputs give the same lines. */
  readonly trace: readonly string[];
  readonly steps: number;
  readonly metrics: JobMetrics;
  /** Virtual time at the end. */
  readonly endedAt: number;
}

/**
 * Runs a job to its end in virtual time: hours take milliseconds, and a seed repeats every
 * interleaving. Rejects with the first cause when the job fails, and with a sentence when the job
 * waits for something that no simulation can bring.
 *
 * @example
 * ```ts
 * import { defineJob, hours } from '@millrace/core';
 * import { collectSink, gap, records, scriptedSource, simulate } from '@millrace/testing';
 *
 * const out = collectSink<number>();
 * const job = defineJob('patient', (env) => {
 *   env.fromSource(scriptedSource([records(1), gap(hours(9)), records(2)]), { uid: 'in' })
 *     .sinkTo(out, { uid: 'out' });
 * });
 * const { endedAt } = await simulate(job, { seed: 7 });
 * console.log(out.values, endedAt); // [ 1, 2 ] 32400000
 * ```
 */
export async function simulate(
  job: JobDefinition,
  options: SimulationOptions = {},
): Promise<Simulated> {
  refuseUnknownOptions('simulate', options, SIMULATION_OPTIONS);
  const { clock = new VirtualClock(), traceLinesMax = 100_000 } = options;
  const trace = new Trace(clock, traceLinesMax);
  const driver = driverOf(clock, options);
  const handle = await runJobIn(worldOf(clock, driver, { trace, ...options }), job, options);
  handle.events$.subscribe(trace.onNotice);
  options.during?.({ handle, clock });
  const result = await driven(handle, driver);
  const { lines, steps } = trace;
  return { result, trace: lines, steps, metrics: handle.metrics(), endedAt: clock.now() };
}

function driverOf(clock: VirtualClock, options: SimulationOptions): SeededDriver {
  const { seed = 1, stepsPerTurnMax = 8, turnsMax = 1_000_000 } = options;
  return new SeededDriver({ clock, random: seededRandom(seed), stepsPerTurnMax, turnsMax });
}

function worldOf(
  clock: VirtualClock,
  driver: SeededDriver,
  { trace, seed = 1 }: { readonly trace: Trace; readonly seed?: number },
): Parameters<typeof runJobIn>[0] {
  return {
    clock,
    // Not the driver's: how often a job asks must not change how its tasks are ordered.
    random: seededRandom(~seed),
    state: heapState,
    driver,
    stopwatch: () => clock.now(),
    steps: { order: driver.order, observe: trace.onStep },
    observeMail: trace.onMail,
  };
}

async function driven(handle: JobHandle, driver: SeededDriver): Promise<JobResult> {
  let status: 'running' | 'ended' = 'running';
  const end = (): void => {
    status = 'ended';
  };
  handle.done.then(end, end);
  await driver.drive(() => status === 'ended');
  return handle.done;
}
