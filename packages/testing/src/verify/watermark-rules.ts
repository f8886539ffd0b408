/**
 * Owns: what holds of the watermarks that come out of any operator, under any schedule.
 * Refuses: to know when an operator fires.
 *
 * T1. They do not go back, say no more than the input has said, and stand behind whatever they fire: no
 *     record comes out late, unless one went in late or processing time passes, by which results may have
 *     timestamps that are none of event time. At the end of input they come to the end of time.
 */
import { inspect } from 'node:util';
import { MAX_TIMESTAMP, MIN_TIMESTAMP, type Timestamp } from '@millrace/core';
import type { OutputElement } from '../harness/harness-output.js';
import type { VerifiedInput } from './verified-input.js';

type Output = readonly OutputElement<unknown>[];
type Input = readonly VerifiedInput<unknown>[];

/** The first breach, in words. */
export function watermarksBreach(output: Output, input: Input): string | undefined {
  const said = new Set(
    input.flatMap((element) => ('watermark' in element ? element.watermark : [])),
  );
  const mayBeLate = countLate(input) > 0 || input.some((element) => 'processingTime' in element);
  let watermark: Timestamp = MIN_TIMESTAMP;
  for (const element of output) {
    if ('watermark' in element) {
      const breach = watermarkBreach(element.watermark, watermark, said);
      if (breach !== undefined) return breach;
      watermark = element.watermark;
    } else if (!mayBeLate && isLate(element, watermark)) {
      return `the watermark ${String(watermark)} stands before ${inspect(element)}, which it makes late (T1)`;
    }
  }
  if (watermark === MAX_TIMESTAMP) return undefined;
  return `the last watermark is ${String(watermark)} and not the end of time`;
}

function watermarkBreach(
  next: Timestamp,
  before: Timestamp,
  said: ReadonlySet<Timestamp>,
): string | undefined {
  if (next < before)
    return `the watermark goes back from ${String(before)} to ${String(next)} (T1)`;
  if (next === MAX_TIMESTAMP || said.has(next)) return undefined;
  return `the watermark ${String(next)} is none that the input has said (T1)`;
}

function countLate(elements: Input): number {
  let watermark: Timestamp = MIN_TIMESTAMP;
  let late = 0;
  for (const element of elements) {
    if ('watermark' in element) watermark = Math.max(watermark, element.watermark);
    else if (isLate(element, watermark)) late += 1;
  }
  return late;
}

function isLate(element: object, watermark: Timestamp): boolean {
  const { timestamp } = element as { readonly timestamp?: Timestamp };
  return timestamp !== undefined && timestamp <= watermark;
}
