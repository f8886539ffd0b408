/**
 * Owns: several channels as the input of one task: runs from each in turn, each with the ordinal of the
 *     input that it came by, and their time as one.
 * Refuses: to wait for one channel while another has something, so that no diamond and no union can
 *     deadlock (C5), and to reorder within a channel.
 */
import type { ControlElement } from '../../model/element.js';
import { createRun, type InputOrdinal, type Run } from '../../model/run.js';
import type { Channel } from '../channel/channel.js';
import type { Input, InputElement } from '../operator/input.js';
import { WatermarkValve } from '../watermark/watermark-valve.js';

/** A channel, and which input of the task's first operator it belongs to. */
export interface GateChannel {
  readonly channel: Channel<unknown>;
  readonly ordinal: InputOrdinal;
}

export class InputGate implements Input {
  readonly #channels: readonly GateChannel[];
  readonly #run: Run<unknown>;
  readonly #valve: WatermarkValve;
  /** What the valve has answered and the task has not yet taken. */
  readonly #controls: ControlElement[] = [];
  /** Whose turn it is. */
  #next = 0;

  constructor(channels: readonly GateChannel[], runRecordsMax: number) {
    this.#channels = channels;
    this.#run = createRun(runRecordsMax);
    this.#valve = new WatermarkValve(channels.length);
  }

  open(): void {
    // A channel is always open.
  }

  next(recordsMax: number): InputElement | undefined {
    for (let tried = 0; tried < this.#channels.length; tried++) {
      const at = (this.#next + tried) % this.#channels.length;
      const element = this.#controls.shift() ?? this.#from(at, recordsMax);
      if (element !== undefined) return element;
    }
    return this.#controls.shift();
  }

  close(): void {
    // What is left in the channels goes with them; the job reports how much that was.
  }

  #from(at: number, recordsMax: number): InputElement | undefined {
    const { channel, ordinal } = this.#channels[at]!;
    for (let control; (control = channel.takeControl()) !== undefined;) {
      this.#controls.push(...this.#valve.onControl(at, control));
    }
    // What all say together stands before the records that follow it.
    const first = this.#controls.shift();
    if (first !== undefined) return first;
    channel.take(this.#run, recordsMax);
    this.#run.input = ordinal;
    if (this.#run.length === 0) return undefined;
    this.#next = (at + 1) % this.#channels.length;
    return this.#run;
  }
}
