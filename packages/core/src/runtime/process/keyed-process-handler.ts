/**
 * Owns: process functions of streams with keys, of one stream or of two: called with each record and timer
 *     and its key at hand.
 * Refuses: to keep state; what the function declared is held by key.
 *
 * S39. A timer sees the key that it was registered for, and that key's state.
 */
import type { KeySelector } from '../../model/graph.js';
import type { Key } from '../../model/key.js';
import type {
  AnyKeyedProcessFunction,
  OnTimerContext,
  TimeDomain,
} from '../../model/process-function.js';
import type { InputOrdinal } from '../../model/run.js';
import type { KeyedStateDeclarations } from '../../model/state-declaration.js';
import type { KeyTable } from '../../model/state.js';
import type { Timestamp } from '../../model/time.js';
import type { KeyedStates } from '../keyed-state/keyed-states.js';
import type { ElementHandler, HandlerPorts } from '../operator/element-handler.js';
import { recordKey } from '../operator/keyed-records.js';
import type { Timer } from '../timer/timer-queue.js';
import type { CallAtHand } from './call-at-hand.js';
import type { KeyedContext } from './keyed-context.js';

/** What is done with the records of one input. */
export interface KeyedInput {
  readonly keyOf: KeySelector;
  readonly processElement: AnyKeyedProcessFunction['processElement'];
}

export interface KeyedProcessHandlerParts {
  readonly name: string;
  /** By ordinal. */
  readonly inputs: readonly KeyedInput[];
  readonly onTimer: AnyKeyedProcessFunction['onTimer'];
  readonly keys: KeyTable;
  readonly states: KeyedStates<KeyedStateDeclarations>;
  readonly call: CallAtHand;
  readonly context: KeyedContext;
}

type AnyContext = OnTimerContext<Key, KeyedStateDeclarations>;

export class KeyedProcessHandler implements ElementHandler {
  readonly #parts: KeyedProcessHandlerParts;

  constructor(parts: KeyedProcessHandlerParts) {
    this.#parts = parts;
  }

  open(ports: HandlerPorts): void {
    this.#parts.context.open(ports);
  }

  onElement(value: unknown, timestamp: Timestamp, ordinal: InputOrdinal): undefined {
    const { name, inputs, keys, states, call, context } = this.#parts;
    const input = inputs[ordinal]!;
    context.turnTo(undefined, -1);
    const key = recordKey(input.keyOf, value, name);
    const id = keys.enter(key);
    try {
      context.turnTo(key, id);
      states.setCurrent(id);
      call.beginRecord(timestamp);
      call.refusePromise(input.processElement(value, context, context));
    } finally {
      call.end();
      keys.leave(id);
    }
  }

  onTimer({ id, time }: Timer, domain: TimeDomain): undefined {
    const { onTimer, keys, states, call, context } = this.#parts;
    if (onTimer === undefined) return;
    try {
      context.turnTo(keys.keyOf(id), id);
      states.setCurrent(id);
      call.beginTimer(time, domain);
      call.refusePromise(onTimer(time, context as AnyContext, context));
    } finally {
      call.end();
    }
  }

  keyAtHand(): Key | undefined {
    return this.#parts.context.keyAtHand();
  }

  metrics(): Readonly<Record<string, number>> {
    const { keys, context } = this.#parts;
    return { numKeys: keys.size, ...context.counters };
  }
}
