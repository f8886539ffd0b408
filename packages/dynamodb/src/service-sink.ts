/**
 * Owns: the sink over any service: how entries, lanes and a connection come together. It is the seam
 * for the simulator.
 * Refuses: to open anything; each execution of a job makes a service, a buffer and a connection.
 *
 * D1 lanes, D3 coalescing, D8 keys, D9 sizes; N1-N5 are kept by `asyncSink`.
 */
import {
  asyncSink,
  MillraceError,
  NO_TIMESTAMP,
  type AsyncSinkSpec,
  type Clock,
  type Sink,
} from '@millrace/core/connector';
import { DynamoDbConnection } from './connection.js';
import { checkDeclaredKey, declaredIdentity, keyNamesOf } from './declared-key.js';
import { dynamoDbLimits, ownLimits } from './dynamodb-limits.js';
import { refuseTimedKey, toEntry, type DynamoDbEntry } from './entry.js';
import { ITEM_BYTES_MAX } from './item-size.js';
import { LaneBuffer } from './lane-buffer.js';
import { describeKey, type KeyIdentity } from './primary-key.js';
import type { DynamoDbService } from './service.js';
import type { ServiceSinkOptions } from './sink-options.js';

export interface ServiceSource {
  /** What two sinks of one table share (D1). */
  readonly destination: string;
  /** A service of its own for each execution of the job. */
  readonly create: () => DynamoDbService;
}

type KeyOf<T> = (value: T) => KeyIdentity;
type ToEntry<T> = ReturnType<AsyncSinkSpec<T, DynamoDbEntry>['connect']>['toEntry'];

export function serviceSink<T>(options: ServiceSinkOptions<T>, source: ServiceSource): Sink<T> {
  checkOptions(options);
  const keyOf = keyOfRecords(options);
  return asyncSink<T, DynamoDbEntry>({
    name: `dynamodb(${options.table})`,
    limits: dynamoDbLimits(options),
    destination: source.destination,
    ...(keyOf === undefined ? {} : { keyOf }),
    connect: ({ clock }) => {
      const connection = connectionOf(options, source.create(), clock);
      const describe = (entry: DynamoDbEntry) => describeKey(connection.schema(), entry.item);
      const buffer = bufferOf(options, describe);
      return {
        connection,
        buffer,
        toEntry: entriesOf(options, connection, keyOf),
        describe,
        metrics: () => ({ ...connection.metrics(), ...buffer.metrics() }),
      };
    },
  });
}

// The types say so already; a job of plain JavaScript is told before it starts (B09).
function checkOptions<T>({ table, write }: ServiceSinkOptions<T>): void {
  if (typeof table !== 'string' || table === '') {
    throw new MillraceError('TABLE_MISSING', 'dynamoDbSink has no table; give its name or ARN.');
  }
  if (typeof write !== 'function') {
    throw new MillraceError(
      'WRITE_MISSING',
      `dynamoDbSink for table "${table}" has no write; give a function that makes put(item) or ` +
        'deleteKey(key) of a record.',
    );
  }
}

function connectionOf<T>(
  options: ServiceSinkOptions<T>,
  service: DynamoDbService,
  clock: Clock,
): DynamoDbConnection {
  return new DynamoDbConnection({
    service,
    clock,
    table: options.table,
    at: placeOf(options),
    declaredKey: options.key,
    missingTable: options.missingTable ?? 'fail',
    waitMsMax: dynamoDbLimits(options).openMsMax,
    ...ownLimits(options),
  });
}

function bufferOf<T>(
  options: ServiceSinkOptions<T>,
  describe: (entry: DynamoDbEntry) => string,
): LaneBuffer<DynamoDbEntry> {
  return new LaneBuffer({
    keepAll: options.keepAll ?? false,
    describe,
    bytesMax: ownLimits(options).bufferBytesMax,
    entryBytesMax: ITEM_BYTES_MAX,
  });
}

// A record is exchanged by its key before it has a subtask, and without its timestamp.
function keyOfRecords<T>({ table, key, write }: ServiceSinkOptions<T>): KeyOf<T> | undefined {
  if (key === undefined) return undefined;
  checkDeclaredKey(table, key);
  const names = keyNamesOf(key);
  return (value) => declaredIdentity(() => write(value, NO_TIMESTAMP), names);
}

// Only a `write` that takes the timestamp can make a key of it, so only there it is worth a look.
function entriesOf<T>(
  { write }: ServiceSinkOptions<T>,
  connection: DynamoDbConnection,
  keyOf: KeyOf<T> | undefined,
): ToEntry<T> {
  const schema = () => connection.schema();
  if (keyOf === undefined || write.length < 2) {
    return (value, timestamp) => toEntry(write(value, timestamp), schema());
  }
  return (value, timestamp) => {
    const written = write(value, timestamp);
    const entry = toEntry(written, schema());
    if (entry.key !== keyOf(value)) refuseTimedKey(written, schema());
    return entry;
  };
}

function placeOf<T>({ region, endpoint }: ServiceSinkOptions<T>): string {
  if (endpoint !== undefined) return `at ${endpoint}`;
  return region === undefined ? "in the client's region" : `in ${region}`;
}
