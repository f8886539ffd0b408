/**
 * Owns: what a service's health check says of a job.
 * Refuses: to probe anything; it tells what the job knows already.
 */
import type { SinkMetrics } from '../model/sink.js';
import type { JobStatus } from './job-status.js';

/** An answer for a readiness or liveness check. */
export interface JobHealth {
  /**
   * `starting`: a sink is still opening. `ready`: records flow, or could. `draining`: the job takes
   * nothing new and lets what it has flow to its end. `failed`: it failed, and says why. `ended`: it
   * finished, or was stopped or cancelled.
   */
  readonly status: 'starting' | 'ready' | 'draining' | 'failed' | 'ended';
  /** For `failed`, the first cause in one sentence; for `starting`, the sinks that are not open. */
  readonly reason?: string;
}

export interface HealthParts {
  readonly status: JobStatus;
  readonly failure: string | undefined;
  readonly sinks: () => Readonly<Record<string, SinkMetrics>>;
}

export function healthOf({ status, failure, sinks }: HealthParts): JobHealth {
  if (failure !== undefined) return { status: 'failed', reason: failure };
  switch (status) {
    case 'created':
      return { status: 'starting' };
    case 'running':
      return openingOrReady(sinks());
    case 'stopping':
      return { status: 'draining' };
    case 'failed':
      return { status: 'failed' };
    case 'finished':
    case 'stopped':
    case 'cancelled':
      return { status: 'ended' };
  }
}

// Sinks that have a machine show its state among their metrics, one for each subtask where these
// differ; others are open when made.
function openingOrReady(sinks: Readonly<Record<string, SinkMetrics>>): JobHealth {
  const opening = Object.keys(sinks).filter((name) => {
    return [sinks[name]?.['state']].flat().includes('opening');
  });
  if (opening.length === 0) return { status: 'ready' };
  return { status: 'starting', reason: `not open yet: ${opening.join(', ')}` };
}
