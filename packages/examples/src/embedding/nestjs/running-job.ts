/**
 * Owns: a job as a provider of a NestJS application: it starts with its module, and drains before the
 *   application closes.
 * Refuses: to listen to signals; NestJS does, when the application enables its shutdown hooks.
 */
import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnModuleInit,
} from '@nestjs/common';
import {
  runJob,
  type JobDefinition,
  type JobHandle,
  type JobHealth,
  type Milliseconds,
} from '@millrace/core';
import { EXIT_CODES, endingOf, type Ending, type EndingReport } from '../ending.js';

export interface RunningJobOptions {
  readonly job: JobDefinition;
  readonly drainMsMax: Milliseconds;
  readonly print: (line: object) => void;
}

/** The token of the options; an interface leaves no trace that NestJS could inject by. */
export const RUNNING_JOB_OPTIONS = Symbol('RunningJobOptions');

/** Tells NestJS that the job did not end as it should, so that the process ends with 1. */
export class EndedBadly extends Error {
  constructor({ job, ended }: EndingReport) {
    super(`The job ${job} is ${ended}, and its ending says what was left.`);
  }
}

@Injectable()
export class RunningJob implements OnModuleInit, BeforeApplicationShutdown {
  #handle: JobHandle | undefined;
  #ending: Promise<Ending> | undefined;
  #shutdown: Promise<void> | undefined;

  constructor(@Inject(RUNNING_JOB_OPTIONS) private readonly options: RunningJobOptions) {}

  async onModuleInit(): Promise<void> {
    const handle = await runJob(this.options.job);
    handle.events$.subscribe(({ kind }) => {
      if (kind === 'status') this.options.print({ health: handle.health().status });
    });
    this.#handle = handle;
    // Owned from the start: a job may fail while nobody waits for it.
    this.#ending = endingOf(handle);
  }

  /** Resolves when the job has ended, by itself or by a shutdown. */
  async ended(): Promise<void> {
    await this.#ending;
  }

  health(): JobHealth {
    return this.#handle?.health() ?? { status: 'starting' };
  }

  /** Before connections close, so that a health check has an answer while the job drains. */
  beforeApplicationShutdown(): Promise<void> {
    // A signal and `app.close()` may both ask for it.
    this.#shutdown ??= this.#drain();
    return this.#shutdown;
  }

  async #drain(): Promise<void> {
    const { print, drainMsMax } = this.options;
    // How it ends is told by the ending, also when it fails meanwhile.
    this.#handle?.stop({ drain: true, within: drainMsMax }).catch(() => undefined);
    const ending = await this.#ending;
    if (ending === undefined) return;
    print(ending.report);
    if (ending.exitCode !== EXIT_CODES.clean) throw new EndedBadly(ending.report);
  }
}
