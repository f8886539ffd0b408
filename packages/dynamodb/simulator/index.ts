/** The door for tests and demonstrations: a DynamoDB that is slow, short of capacity, or faulty. */
export {
  faultsAtRandom,
  faultsInTurn,
  type Fault,
  type FaultPlan,
  type FaultShares,
} from './fault.js';
export {
  SimulatedDynamoDb,
  type ReceivedRequest,
  type SimulatedDynamoDbOptions,
} from './simulated-dynamodb.js';
export { simulatedDynamoDbSink, type SimulatedSinkOptions } from './simulated-sink.js';
export type { LandedWrite, SimulatedTable } from './simulated-table.js';
export {
  throttlingEndpoint,
  type ThrottlingEndpoint,
  type ThrottlingEndpointOptions,
} from './throttling-endpoint.js';
export type { TimeSource, WriteCapacity } from './write-unit-bucket.js';
