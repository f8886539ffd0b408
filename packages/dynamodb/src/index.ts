/** The door for users: the sink, and what a record may become. */
export { decimal, type Decimal } from './decimal.js';
export type { DeclaredKey } from './declared-key.js';
export { dynamoDbSink } from './dynamodb-sink.js';
export type { DynamoDbSinkOptions } from './sink-options.js';
export type { ClientSettings } from './sdk-service.js';
export { deleteKey, put, type Delete, type Put, type Write } from './write.js';
