/**
 * Owns: the input of a verification, as plain objects, and giving one of them to a harness.
 * Refuses: to decide when, and in which company; schedules do.
 */
import type { Timestamp } from '@millrace/core';
import type { OperatorHarness, TimestampedValue } from '../harness/operator-harness.js';
import type { OutputStatus, OutputWatermark } from '../harness/harness-output.js';

/** Processing time goes on until then. */
export interface ProcessingTime {
  readonly processingTime: Timestamp;
}

/** A record, a watermark, a watermark status, or the passing of processing time. */
export type VerifiedInput<T> =
  TimestampedValue<T> | OutputWatermark | OutputStatus | ProcessingTime;

export function isRecord<T>(element: VerifiedInput<T>): element is TimestampedValue<T> {
  return 'value' in element;
}

export function give<In>(harness: OperatorHarness<In, unknown>, element: VerifiedInput<In>): void {
  if (isRecord(element)) harness.processElement(element.value, element.timestamp);
  else if ('watermark' in element) harness.processWatermark(element.watermark);
  else if ('status' in element) harness.processWatermarkStatus(element.status);
  else harness.setProcessingTime(element.processingTime);
}
