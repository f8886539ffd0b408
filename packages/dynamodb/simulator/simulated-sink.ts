/**
 * Owns: the DynamoDB sink over a simulated service, for tests of whole jobs.
 * Refuses: to differ from the real sink in anything but the service.
 */
import type { Sink } from '@millrace/core/connector';
import { serviceSink, type DynamoDbSinkOptions } from '../src/dynamodb-sink.js';
import type { DynamoDbService } from '../src/service.js';

export type SimulatedSinkOptions<T> = Omit<DynamoDbSinkOptions<T>, 'client'>;

/** What `dynamoDbSink(options)` is, with `service` in place of the network. */
export function simulatedDynamoDbSink<T>(
  service: DynamoDbService,
  options: SimulatedSinkOptions<T>,
): Sink<T> {
  return serviceSink(options, () => service);
}
