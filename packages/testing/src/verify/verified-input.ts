/**
 * Owns: the input of a verification, as plain objects, and giving one of them to a harness.
 * Refuses: to decide when, and in which company; schedules do.
 */
import type { Timestamp } from '@millrace/core';
import type { InputOrdinal } from '@millrace/core/internal';
import type { OutputStatus, OutputWatermark } from '../harness/harness-output.js';
import type { TimestampedValue } from '../harness/input-port.js';
import type { TriedHarness } from './tried-harness.js';

/** Processing time goes on until then. */
export interface ProcessingTime {
  readonly processingTime: Timestamp;
}

/** A record, a watermark, a watermark status, or the passing of processing time. */
export type VerifiedInput<T> =
  TimestampedValue<T> | OutputWatermark | OutputStatus | ProcessingTime;

/** What comes by one of two inputs, or by both, or the passing of processing time. */
export type VerifiedTwoInput<L, R> =
  | { readonly first: Exclude<VerifiedInput<L>, ProcessingTime> }
  | { readonly second: Exclude<VerifiedInput<R>, ProcessingTime> }
  | { readonly both: OutputWatermark | OutputStatus }
  | ProcessingTime;

/** One element, by the input that it comes by; processing time is of no input and stands at the first. */
export interface GivenElement {
  readonly ordinal: InputOrdinal;
  readonly element: VerifiedInput<unknown>;
}

type GivenRecord = GivenElement & { readonly element: TimestampedValue<unknown> };

export function isRecord(given: GivenElement): given is GivenRecord {
  return 'value' in given.element;
}

export function givenOne(element: VerifiedInput<unknown>): GivenElement {
  return { ordinal: 0, element };
}

export function givenTwo(element: VerifiedTwoInput<unknown, unknown>): readonly GivenElement[] {
  if ('first' in element) return [{ ordinal: 0, element: element.first }];
  if ('second' in element) return [{ ordinal: 1, element: element.second }];
  if ('processingTime' in element) return [{ ordinal: 0, element }];
  const { both } = element;
  return [
    { ordinal: 0, element: both },
    { ordinal: 1, element: both },
  ];
}

export function give({ harness, inputs }: TriedHarness, { ordinal, element }: GivenElement): void {
  const input = inputs[ordinal]!;
  if ('value' in element) input.processElement(element.value, element.timestamp);
  else if ('watermark' in element) input.processWatermark(element.watermark);
  else if ('status' in element) input.processWatermarkStatus(element.status);
  else harness.setProcessingTime(element.processingTime);
}
