/**
 * Owns: what holds of the watermarks that come out of any operator, under any schedule.
 * Refuses: to know when an operator fires.
 *
 * T1. They do not go back, say no more than the input has said, and stand behind whatever they fire: no
 *     record comes out late, unless one went in late or processing time passes, by which results may have
 *     timestamps that are none of event time. At the end of input they come to the end of time.
 * T2. Late is what is behind the slower of two inputs. Where one of them may be idle, any record may be.
 */
import { inspect } from 'node:util';
import { MAX_TIMESTAMP, MIN_TIMESTAMP, type Timestamp } from '@millrace/core';
import type { OutputElement } from '../harness/harness-output.js';
import type { GivenElement } from './verified-input.js';

type Output = readonly OutputElement<unknown>[];
type Input = readonly GivenElement[];

/** The first breach, in words. */
export function watermarksBreach(output: Output, input: Input): string | undefined {
  const said = new Set(
    input.flatMap(({ element }) => ('watermark' in element ? element.watermark : [])),
  );
  const mayBeLate = hasLate(input);
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

/** Whether a record may be late of which it is not known that it is not. */
function hasLate(input: Input): boolean {
  const ordinals = new Set(input.map(({ ordinal }) => ordinal));
  const watermarks = new Map([...ordinals].map((ordinal) => [ordinal, MIN_TIMESTAMP]));
  return input.some(({ ordinal, element }) => {
    if ('processingTime' in element) return true;
    if ('status' in element) return ordinals.size > 1;
    if (!('watermark' in element)) return isLate(element, Math.min(...watermarks.values()));
    watermarks.set(ordinal, Math.max(watermarks.get(ordinal)!, element.watermark));
    return false;
  });
}

function isLate(element: object, watermark: Timestamp): boolean {
  const { timestamp } = element as { readonly timestamp?: Timestamp };
  return timestamp !== undefined && timestamp <= watermark;
}
