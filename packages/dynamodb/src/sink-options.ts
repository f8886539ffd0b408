/**
 * Owns: what a user may choose about the sink.
 * Refuses: defaults; they stand in `dynamodb-limits.ts` and `service-sink.ts`.
 */
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { AsyncSinkLimits, Milliseconds, Timestamp } from '@millrace/core/connector';
import type { DeclaredKey } from './declared-key.js';
import type { ClientSettings } from './sdk-service.js';
import type { Write } from './write.js';

export interface DynamoDbSinkOptions<T> extends ClientSettings {
  /** The table's name or ARN. It has to exist; its keys are read from it. */
  readonly table: string;
  /** What a record becomes: `put(item)` or `deleteKey(key)`. */
  readonly write: (value: T, timestamp: Timestamp) => Write;
  /**
   * The names of the table's primary key: its partition key, then its sort key. With it the sink may
   * have several subtasks, each with keys of its own; the table is asked whether it is so.
   */
  readonly key?: DeclaredKey;
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
  /**
   * How long writes may be tried without a single one being taken, for throttling or an outage,
   * before the job fails: ten minutes. Each one that is taken begins it anew.
   */
  readonly stalledMsMax?: Milliseconds;
  /** Bytes of items, as the table counts them, that may be accepted and not yet written: 64 MiB. */
  readonly bufferBytesMax?: number;
}

/** The same for a sink over a service that is no client of the vendor's. */
export type ServiceSinkOptions<T> = Omit<DynamoDbSinkOptions<T>, 'client'>;
