/**
 * Owns: what a case of the windows bench is: a job of windows over 100 keys, and what must come out.
 */
import type { WindowAssigner } from '@millrace/core';

export const KEYS = 100;
/** Records of each key in each slide of the sliding windows. */
const RECORDS_PER_KEY_AND_SLIDE = 100;
/** More than a sliding window holds, so that windows are full for the last tenth of them. */
const SLIDES = 4_000;
export const SLIDE_MS = 1_000;
export const RECORDS = KEYS * RECORDS_PER_KEY_AND_SLIDE * SLIDES;

export interface Reading {
  readonly key: string;
  readonly value: number;
}

const NAMES = Array.from({ length: KEYS }, (_, n) => `key-${String(n)}`);
const RECORDS_PER_MS = (KEYS * RECORDS_PER_KEY_AND_SLIDE) / SLIDE_MS;

/** Keys in turn. */
export function readingAt(index: number): Reading {
  return { key: NAMES[index % KEYS]!, value: index % 7 };
}

/** Ten records a millisecond. */
export function timeOf(index: number): number {
  return Math.floor(index / RECORDS_PER_MS);
}

export interface WindowCase {
  readonly assigner: () => WindowAssigner;
  /** In how many windows each record counts. */
  readonly windowsPerRecord: number;
}

/** What one run of a case took. */
export interface WindowSample {
  readonly nsPerRecord: number;
  readonly cpuNsPerRecord: number;
  readonly results: number;
}
