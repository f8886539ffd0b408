/**
 * Owns: when a producer that can wait does wait: from a full buffer until half of it is free.
 * Refuses: to know what is in the buffer.
 *
 * A producer that were resumed at each free place would be paused again by the next value, and so be
 * told twice for every record.
 */
import type { PausableProducer } from './push-source.js';

type Pausing = Pick<PausableProducer, 'pause' | 'resume'>;

export class ProducerValve {
  readonly #fullAt: number;
  readonly #resumeAt: number;
  #producer: Pausing | undefined;
  #flow: 'flowing' | 'paused' = 'flowing';

  constructor(bufferRecordsMax: number) {
    this.#fullAt = bufferRecordsMax;
    this.#resumeAt = Math.floor(bufferRecordsMax / 2);
  }

  /** The producer has begun; what it brought while it began may have been too much already. */
  attach(producer: Pausing): void {
    this.#producer = producer;
    if (this.#flow === 'paused') producer.pause();
  }

  /** The producer is done with, and is told nothing more. */
  detach(): void {
    this.#producer = undefined;
  }

  onPushed(waiting: number): void {
    if (this.#flow === 'paused' || waiting < this.#fullAt) return;
    this.#flow = 'paused';
    this.#producer?.pause();
  }

  onTaken(waiting: number): void {
    if (this.#flow === 'flowing' || waiting > this.#resumeAt) return;
    this.#flow = 'flowing';
    this.#producer?.resume();
  }
}
