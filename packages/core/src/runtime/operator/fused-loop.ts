/**
 * Owns: the one door behind which code is generated: a loop over a run with the user's stateless
 * functions called in place.
 * Refuses: to share loops. A loop that several jobs share becomes megamorphic and loses a third of
 * its speed; so each is compiled from a text of its own, which a serial number makes unique.
 *
 * Where code generation is forbidden, `interpreted-loop.ts` takes over, held to the same tests.
 */
import { MAX_TIMESTAMP, MIN_TIMESTAMP } from '../../model/time.js';
import type { FusedStep } from '../../plan/job-plan.js';
import { interpretedLoop } from './interpreted-loop.js';
import { functionOf, isTolerant, type FusedLoop, type LoopFailures } from './loop.js';

let serial = 0;

// Literals in the text: a variable would keep the loop's maximum boxed.
const MIN = String(MIN_TIMESTAMP);
const MAX = String(MAX_TIMESTAMP);

export function fusedLoop(steps: readonly FusedStep[], failures: LoopFailures): FusedLoop {
  try {
    return generatedLoop(steps, failures);
  } catch (error) {
    if (error instanceof EvalError) return interpretedLoop(steps, failures);
    throw error;
  }
}

export function generatedLoop(steps: readonly FusedStep[], failures: LoopFailures): FusedLoop {
  const names = steps.map((_, at) => `f${String(at)}`);
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the named door; the text is ours
  const compile = new Function(...names, 'failures', loopText(steps)) as (
    ...parts: unknown[]
  ) => FusedLoop;
  return compile(...steps.map(functionOf), failures);
}

function loopText(steps: readonly FusedStep[]): string {
  const tolerant = isTolerant(steps);
  const untimed = steps[0]?.kind === 'timestamps' && !tolerant;
  const body = `${steps.map(stepText).join('\n')}\n${keepText(steps)}`;
  return `'use strict'; // loop ${String(serial++)}
return function fusedLoop(run, timestampMax) {
  const values = run.values, timestamps = run.timestamps, length = run.length;
  let kept = 0, at = 0, i = 0, max = ${MIN};
  ${tolerant ? '' : 'try {'}
    for (; i < length; i++) {
      let value = values[i];
      let timestamp${untimed ? '' : ' = timestamps[i]'};
${tolerant ? tolerantText(body) : body}
    }
  ${tolerant ? '' : '} catch (cause) { failures.thrown(cause, at, values[i]); }'}
  run.length = kept;
  return max;
};`;
}

// The catch stands inside the loop: behind a record that failed comes the next.
function tolerantText(body: string): string {
  return `      try {
${body}
      } catch (cause) { failures.failed(cause, at, { value, timestamp }); }`;
}

function stepText({ kind }: FusedStep, at: number): string {
  const call = `f${String(at)}(value)`;
  const mark = `      at = ${String(at)};`;
  switch (kind) {
    case 'timestamps':
      return `${mark} const stamp = ${call};
      if (stamp > max) {
        if (!(stamp <= ${MAX}) || typeof stamp !== 'number') failures.badTimestamp(stamp, at);
        if (stamp > timestampMax) failures.fromFuture(stamp);
        else max = stamp;
      } else if (!(stamp >= ${MIN}) || typeof stamp !== 'number') failures.badTimestamp(stamp, at);
      timestamp = stamp;`;
    case 'map':
      return `${mark} value = ${call};`;
    case 'filter':
      return `${mark} if (!${call}) continue;`;
    case 'for-each':
      return `${mark} f${String(at)}(value, timestamp);`;
  }
}

function keepText(steps: readonly FusedStep[]): string {
  if (steps.at(-1)?.kind === 'for-each') return '';
  return '      values[kept] = value; timestamps[kept] = timestamp; kept++;';
}
