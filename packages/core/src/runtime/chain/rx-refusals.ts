/**
 * Owns: the sentences for what RxJS operators may not do inside a job, each with what to use instead.
 * Refuses: to find it out; `rx-stretch.ts` does.
 */
import { isMillraceError, MillraceError, messageOf } from '../../model/error.js';

export type RxRefusal = (operator: string) => MillraceError;

const RX_STATEFUL = 'RXJS_STATEFUL';

const refusal =
  (code: string, sentence: string): RxRefusal =>
  (operator) =>
    new MillraceError(code, `${operator}: ${sentence}`, { operator });

export const outputAtBeginning = refusal(
  RX_STATEFUL,
  'the pipe emitted before it had a record (startWith, mergeWith, concatWith), which it would do for each run; unite the stream with another by union()',
);

export const outputAtEnd = refusal(
  RX_STATEFUL,
  'the pipe emitted when its records had ended, so that one of its operators holds records (toArray, reduce, last, bufferCount, debounceTime), which no snapshot would see; keep them in keyed state, or in a window',
);

export const subscribedAgain = refusal(
  RX_STATEFUL,
  'the pipe subscribed to its records again when they had ended (repeat), where a run is given once; emit several records for one with mergeMap or flatMap()',
);

export const completedEarly = refusal(
  'RXJS_COMPLETED',
  'the pipe completed before its records did (take, first, takeWhile, takeUntil, catchError), which ends nothing in a job; drop records with filter, count them in keyed state, leave failures to onError, and end the job with stop()',
);

export const stillWaiting = refusal(
  'RXJS_ASYNCHRONOUS',
  'the pipe had not completed when its records had, so that one of its operators waits for a promise, a timer or another Observable (mergeMap of a promise, delay, observeOn), and what comes of it would come without demand; call services with asyncMap, and let time pass in windows or timers',
);

export const notAnOperator = refusal(
  'RXJS_OPERATOR_INVALID',
  'what was given to pipe() is no operator: it does not answer an Observable; call it first, as in pipe(map((x) => x + 1))',
);

/** With no record at hand that could be skipped. */
export function failedBetween(
  operator: string,
  when: 'was subscribed' | 'ended',
  cause: unknown,
): MillraceError {
  if (isMillraceError(cause) && cause.operator === operator) return cause;
  const sentence = `${operator}: the pipe failed when it ${when}, where no record is at hand: ${messageOf(cause)}; let it fail at a record, or not at all`;
  return new MillraceError('RXJS_FAILED', sentence, { operator, cause });
}
