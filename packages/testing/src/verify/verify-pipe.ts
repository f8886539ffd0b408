/**
 * Owns: finding out whether RxJS operators inside a job keep something from one record to the next.
 * Refuses: to be told what should come out: that is what they make of all records in one run, as RxJS
 *     does alone. Whether that is right, another test says.
 *
 * C3, K2. A pipe begins anew with each stretch of records, so what it keeps shows where stretches differ.
 */
import { isMillraceError, MillraceError, type Stream } from '@millrace/core';
import { operatorHarness } from '../harness/operator-harness.js';
import { verifyOperator } from './verify-operator.js';

export interface PipeVerification<In> {
  /** As a job has it: `(orders) => orders.pipe(...)`. */
  readonly operator: (stream: Stream<In>) => Stream<unknown>;
  /** More records than any operator counts to: `take(5)` shows itself at the sixth. */
  readonly input: readonly In[];
}

/**
 * Holds what `stream.pipe(...)` makes of its records to one thing, however they come: one by one, in runs,
 * behind an output that is full, with snapshots and restores. What it is held to is what comes out of all
 * records in one run. Throws when something else comes out, since something is then kept where no snapshot
 * sees it: by an operator, an index, or a closure. Throws as well when nothing comes out at all, which
 * would verify nothing. Answers the names of the schedules.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict';
 * import { map, scan } from 'rxjs';
 * import { verifyPipe } from '@millrace/testing';
 *
 * const input = [1, 2, 3];
 * verifyPipe<number>({ operator: (numbers) => numbers.pipe(map((n) => n * 2)), input });
 * assert.throws(
 *   () => verifyPipe<number>({ operator: (numbers) => numbers.pipe(scan((sum, n) => sum + n, 0)), input }),
 *   { code: 'OPERATOR_DIFFERS' },
 * );
 * ```
 */
export function verifyPipe<In>({ operator, input }: PipeVerification<In>): readonly string[] {
  const records = input.map((value) => ({ value }));
  const whole = operatorHarness(operator);
  whole.processElements(records);
  const expected = whole.values.map((value) => ({ value }));
  whole.close();
  if (expected.length === 0) throw silent(input.length);
  try {
    return verifyOperator({ operator, input: records, expected });
  } catch (cause) {
    throw isMillraceError(cause) && cause.code === 'OPERATOR_DIFFERS' ? stateful(cause) : cause;
  }
}

function silent(records: number): MillraceError {
  const sentence = `nothing came out of the pipe for ${String(records)} records, which verifies nothing: give it records that come through; where none does, an operator waits for another Observable (sample, skipUntil, withLatestFrom), which a job never hears`;
  return new MillraceError('PIPE_SILENT', sentence);
}

function stateful(cause: MillraceError): MillraceError {
  const sentence =
    'What comes out of the pipe depends on how its records come, so that something in it is kept from one to the next: by an operator (scan, distinct, skip), an index, or a closure. Keep it in keyed state. Compared with all records in one run:';
  return new MillraceError('OPERATOR_DIFFERS', `${sentence}\n${cause.message}`, { cause });
}
