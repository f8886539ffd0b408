/**
 * Owns: the few counters of the job that the example shows, by name and with their types.
 * Refuses: to count; the job does.
 */
import type { JobMetrics, SinkMetrics } from '@millrace/core';

export interface JobCounters {
  /** Flights that the source has read, and flights that came too late for their day. */
  readonly read: number;
  readonly late: number;
  /** Rows that the table has acknowledged, and rows that wait for that now. */
  readonly written: number;
  readonly waiting: number;
  readonly maxBuffered: number;
  readonly demandStops: number;
  readonly sink: SinkCounters;
}

export interface SinkCounters {
  readonly state: string;
  readonly visited: readonly string[];
  readonly requests: number;
  readonly retries: number;
  readonly throttles: number;
}

export function jobCounters({ sources, operators, sinks }: JobMetrics): JobCounters {
  const sink = sinks['delays'] ?? {};
  return {
    read: sources['flights']?.['numRecordsOut'] ?? 0,
    late: operators['delay-stats']?.['numLateRecordsDropped'] ?? 0,
    written: count(sink, 'written'),
    waiting: count(sink, 'buffered') + count(sink, 'inFlight'),
    maxBuffered: count(sink, 'maxBuffered'),
    demandStops: count(sink, 'demandStops'),
    sink: sinkCounters(sink),
  };
}

function sinkCounters(sink: SinkMetrics): SinkCounters {
  const visited = sink['visited'];
  return {
    state: String(sink['state']),
    visited: Array.isArray(visited) ? visited.map(String) : [],
    requests: count(sink, 'requests'),
    retries: count(sink, 'retries'),
    throttles: count(sink, 'throttles'),
  };
}

function count(sink: SinkMetrics, name: string): number {
  const value = sink[name];
  return typeof value === 'number' ? value : 0;
}
