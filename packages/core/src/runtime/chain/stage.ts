/**
 * Owns: the one place where an operator becomes an RxJS operator function.
 * Refuses: to let an error of an operator leave by throwing; RxJS's error channel carries it (E6).
 *
 * RxJS gives a chain composition, teardown, one error channel, and completion as end of input. It
 * does not see demand, state or time: those are the operator's.
 */
import { Observable, type OperatorFunction, type Subscriber } from 'rxjs';
import { watermark, type StreamElement } from '../../model/element.js';
import type { Operator, Output } from '../operator/operator.js';

type Elements = StreamElement<unknown>;

/** `credit` answers how many records may leave the stage now. */
export function stage(
  operator: Operator<unknown, unknown>,
  credit: () => number,
): OperatorFunction<Elements, Elements> {
  return (source) =>
    new Observable((subscriber) => {
      operator.open(outputOf(subscriber, credit));
      return source.subscribe({
        next: (element) => {
          try {
            dispatch(operator, element);
          } catch (cause) {
            subscriber.error(cause);
          }
        },
        error: (cause) => {
          subscriber.error(cause);
        },
        complete: () => {
          end(operator, subscriber);
        },
      });
    });
}

function outputOf(subscriber: Subscriber<Elements>, credit: () => number): Output<unknown> {
  return {
    credit,
    emit: (run) => {
      subscriber.next(run);
    },
    emitWatermark: (timestamp) => {
      subscriber.next(watermark(timestamp));
    },
  };
}

function dispatch(operator: Operator<unknown, unknown>, element: Elements): void {
  if (element.kind === 'run') operator.onRun(element);
  else if (element.kind === 'watermark') operator.onWatermark(element.timestamp);
  // Idleness comes with the sources that can be idle; until then a status is a bug, and loud.
  else throw new TypeError(`no operator knows the element ${element.kind}`);
}

function end(operator: Operator<unknown, unknown>, subscriber: Subscriber<Elements>): void {
  try {
    operator.onEnd();
    subscriber.complete();
  } catch (cause) {
    subscriber.error(cause);
  }
}
