/**
 * Owns: a user's window function at work: what it is lent, for the window that fires or goes.
 * Refuses: to be kept by it: it is one object for all windows.
 *
 * W8. State of a window goes with the window.
 */
import type { OutputTag } from '../../model/output-tag.js';
import { keyOfCanonical, type Key } from '../../model/key.js';
import type { Collector } from '../../model/process-function.js';
import type { KeyTable } from '../../model/state.js';
import type { Timestamp } from '../../model/time.js';
import type { TimeWindow } from '../../model/window.js';
import type { AnyWindowFunction, WindowContext } from '../../model/window-function.js';
import type { HandlerPorts } from '../operator/element-handler.js';
import type { SideOutput } from '../operator/side-output.js';
import type { FiredWindow, KeyedWindow, WindowOutput } from './window-output.js';
import type { WindowStates } from './window-states.js';
import type { WindowTimes } from './window-times.js';

export interface FunctionOutputParts {
  readonly apply: AnyWindowFunction;
  readonly keys: KeyTable;
  readonly times: WindowTimes;
  readonly states: WindowStates;
  /** By tag. What is sent under a tag that nobody reads goes nowhere. */
  readonly sides: ReadonlyMap<string, SideOutput>;
}

type Context = WindowContext<Key, unknown, unknown>;

export class FunctionOutput implements WindowOutput, Context, Collector<unknown> {
  readonly #parts: FunctionOutputParts;
  #ports!: HandlerPorts;
  #at!: KeyedWindow;
  #timestamp!: Timestamp;

  constructor(parts: FunctionOutputParts) {
    this.#parts = parts;
  }

  get key(): Key {
    return keyOfCanonical(this.#parts.keys.keyOf(this.#at.id));
  }

  get window(): TimeWindow {
    return this.#at.window;
  }

  get windowState(): Context['windowState'] {
    return this.#parts.states.ofWindow(this.#at);
  }

  get globalState(): Context['globalState'] {
    return this.#parts.states.ofKey(this.#at);
  }

  open(ports: HandlerPorts): void {
    this.#ports = ports;
  }

  emit(fired: FiredWindow, input: unknown): void {
    this.#at = fired;
    this.#timestamp = fired.timestamp;
    this.#parts.apply.process(input, this, this);
  }

  clear(gone: KeyedWindow): void {
    this.#at = gone;
    this.#timestamp = gone.window.end - 1;
    this.#parts.apply.clear?.(this);
    this.#parts.states.clearWindow(gone);
  }

  collect(value: unknown): void {
    this.#ports.collect(value, this.#timestamp);
  }

  output<V>(tag: OutputTag<V>, value: V): void {
    this.#parts.sides.get(tag.name)?.emit(value, this.#timestamp);
  }

  currentWatermark(): Timestamp {
    return this.#parts.times.currentWatermark();
  }

  currentProcessingTime(): Timestamp {
    return this.#parts.times.currentProcessingTime();
  }
}
