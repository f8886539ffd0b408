export type { JobHandle, JobNotice, JobResult, StopOptions } from './job-handle.js';
export type { JobHealth } from './job-health.js';
export type { JobMetrics, OperatorMetrics, TaskMetrics } from './job-metrics.js';
export { DEFAULT_LIMITS, type JobOptions } from './job-options.js';
export type { JobEnding, JobStatus } from './job-status.js';
export type { KeyedStateView } from './state-of-job.js';
export { runJob } from './run-job.js';
