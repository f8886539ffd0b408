/**
 * Owns: the time of several inputs as one, be they channels or splits: which watermark and status they
 *     have together.
 * Refuses: to see records.
 *
 * T1. What it answers never goes back. T2. The minimum over active, caught-up inputs: idle and
 * finished inputs do not hold it back, and one that comes back from idleness counts again once it has
 * caught up. A finished input beside an idle one does not push time to its end.
 *
 * A channel collapses what a stuck receiver has not taken (C1), so a watermark may come from an input
 * that counts as idle: it was active in between. Then it only says how far that input had come.
 */
import {
  END_OF_INPUT,
  watermark,
  type ControlElement,
  type WatermarkStatus,
} from '../../model/element.js';
import { MAX_TIMESTAMP, MIN_TIMESTAMP, type Timestamp } from '../../model/time.js';

/**
 * `behind`: active again after idleness, and not yet where the others are. `finished`: it has said
 * the last watermark, or its end, which follows in a later step.
 */
interface InputTime {
  status: 'caught-up' | 'behind' | 'idle' | 'finished';
  watermark: Timestamp;
}

export class WatermarkValve {
  readonly #inputs = new Map<number, InputTime>();
  #added = 0;
  #status: WatermarkStatus['status'] = 'active';
  #watermark: Timestamp = MIN_TIMESTAMP;
  #ended = 0;

  constructor(inputs: number) {
    while (this.#added < inputs) this.#add();
  }

  /** The watermark that all have together. */
  watermark(): Timestamp {
    return this.#watermark;
  }

  isIdle(): boolean {
    return this.#status === 'idle';
  }

  /** One input more, which holds time back until it says something, and what follows from that. */
  addInput(): { readonly at: number; readonly follows: readonly ControlElement[] } {
    return { at: this.#add(), follows: this.#changed('active') };
  }

  /**
   * One input fewer, while others may still come; `onControl` takes the end of one that is among the
   * last. Without any that is active, time is idle.
   */
  removeInput(at: number): readonly ControlElement[] {
    const input = this.#inputs.get(at)!;
    this.#inputs.delete(at);
    const follows = this.#lose(input, 'finished');
    return this.#inputs.size === 0 ? [...follows, ...this.#changed('idle')] : follows;
  }

  /** There is no input for now, and there may be one later. */
  onNoInput(): readonly ControlElement[] {
    return this.#inputs.size === 0 ? this.#changed('idle') : [];
  }

  /** What follows for all inputs together from what one has said. */
  onControl(at: number, element: ControlElement): readonly ControlElement[] {
    const input = this.#inputs.get(at)!;
    switch (element.kind) {
      case 'watermark':
        return this.#onWatermark(input, element.timestamp);
      case 'watermark-status':
        return element.status === 'idle' ? this.#onIdle(input) : this.#onActive(input);
      case 'end-of-input':
        return this.#onEnd(input);
    }
  }

  #onWatermark(input: InputTime, timestamp: Timestamp): readonly ControlElement[] {
    if (input.status === 'finished' || timestamp <= input.watermark) return [];
    if (timestamp === MAX_TIMESTAMP) return this.#lose(input, 'finished');
    input.watermark = timestamp;
    if (input.status === 'idle') return this.#status === 'idle' ? this.#advance(timestamp) : [];
    if (input.status === 'behind' && timestamp >= this.#watermark) input.status = 'caught-up';
    return this.#minimum();
  }

  #onIdle(input: InputTime): readonly ControlElement[] {
    if (input.status === 'idle' || input.status === 'finished') return [];
    return this.#lose(input, 'idle');
  }

  #onActive(input: InputTime): readonly ControlElement[] {
    if (input.status !== 'idle') return [];
    input.status = input.watermark >= this.#watermark ? 'caught-up' : 'behind';
    return [...this.#changed('active'), ...this.#minimum()];
  }

  #onEnd(input: InputTime): readonly ControlElement[] {
    this.#ended += 1;
    if (this.#ended < this.#inputs.size) return this.#lose(input, 'finished');
    // Whoever reads it lets the end of time through, and says so only while time counts.
    return [...this.#changed('active'), END_OF_INPUT];
  }

  /** One input fewer holds time back; without any, time goes as far as the idle ones had come. */
  #lose(input: InputTime, status: 'idle' | 'finished'): readonly ControlElement[] {
    input.status = status;
    const others = [...this.#inputs.values()];
    if (others.some(isActive)) return this.#minimum();
    const idle = others.filter((other) => other.status === 'idle');
    if (idle.length === 0) return [];
    return [...this.#advance(greatest(idle)), ...this.#changed('idle')];
  }

  #minimum(): readonly ControlElement[] {
    const caughtUp = [...this.#inputs.values()].filter(({ status }) => status === 'caught-up');
    return caughtUp.length === 0 ? [] : this.#advance(smallest(caughtUp));
  }

  #add(): number {
    this.#inputs.set(this.#added, { status: 'caught-up', watermark: MIN_TIMESTAMP });
    return this.#added++;
  }

  #advance(timestamp: Timestamp): readonly ControlElement[] {
    if (timestamp <= this.#watermark) return [];
    this.#watermark = timestamp;
    return [watermark(timestamp)];
  }

  #changed(status: WatermarkStatus['status']): readonly ControlElement[] {
    if (status === this.#status) return [];
    this.#status = status;
    return [{ kind: 'watermark-status', status }];
  }
}

function isActive({ status }: InputTime): boolean {
  return status === 'caught-up' || status === 'behind';
}

function smallest(inputs: readonly InputTime[]): Timestamp {
  return inputs.reduce((least, input) => Math.min(least, input.watermark), MAX_TIMESTAMP);
}

function greatest(inputs: readonly InputTime[]): Timestamp {
  return inputs.reduce((most, input) => Math.max(most, input.watermark), MIN_TIMESTAMP);
}
