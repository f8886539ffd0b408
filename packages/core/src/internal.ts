/**
 * The door for `@millrace/testing` and benches alone. NOT part of the public API: it may change with
 * any release.
 */
export type { Drivable, Driver } from './host/driver.js';
export { JOB_CELLS, jobMachine, type JobEffects } from './host/job-machine.js';
export { JOB_OPTIONS } from './host/job-options.js';
export { runJobIn, type HostWorld } from './host/run-job.js';
export { compile } from './plan/compile.js';
export type { ExecutorPorts, StepBudget, TurnOutcome } from './runtime/executor/executor.js';
export type { StepOutcome, Task } from './runtime/task/task.js';
export { stateCodec } from './state/codec/state-codec.js';
export { heapState } from './state/heap-state.js';
