/**
 * Owns: what a window that fires emits: its result, or whatever its window function collects.
 * Refuses: to know what a window holds.
 *
 * W5. Results carry the last timestamp of their window; those of windows without a time carry that of
 *     the record or timer that fired them.
 */
import type { EvictorContext } from '../../model/evictor.js';
import { keyOfCanonical } from '../../model/key.js';
import type { KeyId, KeyTable, Namespace } from '../../model/state.js';
import type { Timestamp } from '../../model/time.js';
import type { TimeWindow } from '../../model/window.js';
import type { HandlerPorts } from '../operator/element-handler.js';
import type { WindowTimes } from './window-times.js';

/** One window of one key. */
export interface KeyedWindow {
  readonly id: KeyId;
  readonly namespace: Namespace;
  readonly window: TimeWindow;
}

/** A window that fires, with the timestamp of its results. */
export interface FiredWindow extends KeyedWindow {
  readonly timestamp: Timestamp;
}

export interface WindowOutput {
  open(ports: HandlerPorts): void;
  emit(fired: FiredWindow, input: unknown): void;
  /** The window goes. */
  clear(gone: KeyedWindow): void;
}

/** Emits one `WindowResult` for each firing. */
export class ResultOutput implements WindowOutput {
  readonly #keys: KeyTable;
  #ports!: HandlerPorts;

  constructor(keys: KeyTable) {
    this.#keys = keys;
  }

  open(ports: HandlerPorts): void {
    this.#ports = ports;
  }

  emit({ id, window, timestamp }: FiredWindow, value: unknown): void {
    this.#ports.collect({ key: keyOfCanonical(this.#keys.keyOf(id)), window, value }, timestamp);
  }

  clear(): void {
    // Nothing is kept for a window beside its contents.
  }
}

export function evictorContext(window: TimeWindow, times: WindowTimes): EvictorContext {
  const currentWatermark = times.currentWatermark();
  return { window, currentWatermark, currentProcessingTime: times.currentProcessingTime() };
}
