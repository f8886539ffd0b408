/**
 * Owns: the contract of a case of the chain bench: one library at one workload.
 * Refuses: to know which there are; `chain-cases.ts` does.
 */
import type { UnlikeJob } from './unlike-jobs.js';

/** One library at one workload. Each run is the whole job, from the description to the last record. */
export interface ChainCase {
  /** Answers the checksum, which the process compares with the workload's. */
  readonly run: () => Promise<number> | number;
  /** Runs a job of other shape and types in the same library. Absent: there is nothing to warm. */
  readonly runUnlike: ((job: UnlikeJob) => Promise<void> | void) | undefined;
}

export interface Workload {
  readonly records: number;
  readonly checksum: () => number;
}

/** What one process measured. */
export interface CaseSample {
  /** Records per second of the clock on the wall. */
  readonly perSecond: number;
  /** Records per second of processor time, all threads of the process together. */
  readonly perCpuSecond: number;
}

export type WorkloadName = 'numbers' | 'keyed';

/** Fresh: the library has run nothing else. Warm: it has run the eight unlike jobs before. */
export type CaseMode = 'fresh' | 'warm';

export interface CaseName {
  readonly workload: WorkloadName;
  readonly library: string;
  readonly mode: CaseMode;
}
