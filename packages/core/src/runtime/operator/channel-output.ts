/**
 * Owns: the end of a chain that sends to other tasks, one channel for each.
 * Refuses: to send without credit; the smallest of its channels decides (C3).
 *
 * C4. What a step emitted is in the channel when the call returns; nothing is held back.
 */
import { END_OF_INPUT, watermark } from '../../model/element.js';
import { createRun, type Run } from '../../model/run.js';
import type { Timestamp } from '../../model/time.js';
import type { Channel } from '../channel/channel.js';
import type { Tail } from './tail.js';

export class ChannelOutput implements Tail {
  readonly name = 'output';
  readonly #channels: readonly Channel<unknown>[];

  constructor(channels: readonly Channel<unknown>[]) {
    this.#channels = channels;
  }

  open(): void {
    // A channel is always open.
  }

  credit(): number {
    let credit = Number.POSITIVE_INFINITY;
    for (const channel of this.#channels) credit = Math.min(credit, channel.credit());
    return credit;
  }

  // A channel takes what the run holds, so every branch of a fork but the last gets a copy.
  onRun(run: Run<unknown>): void {
    const last = this.#channels.length - 1;
    for (let i = 0; i < last; i++) this.#channels[i]!.send(copyOf(run));
    this.#channels[last]!.send(run);
  }

  onWatermark(timestamp: Timestamp): void {
    for (const channel of this.#channels) channel.sendControl(watermark(timestamp));
  }

  onEnd(): void {
    for (const channel of this.#channels) channel.sendControl(END_OF_INPUT);
  }

  finished(): boolean {
    return true;
  }

  metrics(): Readonly<Record<string, number>> {
    return {};
  }
}

function copyOf(run: Run<unknown>): Run<unknown> {
  const copy = createRun<unknown>(run.values.length);
  for (let i = 0; i < run.length; i++) copy.values[i] = run.values[i];
  copy.timestamps.set(run.timestamps);
  copy.length = run.length;
  return copy;
}
