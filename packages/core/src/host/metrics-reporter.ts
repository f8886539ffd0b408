/**
 * Owns: the metrics of a job, gathered from its parts when somebody asks, and the samples that rates
 *     need.
 * Refuses: to count by itself; every count is kept by the part that it is of.
 */
import { messageOf } from '../model/error.js';
import type { SinkMetrics } from '../model/sink.js';
import type { Milliseconds } from '../model/time.js';
import type { Execution } from '../runtime/executor/execution.js';
import type { Subtask } from '../runtime/executor/subtask.js';
import type { SinkOperator } from '../runtime/sink/sink-operator.js';
import type { SourceInput } from '../runtime/source/source-input.js';
import { explainBackpressure } from './explain-backpressure.js';
import type { JobMetrics, OperatorMetrics, TaskMetrics } from './job-metrics.js';
import { byName } from './metric-sums.js';
import { RateWindow, SAMPLE_MS_MIN } from './rate-window.js';

export interface MetricsReporterParts {
  readonly job: string;
  readonly execution: Execution;
  readonly stopwatch: () => Milliseconds;
}

type Named<M> = Readonly<Record<string, M>>;

/** What is counted, without the rates. */
interface Counted {
  readonly sources: Named<OperatorMetrics>;
  readonly operators: Named<OperatorMetrics>;
  readonly tasks: Named<OperatorMetrics>;
}

export class MetricsReporter {
  readonly #parts: MetricsReporterParts;
  readonly #rates = new Map<string, RateWindow>();
  #sampledAt: Milliseconds | undefined;

  constructor(parts: MetricsReporterParts) {
    this.#parts = parts;
  }

  /** Takes a sample for the rates, if it is time for one. */
  sample(): void {
    const now = this.#parts.stopwatch();
    if (this.#sampledAt !== undefined && now - this.#sampledAt < SAMPLE_MS_MIN) return;
    this.#sampledAt = now;
    for (const [kind, named] of Object.entries(this.#counted(now))) {
      for (const [name, metrics] of Object.entries(named as Named<OperatorMetrics>)) {
        this.#ratesOf(`${kind} ${name}`).sample(metrics, now);
      }
    }
  }

  metrics(): JobMetrics {
    const { job, execution, stopwatch } = this.#parts;
    const now = stopwatch();
    const counted = this.#counted(now);
    return {
      job,
      sources: this.#rated('sources', counted.sources, now),
      operators: this.#rated('operators', counted.operators, now),
      sinks: sinksOf(execution),
      // By the names that `timesOf` gives them, and those of their rates.
      tasks: this.#rated('tasks', counted.tasks, now) as Named<TaskMetrics>,
      queued: execution.channels.reduce((sum, channel) => sum + channel.size(), 0),
    };
  }

  explainBackpressure(): string {
    return explainBackpressure(this.#parts.execution, this.metrics());
  }

  #counted(now: Milliseconds): Counted {
    const { sources, operators, vertices } = this.#parts.execution;
    const subtasks = vertices.flatMap((vertex) => vertex.subtasks);
    return {
      sources: byName(sources.map((source) => [source.name, metricsOfSource(source)])),
      operators: byName(operators.map((operator) => [operator.name, operator.metrics()])),
      tasks: byName(subtasks.map((subtask) => [subtask.task.name, timesOf(subtask, now)])),
    };
  }

  #rated(kind: string, named: Named<OperatorMetrics>, now: Milliseconds): Named<OperatorMetrics> {
    const rated = Object.entries(named).map(
      ([name, metrics]) =>
        [name, this.#ratesOf(`${kind} ${name}`).withRates(metrics, now)] as const,
    );
    return Object.fromEntries(rated);
  }

  #ratesOf(id: string): RateWindow {
    const known = this.#rates.get(id) ?? new RateWindow();
    this.#rates.set(id, known);
    return known;
  }
}

function timesOf({ task, channels }: Subtask, now: Milliseconds): OperatorMetrics {
  return {
    numRecordsIn: task.recordsIn(),
    ...task.timesUntil(now),
    timesBlocked: task.timesBlocked(),
    inputQueueLength: channels.reduce((sum, channel) => sum + channel.size(), 0),
  };
}

function sinksOf({ sinks }: Execution): Named<SinkMetrics> {
  return byName(sinks.map((sink) => [sink.name, { ...sink.metrics(), ...metricsOf(sink) }]));
}

// What a connector throws when it is asked for its metrics must not keep a job from its end, nor a
// caller from those of the others: it is shown among them.
function metricsOf({ writer }: SinkOperator): SinkMetrics {
  try {
    return writer.metrics();
  } catch (cause) {
    return { metricsFailure: messageOf(cause) };
  }
}

function metricsOfSource(source: SourceInput): OperatorMetrics {
  try {
    return source.metrics();
  } catch {
    return { metricsFailed: 1 };
  }
}
