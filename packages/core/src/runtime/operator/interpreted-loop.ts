/**
 * Owns: the fused loop where code generation is forbidden: the same steps, one after another.
 * Refuses: to differ from `fused-loop.ts` in anything but speed.
 */
import type { Run } from '../../model/run.js';
import { isTimestamp, MAX_TIMESTAMP, MIN_TIMESTAMP } from '../../model/time.js';
import type { FusedStep } from '../../plan/job-plan.js';
import { isTolerant, type FusedLoop, type LoopFailures } from './loop.js';

/** One record on its way through the steps. */
interface Cursor {
  /** The record as the loop was given it. */
  given: unknown;
  value: unknown;
  timestamp: number;
  timestampMax: number;
  /** Beyond it, a timestamp does not count. */
  readonly limit: number;
}

/** Takes the cursor through one step; false drops the record. */
type Interpreter = (cursor: Cursor) => boolean;

export function interpretedLoop(steps: readonly FusedStep[], failures: LoopFailures): FusedLoop {
  const guard = isTolerant(steps) ? tolerating : guarded;
  const interpreters = steps.map((step, at) =>
    guard(interpreterOf(step, at, failures), at, failures),
  );
  return (run, limit = MAX_TIMESTAMP) => {
    const cursor: Cursor = {
      given: undefined,
      value: undefined,
      timestamp: 0,
      timestampMax: MIN_TIMESTAMP,
      limit,
    };
    let kept = 0;
    for (let i = 0; i < run.length; i++) {
      cursor.value = cursor.given = run.values[i];
      cursor.timestamp = run.timestamps[i]!;
      if (interpreters.every((interpret) => interpret(cursor))) keep(run, kept++, cursor);
    }
    run.length = kept;
    return cursor.timestampMax;
  };
}

function keep(run: Run<unknown>, at: number, { value, timestamp }: Cursor): void {
  run.values[at] = value;
  run.timestamps[at] = timestamp;
}

function guarded(interpret: Interpreter, at: number, failures: LoopFailures): Interpreter {
  return (cursor) => {
    try {
      return interpret(cursor);
    } catch (cause) {
      return failures.thrown(cause, at, cursor.given);
    }
  };
}

function tolerating(interpret: Interpreter, at: number, failures: LoopFailures): Interpreter {
  return (cursor) => {
    try {
      return interpret(cursor);
    } catch (cause) {
      failures.failed(cause, at, { value: cursor.value, timestamp: cursor.timestamp });
      return false;
    }
  };
}

function interpreterOf(step: FusedStep, at: number, failures: LoopFailures): Interpreter {
  switch (step.kind) {
    case 'timestamps':
      return (cursor) => {
        const timestamp = step.strategy.timestampOf(cursor.value);
        if (!isTimestamp(timestamp)) failures.badTimestamp(timestamp, at);
        if (timestamp > cursor.limit) failures.fromFuture(timestamp);
        else if (timestamp > cursor.timestampMax) cursor.timestampMax = timestamp;
        cursor.timestamp = timestamp;
        return true;
      };
    case 'map':
      return (cursor) => {
        cursor.value = step.map(cursor.value);
        return true;
      };
    case 'filter':
      return (cursor) => step.filter(cursor.value);
    case 'for-each':
      return (cursor) => {
        step.each(cursor.value, cursor.timestamp);
        return false;
      };
  }
}
