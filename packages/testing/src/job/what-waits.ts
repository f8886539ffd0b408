/**
 * Owns: the words for what a job under test waits for.
 * Refuses: to judge: time, input and output are told alike.
 */
import type { JobHandle } from '@millrace/core';
import type { VirtualClock } from '../virtual-clock.js';
import type { PushedRecords } from './pushed-source.js';

export interface Waiting {
  readonly clock: VirtualClock;
  readonly handle: JobHandle;
  readonly sources: ReadonlyMap<string, PushedRecords>;
}

export function whatWaits({ clock, handle, sources }: Waiting): string {
  const open = [...sources].filter(([, source]) => !source.hasEnded());
  const waits = [
    String(clock),
    ...open.map(([uid]) => `the source "${uid}" has not ended`),
    ...sinksThatHold(handle),
  ];
  return waits.join(', ');
}

function sinksThatHold(handle: JobHandle): readonly string[] {
  return Object.entries(handle.metrics().sinks).flatMap(([uid, { held }]) =>
    typeof held === 'number' && held > 0 ? [`the sink "${uid}" holds ${String(held)}`] : [],
  );
}
