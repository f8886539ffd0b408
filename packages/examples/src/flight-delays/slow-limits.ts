/**
 * Owns: limits so small that a slow table is felt at once, all the way up to the file.
 * Refuses: to be an example of good limits; the defaults are.
 */
import type { RuntimeLimits } from '@millrace/core';
import type { DynamoDbSinkOptions } from '@millrace/dynamodb';

/** Four batches: two travel while two fill. */
export const SLOW_SINK_LIMITS: NonNullable<DynamoDbSinkOptions<never>['limits']> = {
  bufferRecordsMax: 100,
  inFlightRequestsMax: 2,
  backoffMsMin: 50,
  backoffMsMax: 500,
};

export const SLOW_JOB_LIMITS: Partial<RuntimeLimits> = { channelRecords: 256, runRecordsMax: 64 };
