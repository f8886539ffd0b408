/**
 * Owns: the broadcast records beside a stream with keys: called with each of them, and no key at hand.
 * Refuses: to keep state; what the function declared is held by key, and `broadcast-states.ts` has the rest.
 */
import type { AnyKeyedBroadcastProcessFunction } from '../../model/broadcast-function.js';
import type { Key } from '../../model/key.js';
import type { Timestamp } from '../../model/time.js';
import type { ElementHandler, HandlerPorts } from '../operator/element-handler.js';
import type { CallAtHand } from './call-at-hand.js';
import type { KeyVisitingContext } from './key-visiting-context.js';

type ProcessBroadcastElement = AnyKeyedBroadcastProcessFunction['processBroadcastElement'];
type AnyContext = Parameters<ProcessBroadcastElement>[1];

export interface KeyedBroadcastHandlerParts {
  readonly processBroadcastElement: ProcessBroadcastElement;
  readonly call: CallAtHand;
  readonly context: KeyVisitingContext;
}

export class KeyedBroadcastHandler implements ElementHandler {
  readonly #parts: KeyedBroadcastHandlerParts;

  constructor(parts: KeyedBroadcastHandlerParts) {
    this.#parts = parts;
  }

  open(ports: HandlerPorts): void {
    this.#parts.context.open(ports);
  }

  onElement(value: unknown, timestamp: Timestamp): undefined {
    const { processBroadcastElement, call, context } = this.#parts;
    try {
      context.begin();
      call.beginRecord(timestamp);
      call.refusePromise(processBroadcastElement(value, context as AnyContext, context));
    } finally {
      call.end();
    }
  }

  keyAtHand(): Key | undefined {
    return this.#parts.context.keyAtHand();
  }
}
