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
import { REQUEST_BYTES_MAX } from './wire-size.js';

/** BatchWriteItem takes no more (A05, B06). */
const BATCH_ENTRIES_MAX = 25;

export interface LimitOptions {
  readonly limits?: Partial<AsyncSinkLimits>;
  readonly openMsMax?: Milliseconds;
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
