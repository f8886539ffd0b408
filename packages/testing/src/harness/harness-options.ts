/**
 * Owns: what a test may say of the surroundings of an operator.
 * Refuses: signals; a harness moves when it is told to.
 */
import type { JobOptions, OutputTag, Timestamp } from '@millrace/core';
import type { OptionNames } from '@millrace/core/connector';
import { JOB_OPTIONS } from '@millrace/core/internal';

export interface OperatorHarnessOptions extends Omit<JobOptions, 'signal'> {
  /** The side outputs of the last operator that the test wants to read. */
  readonly sideOutputs?: readonly OutputTag<never>[];
  /** Records that the output accepts until `grantOutputCredit`. Default: any number. */
  readonly outputCredit?: number;
  /** Decides the order of tasks within a round. Default: 1. */
  readonly seed?: number;
  /** Processing time when the operator opens. Default: 0. */
  readonly startAt?: Timestamp;
}

export const HARNESS_OPTIONS: OptionNames<OperatorHarnessOptions> = {
  parallelism: JOB_OPTIONS.parallelism,
  maxParallelism: JOB_OPTIONS.maxParallelism,
  limits: JOB_OPTIONS.limits,
  sideOutputs: true,
  outputCredit: true,
  seed: true,
  startAt: true,
};

/** What may be otherwise after a restore. `startAt` is later where time passed in between. */
export type RestoreOptions = Pick<
  OperatorHarnessOptions,
  'parallelism' | 'maxParallelism' | 'outputCredit' | 'seed' | 'startAt'
>;
