/**
 * Owns: the first difference between what came out and what should have, in words.
 * Refuses: to compare by identity: values are compared as Node.js compares them deeply.
 */
import { isDeepStrictEqual, inspect } from 'node:util';
import type { Key, Timestamp } from '@millrace/core';
import { canonicalKey } from '@millrace/core/internal';
import type { OutputElement, OutputRecord, OutputWatermark } from '../harness/harness-output.js';

/** A record that is to come out; where it has a timestamp, that is compared as well. */
export interface ExpectedRecord<T> {
  readonly value: T;
  readonly timestamp?: Timestamp | undefined;
}

/** What is to come out. Where no watermarks are named, they have to keep T1 and come alike each time. */
export type ExpectedOutput<T> = ExpectedRecord<T> | OutputWatermark;

type Output = readonly OutputElement<unknown>[];
type Expected = readonly ExpectedOutput<unknown>[];

const isRecord = (element: object): element is OutputRecord<unknown> => 'value' in element;
const isWatermark = (element: object): element is OutputWatermark => 'watermark' in element;
const isTimed = (element: object): boolean => isRecord(element) || isWatermark(element);

/** The records in the order of all of them. */
export function recordsDiffer(output: Output, expected: Expected): string | undefined {
  return listsDiffer('record', output.filter(isRecord), expected.filter(isRecord));
}

/** The records of each key in their order. */
export function recordsDifferByKey(
  output: Output,
  expected: Expected,
  keyOf: (value: unknown) => Key,
): string | undefined {
  const [came, wanted] = [byKey(output, keyOf), byKey(expected, keyOf)];
  for (const key of new Set([...wanted.keys(), ...came.keys()])) {
    const what = `record of key ${inspect(key)}`;
    const difference = listsDiffer(what, came.get(key) ?? [], wanted.get(key) ?? []);
    if (difference !== undefined) return difference;
  }
  return undefined;
}

/** Records and watermarks together, in their order. */
export function elementsDiffer(output: Output, expected: Output | Expected): string | undefined {
  return listsDiffer('element', output.filter(isTimed), expected.filter(isTimed));
}

/** Watermarks alone, where the order of records differs. */
export function watermarksDiffer(output: Output, expected: Output | Expected): string | undefined {
  return listsDiffer('watermark', output.filter(isWatermark), expected.filter(isWatermark));
}

export function namesWatermarks(expected: Expected): boolean {
  return expected.some(isWatermark);
}

function byKey(
  elements: readonly object[],
  keyOf: (value: unknown) => Key,
): ReadonlyMap<unknown, readonly OutputRecord<unknown>[]> {
  const records = new Map<unknown, OutputRecord<unknown>[]>();
  for (const record of elements.filter(isRecord)) {
    const key = canonicalKey(keyOf(record.value));
    const ofKey = records.get(key);
    if (ofKey === undefined) records.set(key, [record]);
    else ofKey.push(record);
  }
  return records;
}

function listsDiffer(
  what: string,
  came: readonly object[],
  wanted: readonly object[],
): string | undefined {
  const length = Math.max(came.length, wanted.length);
  for (let at = 0; at < length; at++) {
    const [is, ought] = [came[at], wanted[at]];
    const place = `${what} ${String(at + 1)}`;
    if (is === undefined) return `${place} is missing: ${inspect(ought)}`;
    if (ought === undefined) return `${place} is one too many: ${inspect(is)}`;
    if (!isExpected(is, ought)) return `${place} is ${inspect(is)} and not ${inspect(ought)}`;
  }
  return undefined;
}

function isExpected(came: object, expected: object): boolean {
  if (isRecord(came) && isRecord(expected) && !('timestamp' in (expected as object))) {
    return isDeepStrictEqual(came.value, expected.value);
  }
  return isDeepStrictEqual(came, expected);
}
