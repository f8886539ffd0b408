/**
 * Owns: the sink's public door: what it writes to, and with which client.
 * Refuses: to open anything; `service-sink.ts` puts the parts together.
 */
import type { Sink } from '@millrace/core/connector';
import { destinationOf } from './destination.js';
import { dynamoDbLimits } from './dynamodb-limits.js';
import { givenClientService, ownClientService, type ClientSettings } from './sdk-service.js';
import { serviceSink } from './service-sink.js';
import type { DynamoDbSinkOptions } from './sink-options.js';

/**
 * A sink that writes each record to a DynamoDB table, in batches, with one write of a key in flight
 * at a time. Throttling and outages stop the source; they lose nothing.
 *
 * @example
 * ```ts
 * import { dynamoDbSink, put } from '@millrace/dynamodb';
 *
 * const sink = dynamoDbSink<{ airport: string; day: number; flights: number }>({
 *   table: 'delays',
 *   region: 'eu-west-1',
 *   write: (delays) => put(delays),
 * });
 * console.log(sink.name); // dynamodb(delays)
 * ```
 */
export function dynamoDbSink<T>(options: DynamoDbSinkOptions<T>): Sink<T> {
  const { client, ...settings } = options;
  const { inFlightRequestsMax } = dynamoDbLimits(options);
  return serviceSink(settings, {
    destination: destinationOf(options),
    create: () =>
      client === undefined
        ? ownClientService(settingsOf(options), inFlightRequestsMax)
        : givenClientService(client),
  });
}

function settingsOf(settings: ClientSettings): ClientSettings {
  const { region, endpoint, credentials } = settings;
  return {
    ...(region === undefined ? {} : { region }),
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(credentials === undefined ? {} : { credentials }),
  };
}
