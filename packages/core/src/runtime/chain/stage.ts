/**
 * Owns: the one place where an operator becomes an RxJS operator function.
 * Refuses: to let an error of an operator leave by throwing; RxJS's error channel carries it (E6).
 *
 * RxJS gives a chain composition, teardown, one error channel, and completion as end of input. It
 * does not see demand, state or time: those are the operator's.
 */
import { Observable, type OperatorFunction, type Subscriber } from 'rxjs';
import {
  watermark,
  type StreamElement,
  type Watermark,
  type WatermarkStatus,
} from '../../model/element.js';
import type { Run } from '../../model/run.js';
import type { Operator, Output } from '../operator/operator.js';
import type { SideOutput } from '../operator/side-output.js';

type Elements = StreamElement<unknown>;

/** What a chain lends to one of its stages. */
export interface StagePorts {
  /** How many records may leave the stage now. */
  readonly credit: () => number;
  /** Whether nobody behind the stage is pending. */
  readonly accepting: () => boolean;
  /** The side outputs of the operator, which get its watermarks and its end. */
  readonly sides: readonly SideOutput[];
}

export function stage(
  operator: Operator<unknown, unknown>,
  ports: StagePorts,
): OperatorFunction<Elements, Elements> {
  return (source) =>
    new Observable((subscriber) => {
      operator.open(outputOf(subscriber, ports));
      // Whatever an operator does with time, its silence is that of its input; only one that holds
      // records holds the status behind them.
      const passOn = (status: WatermarkStatus): void => {
        if (operator.holdWatermarkStatus !== undefined) {
          operator.holdWatermarkStatus(status);
          return;
        }
        operator.onWatermarkStatus?.(status);
        tellSides(ports.sides, status);
        subscriber.next(status);
      };
      return source.subscribe({
        next: (element) => {
          try {
            if (element.kind === 'watermark-status') passOn(element);
            else dispatch(operator, element);
          } catch (cause) {
            subscriber.error(cause);
          }
        },
        error: (cause) => {
          subscriber.error(cause);
        },
        complete: () => {
          end(operator, subscriber, ports);
        },
      });
    });
}

function outputOf(
  subscriber: Subscriber<Elements>,
  { credit, accepting, sides }: StagePorts,
): Output<unknown> {
  return {
    credit,
    accepting,
    emit: (run) => {
      subscriber.next(run);
    },
    emitWatermark: (timestamp) => {
      tellSides(sides, watermark(timestamp));
      subscriber.next(watermark(timestamp));
    },
    emitWatermarkStatus: (status) => {
      tellSides(sides, status);
      subscriber.next(status);
    },
  };
}

function dispatch(operator: Operator<unknown, unknown>, element: Run<unknown> | Watermark): void {
  if (element.kind === 'run') operator.onRun(element);
  else operator.onWatermark(element.timestamp);
}

/** Side outputs get the same time as the main one. */
export function tellSides(
  sides: readonly SideOutput[],
  element: Watermark | WatermarkStatus,
): void {
  for (const side of sides) {
    if (element.kind === 'watermark') side.onWatermark(element.timestamp);
    else side.onWatermarkStatus(element);
  }
}

function end(
  operator: Operator<unknown, unknown>,
  subscriber: Subscriber<Elements>,
  { sides }: StagePorts,
): void {
  try {
    operator.onEnd();
    for (const side of sides) side.onEnd();
    subscriber.complete();
  } catch (cause) {
    subscriber.error(cause);
  }
}
