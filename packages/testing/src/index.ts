/** The door for tests: virtual time, seeds, scripts. */
export { collectSink, type CollectSink } from './collect-sink.js';
export { slowSink, stuckSink, type CreditSink, type SlowSinkOptions } from './credit-sink.js';
export type { HarnessSnapshot } from './harness/harness.js';
export type { OperatorHarnessOptions, RestoreOptions } from './harness/harness-options.js';
export type { InputPort, TimestampedValue } from './harness/input-port.js';
export { operatorHarness, type OperatorHarness } from './harness/operator-harness.js';
export { twoInputHarness, type TwoInputHarness } from './harness/two-input-harness.js';
export type {
  OutputElement,
  OutputRecord,
  OutputStatus,
  OutputWatermark,
} from './harness/harness-output.js';
export type { PushedSource } from './job/pushed-source.js';
export type { Kept } from './job/replaced-job.js';
export { testJob, type JobTest, type TestJobOptions } from './job/test-job.js';
export type { StateView } from './recorded-state.js';
export {
  endlessSource,
  failure,
  gap,
  records,
  scriptedSource,
  silence,
  type ScriptLine,
} from './scripted-source.js';
export {
  scriptedSplits,
  type ScriptedSplit,
  type ScriptedSplitsOptions,
  type ScriptSplit,
} from './scripted-splits.js';
export { SeededDriver, type SeededDriverParts } from './seeded-driver.js';
export { seededRandom } from './seeded-random.js';
export { settlePromises } from './settle-promises.js';
export {
  simulate,
  type Simulated,
  type SimulationOptions,
  type SimulationView,
} from './simulate.js';
export { VirtualClock } from './virtual-clock.js';
export type { ExpectedOutput, ExpectedRecord } from './verify/compare.js';
export type { ProcessingTime, VerifiedInput, VerifiedTwoInput } from './verify/verified-input.js';
export { verifyOperator, type Verification } from './verify/verify-operator.js';
export { verifyPipe, type PipeVerification } from './verify/verify-pipe.js';
export {
  verifyTwoInputOperator,
  type TwoInputVerification,
} from './verify/verify-two-input-operator.js';
