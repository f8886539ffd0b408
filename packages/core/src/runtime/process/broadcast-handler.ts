/**
 * Owns: two handlers as one: that of a stream, and that of the broadcast records beside it, which alone
 *     write the broadcast state (ST12).
 * Refuses: to call the user's functions; the two handlers do.
 */
import type { CodecReader, CodecWriter } from '../../model/codec.js';
import type { Key } from '../../model/key.js';
import type { TimeDomain } from '../../model/process-function.js';
import type { InputOrdinal } from '../../model/run.js';
import type { Timestamp } from '../../model/time.js';
import type { ElementHandler, HandlerPorts, SubtaskPlace } from '../operator/element-handler.js';
import type { Timer } from '../timer/timer-queue.js';
import type { BroadcastStates } from './broadcast-states.js';

export interface BroadcastHandlerParts {
  readonly states: BroadcastStates;
  /** Has the timers and the other state. */
  readonly stream: ElementHandler;
  /** May be the same as that of the stream. */
  readonly broadcast: ElementHandler;
}

export class BroadcastHandler implements ElementHandler {
  readonly #parts: BroadcastHandlerParts;
  /** Which of the two was called last. */
  #called: ElementHandler;

  constructor(parts: BroadcastHandlerParts) {
    this.#parts = parts;
    this.#called = parts.stream;
  }

  open(ports: HandlerPorts): void {
    const { stream, broadcast } = this.#parts;
    for (const handler of new Set([stream, broadcast])) handler.open(ports);
  }

  onElement(
    value: unknown,
    timestamp: Timestamp,
    ordinal: InputOrdinal,
  ): Iterator<unknown> | undefined {
    const { states, stream, broadcast } = this.#parts;
    this.#called = ordinal === 0 ? stream : broadcast;
    if (ordinal === 0) return stream.onElement(value, timestamp, ordinal);
    return states.whileWritten(() => broadcast.onElement(value, timestamp, ordinal));
  }

  onTimer(timer: Timer, domain: TimeDomain): Iterator<unknown> | undefined {
    this.#called = this.#parts.stream;
    return this.#called.onTimer?.(timer, domain);
  }

  keyAtHand(): Key | undefined {
    return this.#called.keyAtHand?.();
  }

  snapshot(writer: CodecWriter): void {
    this.#parts.states.snapshot(writer);
    this.#parts.stream.snapshot?.(writer);
  }

  restore(written: readonly CodecReader[], place: SubtaskPlace): void {
    this.#parts.states.restore(written, place);
    this.#parts.stream.restore?.(written, place);
  }

  metrics(): Readonly<Record<string, number>> {
    return this.#parts.stream.metrics?.() ?? {};
  }
}
