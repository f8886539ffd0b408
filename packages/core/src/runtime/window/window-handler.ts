/**
 * Owns: what a window operator does with a record: its key, its time, and what becomes of late ones.
 * Refuses: windows themselves; `windows.ts` says who keeps them.
 *
 * T4. A record is late when everything that it could contribute to has been cleaned up; it is counted,
 *     and sent to the side output where there is one.
 */
import type { KeySelector } from '../../model/graph.js';
import { keyOfCanonical, type CanonicalKey, type Key } from '../../model/key.js';
import type { TimeDomain } from '../../model/process-function.js';
import { SIDES } from '../../model/join-element.js';
import type { InputOrdinal } from '../../model/run.js';
import type { KeyTable } from '../../model/state.js';
import type { Timestamp } from '../../model/time.js';
import type { ElementHandler, HandlerPorts } from '../operator/element-handler.js';
import { eventTimeOf } from '../operator/failure.js';
import { recordKey } from '../operator/keyed-records.js';
import type { SideOutput } from '../operator/side-output.js';
import type { Timer } from '../timer/timer-queue.js';
import type { WindowAnswers } from './window-answers.js';
import type { WindowOutput } from './window-output.js';
import type { WindowTimes } from './window-times.js';
import type { Windows } from './windows.js';

export interface WindowHandlerParts {
  readonly name: string;
  /** By input. Of two, windows hold the elements of a join. */
  readonly keysOf: readonly KeySelector[];
  readonly keys: KeyTable;
  readonly windows: Windows;
  readonly times: WindowTimes;
  readonly output: WindowOutput;
  /** What windows that fire have answered, where their function does. */
  readonly answers: WindowAnswers | undefined;
  /** By input: where late records go, if the user wants them. */
  readonly late: readonly (SideOutput | undefined)[];
}

export class WindowHandler implements ElementHandler {
  readonly #parts: WindowHandlerParts;
  readonly #keys: KeyTable;
  readonly #windows: Windows;
  #key: CanonicalKey | undefined;
  #late = 0;

  constructor(parts: WindowHandlerParts) {
    this.#parts = parts;
    this.#keys = parts.keys;
    this.#windows = parts.windows;
  }

  open(ports: HandlerPorts): void {
    this.#parts.times.open(ports);
    this.#parts.output.open(ports);
  }

  onElement(
    value: unknown,
    timestamp: Timestamp,
    input: InputOrdinal,
  ): Iterator<unknown> | undefined {
    const { keysOf, name, answers } = this.#parts;
    this.#key = undefined;
    const key = recordKey(keysOf[input]!, value, name);
    this.#key = key;
    const time = this.#timeOf(timestamp);
    const element = keysOf.length === 1 ? value : { side: SIDES[input], value };
    const id = this.#keys.enter(key);
    try {
      const placed = this.#windows.add(id, element, time);
      if (placed === 'late') this.#onLate(value, timestamp, input);
    } catch (cause) {
      answers?.return();
      throw cause;
    } finally {
      this.#keys.leave(id);
    }
    return answers?.toDraw();
  }

  onTimer(timer: Timer, domain: TimeDomain): Iterator<unknown> | undefined {
    this.#key = this.#keys.keyOf(timer.id);
    this.#windows.onTimer(timer, domain);
    return this.#parts.answers?.toDraw();
  }

  timestampOfAnswer(): Timestamp {
    return this.#parts.answers!.timestamp();
  }

  keyAtHand(): Key | undefined {
    return keyOfCanonical(this.#key);
  }

  metrics(): Readonly<Record<string, number>> {
    return { numLateRecordsDropped: this.#late, ...this.#windows.metrics() };
  }

  #timeOf(timestamp: Timestamp): Timestamp {
    const { times, name } = this.#parts;
    if (times.time === 'processing-time') return times.currentProcessingTime();
    if (times.time === 'none') return timestamp;
    return eventTimeOf(timestamp, name, 'is an event-time window');
  }

  #onLate(value: unknown, timestamp: Timestamp, input: InputOrdinal): void {
    this.#late += 1;
    this.#parts.late[input]?.emit(value, timestamp);
  }
}
