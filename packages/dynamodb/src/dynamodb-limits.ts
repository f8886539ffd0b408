/**
 * Owns: the sink's limits: the defaults of a sink, and what DynamoDB takes at most in one request.
 * Refuses: a limit above it at build, since every request would be refused (B06).
 */
import {
  asyncSinkLimits,
  MillraceError,
  type AsyncSinkLimits,
  type Milliseconds,
} from '@millrace/core/connector';
import { ITEM_BYTES_MAX } from './item-size.js';
import { REQUEST_BYTES_MAX } from './wire-size.js';

/** BatchWriteItem takes no more (A05, B06). */
const BATCH_ENTRIES_MAX = 25;

/** 160 of the largest items, and six requests full of them; far more small ones than records fit. */
const BUFFER_BYTES_MAX = 64 * 1024 * 1024;
const CREDENTIALS_MS_MAX = 60_000;
const STALLED_MS_MAX = 600_000;

export interface LimitOptions {
  readonly limits?: Partial<AsyncSinkLimits>;
  readonly openMsMax?: Milliseconds;
  readonly bufferBytesMax?: number;
  readonly credentialsMsMax?: Milliseconds;
  readonly stalledMsMax?: Milliseconds;
}

/** What DynamoDB's own sink limits beside what every sink does. */
export interface OwnLimits {
  readonly bufferBytesMax: number;
  readonly credentialsMsMax: Milliseconds;
  readonly stalledMsMax: Milliseconds;
}

export function ownLimits(options: LimitOptions): OwnLimits {
  const { bufferBytesMax = BUFFER_BYTES_MAX } = options;
  if (!(bufferBytesMax >= ITEM_BYTES_MAX)) throw bufferTooSmall(bufferBytesMax);
  return {
    bufferBytesMax,
    credentialsMsMax: options.credentialsMsMax ?? CREDENTIALS_MS_MAX,
    stalledMsMax: options.stalledMsMax ?? STALLED_MS_MAX,
  };
}

export function dynamoDbLimits(options: LimitOptions): AsyncSinkLimits {
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

function bufferTooSmall(bytes: number): MillraceError {
  return new MillraceError(
    'LIMIT_INVALID',
    `dynamoDbSink: bufferBytesMax is ${String(bytes)}; an item may have ${String(ITEM_BYTES_MAX)} ` +
      'bytes, so that it would never take one.',
  );
}
