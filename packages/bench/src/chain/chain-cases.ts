/**
 * Owns: which cases the chain bench has, and how to load one.
 * Refuses: to import a library; each case is loaded alone, in the process that runs it.
 */
import type { CaseName, ChainCase, Workload, WorkloadName } from './chain-case.js';

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
