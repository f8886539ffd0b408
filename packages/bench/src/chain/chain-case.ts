/**
 * Owns: which cases the chain bench has, and how to load one.
 * Refuses: to import a library; each case is loaded alone, in the process that runs it.
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

export const WORKLOADS: Readonly<Record<WorkloadName, () => Promise<Workload>>> = {
  numbers: async () => (await import('./numbers/numbers-workload.js')).numbersWorkload,
  keyed: async () => (await import('./keyed/keyed-workload.js')).keyedWorkload,
};

type Loaders = Readonly<Record<string, () => Promise<ChainCase>>>;

export const CASES: Readonly<Record<WorkloadName, Loaders>> = {
  numbers: {
    millrace: async () => (await import('./numbers/numbers-millrace.js')).numbersMillrace,
    rxjs: async () => (await import('./numbers/numbers-rxjs.js')).numbersRxjs,
    'node-streams': async () => (await import('./numbers/numbers-node.js')).numbersNode,
    effect: async () => (await import('./numbers/numbers-effect.js')).numbersEffect,
    loop: async () => (await import('./numbers/numbers-loop.js')).numbersLoop,
  },
  keyed: {
    millrace: async () => (await import('./keyed/keyed-millrace.js')).keyedMillrace,
    'rxjs-groupby': async () => (await import('./keyed/keyed-rxjs-groupby.js')).keyedRxjsGroupby,
    'rxjs-map': async () => (await import('./keyed/keyed-rxjs-map.js')).keyedRxjsMap,
    loop: async () => (await import('./keyed/keyed-loop.js')).keyedLoop,
  },
};

/** What one round runs, in this order. Node's streams have nothing to warm: their functions are ours. */
export const ROUND: readonly CaseName[] = [
  { workload: 'numbers', library: 'millrace', mode: 'fresh' },
  { workload: 'numbers', library: 'effect', mode: 'fresh' },
  { workload: 'numbers', library: 'rxjs', mode: 'fresh' },
  { workload: 'numbers', library: 'loop', mode: 'fresh' },
  { workload: 'numbers', library: 'millrace', mode: 'warm' },
  { workload: 'numbers', library: 'effect', mode: 'warm' },
  { workload: 'numbers', library: 'rxjs', mode: 'warm' },
  { workload: 'numbers', library: 'node-streams', mode: 'fresh' },
  { workload: 'keyed', library: 'millrace', mode: 'fresh' },
  { workload: 'keyed', library: 'rxjs-map', mode: 'fresh' },
  { workload: 'keyed', library: 'rxjs-groupby', mode: 'fresh' },
  { workload: 'keyed', library: 'loop', mode: 'fresh' },
  { workload: 'keyed', library: 'millrace', mode: 'warm' },
  { workload: 'keyed', library: 'rxjs-map', mode: 'warm' },
  { workload: 'keyed', library: 'rxjs-groupby', mode: 'warm' },
];
