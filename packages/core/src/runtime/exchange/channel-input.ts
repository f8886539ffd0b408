/**
 * Owns: reading one channel: control elements where they stand, and runs between them.
 * Refuses: to reorder.
 */
import { createRun, type Run } from '../../model/run.js';
import type { Channel } from '../channel/channel.js';
import type { Input, InputElement } from '../operator/input.js';

export class ChannelInput implements Input {
  readonly #channel: Channel<unknown>;
  readonly #run: Run<unknown>;

  constructor(channel: Channel<unknown>, runRecordsMax: number) {
    this.#channel = channel;
    this.#run = createRun(runRecordsMax);
  }

  open(): void {
    // A channel is always open.
  }

  next(recordsMax: number): InputElement | undefined {
    const control = this.#channel.takeControl();
    if (control !== undefined) return control;
    this.#channel.take(this.#run, recordsMax);
    return this.#run.length > 0 ? this.#run : undefined;
  }

  close(): void {
    // What is left in the channel goes with it; the job reports how much that was.
  }
}
