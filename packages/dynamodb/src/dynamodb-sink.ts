/**
 * Owns: the sink's public door: its options, their defaults and their limits.
 * Refuses: to open anything; each execution of a job makes a client, a buffer and a connection.
 *
 * D1 lanes, D3 coalescing, D8 keys, D9 sizes; N1-N5 are kept by `asyncSink`.
 */
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  asyncSink,
  asyncSinkLimits,
  MillraceError,
  type AsyncSinkLimits,
  type Milliseconds,
  type Sink,
  type Timestamp,
} from '@millrace/core/connector';
import { DynamoDbConnection } from './connection.js';
import { toEntry, type DynamoDbEntry } from './entry.js';
import { LaneBuffer } from './lane-buffer.js';
import { describeKey } from './primary-key.js';
import { givenClientService, ownClientService, type ClientSettings } from './sdk-service.js';
import type { DynamoDbService } from './service.js';
import { REQUEST_BYTES_MAX } from './wire-size.js';
import type { Write } from './write.js';

/** BatchWriteItem takes no more (A05, B06). */
const BATCH_ENTRIES_MAX = 25;
const CREDENTIALS_MS_MAX = 60_000;

export interface DynamoDbSinkOptions<T> extends ClientSettings {
  /** The table's name or ARN. It has to exist; its keys are read from it. */
  readonly table: string;
  /** What a record becomes: `put(item)` or `deleteKey(key)`. */
  readonly write: (value: T, timestamp: Timestamp) => Write;
  /**
   * A client of yours, in place of region, endpoint and credentials. Make it with `maxAttempts: 1`
   * and with a socket for each request in flight; the sink does not destroy it.
   */
  readonly client?: DynamoDBClient;
  /** Limits of the sink that differ from their defaults. */
  readonly limits?: Partial<AsyncSinkLimits>;
  /** How long opening may take, with its retries, before the job fails; short for `limits`. */
  readonly openMsMax?: Milliseconds;
  /**
   * Whether every write is sent. Otherwise a newer write takes the place of a waiting one with the
   * same key, which is counted as replaced.
   */
  readonly keepAll?: boolean;
  /** Whether a table that is not there fails the job at once, the default, or is waited for. */
  readonly missingTable?: 'fail' | 'wait';
  /** How long credentials that worked before may be refused before the job fails: a minute. */
  readonly credentialsMsMax?: Milliseconds;
}

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
  const limits = limitsOf(options);
  return serviceSink(settings, () =>
    client === undefined
      ? ownClientService(settingsOf(options), limits.inFlightRequestsMax)
      : givenClientService(client),
  );
}

/** The same sink over any service: the seam for the simulator. */
export function serviceSink<T>(
  options: Omit<DynamoDbSinkOptions<T>, 'client'>,
  createService: () => DynamoDbService,
): Sink<T> {
  const limits = limitsOf(options);
  return asyncSink<T, DynamoDbEntry>({
    name: `dynamodb(${options.table})`,
    limits,
    connect: ({ clock }) => {
      const connection = new DynamoDbConnection({
        service: createService(),
        clock,
        table: options.table,
        at: placeOf(options),
        missingTable: options.missingTable ?? 'fail',
        waitMsMax: limits.openMsMax,
        credentialsMsMax: options.credentialsMsMax ?? CREDENTIALS_MS_MAX,
      });
      const describe = (entry: DynamoDbEntry) => describeKey(connection.schema(), entry.item);
      return {
        connection,
        buffer: new LaneBuffer({ keepAll: options.keepAll ?? false, describe }),
        toEntry: (value, timestamp) =>
          toEntry(options.write(value, timestamp), connection.schema()),
        describe,
      };
    },
  });
}

function limitsOf(options: Omit<DynamoDbSinkOptions<never>, 'client'>): AsyncSinkLimits {
  const limits = asyncSinkLimits({
    batchEntriesMax: BATCH_ENTRIES_MAX,
    batchBytesMax: REQUEST_BYTES_MAX,
    ...options.limits,
    ...(options.openMsMax === undefined ? {} : { openMsMax: options.openMsMax }),
  });
  refuseAbove('batchEntriesMax', limits.batchEntriesMax, BATCH_ENTRIES_MAX);
  refuseAbove('batchBytesMax', limits.batchBytesMax, REQUEST_BYTES_MAX);
  return limits;
}

function refuseAbove(name: string, value: number, valueMax: number): void {
  if (value <= valueMax) return;
  throw new MillraceError(
    'LIMIT_INVALID',
    `dynamoDbSink: ${name} is ${String(value)}; DynamoDB takes at most ${String(valueMax)} a request.`,
  );
}

function settingsOf(settings: ClientSettings): ClientSettings {
  const { region, endpoint, credentials } = settings;
  return {
    ...(region === undefined ? {} : { region }),
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(credentials === undefined ? {} : { credentials }),
  };
}

function placeOf({ region, endpoint }: ClientSettings): string {
  if (endpoint !== undefined) return `at ${endpoint}`;
  return region === undefined ? "in the client's region" : `in ${region}`;
}
