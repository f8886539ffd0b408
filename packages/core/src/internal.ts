/**
 * The door for `@millrace/testing` and benches alone. NOT part of the public API: it may change with
 * any release.
 */
export type { Drivable, Driver } from './host/driver.js';
export { JOB_CELLS, jobMachine, type JobEffects } from './host/job-machine.js';
export { byName } from './host/metric-sums.js';
export { JOB_OPTIONS, limitsOf } from './host/job-options.js';
export { runJobIn, type HostWorld } from './host/run-job.js';
export { END_OF_INPUT, watermark, type ControlElement } from './model/element.js';
export { operatorName, type GraphNode } from './model/graph.js';
export { canonicalKey } from './model/key.js';
export { keyGroupOf } from './model/key-group.js';
export type { InputOrdinal } from './model/run.js';
export {
  VOID_NAMESPACE,
  type KeyedState,
  type RowForm,
  type StateBackend,
  type StateTable,
} from './model/state.js';
export type {
  KeyGroupRange,
  OperatorSnapshot,
  RestoredSnapshots,
  SnapshotContext,
} from './model/snapshot.js';
export { compile } from './plan/compile.js';
export { createExecution, type Execution } from './runtime/executor/execution.js';
export {
  restoreExecution,
  snapshotExecution,
  type ExecutionSnapshot,
} from './runtime/executor/execution-snapshot.js';
export { Executor } from './runtime/executor/executor.js';
export type { ExecutorPorts, StepBudget, TurnOutcome } from './runtime/executor/executor.js';
export type { StandIns } from './runtime/executor/stand-ins.js';
export type { World } from './runtime/executor/world.js';
export type { Input, InputElement } from './runtime/operator/input.js';
export type { Operator, Output } from './runtime/operator/operator.js';
export type { Tail } from './runtime/operator/tail.js';
export type { StepOutcome, Task } from './runtime/task/task.js';
export { stateCodec } from './state/codec/state-codec.js';
export { heapState } from './state/heap-state.js';
