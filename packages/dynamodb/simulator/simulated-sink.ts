/**
 * Owns: the DynamoDB sink over a simulated service, for tests of whole jobs.
 * Refuses: to differ from the real sink in anything but the service.
 */
import type { Sink } from '@millrace/core/connector';
import { destinationOf } from '../src/destination.js';
import { serviceSink } from '../src/service-sink.js';
import type { ServiceSinkOptions } from '../src/sink-options.js';
import type { DynamoDbService } from '../src/service.js';

export type SimulatedSinkOptions<T> = ServiceSinkOptions<T>;

/** What `dynamoDbSink(options)` is, with `service` in place of the network. */
export function simulatedDynamoDbSink<T>(
  service: DynamoDbService,
  options: SimulatedSinkOptions<T>,
): Sink<T> {
  return serviceSink(options, { destination: destinationOf(options), create: () => service });
}
