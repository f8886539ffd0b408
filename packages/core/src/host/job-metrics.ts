/**
 * Owns: the counters of a job, gathered from its parts when somebody asks.
 * Refuses: to count by itself.
 */
import type { Execution } from '../runtime/executor/execution.js';
import type { JobMetrics } from './job-handle.js';

export function metricsOf(execution: Execution): JobMetrics {
  const sources = [...execution.sources].map(
    ([name, source]) => [name, { numRecordsOut: source.recordsRead() }] as const,
  );
  const operators = execution.operators.map(
    (operator) => [operator.name, operator.metrics()] as const,
  );
  const sinks = execution.sinks.map(
    (sink) => [sink.name, { ...sink.metrics(), ...sink.writer.metrics() }] as const,
  );
  return {
    sources: Object.fromEntries(sources),
    operators: Object.fromEntries(operators),
    sinks: Object.fromEntries(sinks),
    timesBlocked: Object.fromEntries(
      execution.tasks.map((task) => [task.name, task.timesBlocked()]),
    ),
    queued: queuedRecords(execution),
  };
}

/** Records that lie between tasks. */
function queuedRecords({ channels }: Execution): number {
  return channels.reduce((sum, channel) => sum + channel.size(), 0);
}
