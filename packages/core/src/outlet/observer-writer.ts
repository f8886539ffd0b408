/**
 * Owns: the end of a job that tells a subscriber of each record.
 * Refuses: to buffer: a subscriber has no demand, and is told as fast as it returns.
 *
 * B1. A subscriber that has left takes nothing more. Its credit begins with one record and doubles, so
 *     that one who leaves after three has hardly caused more to be read. N2. What one who has left was
 *     given is unwritten for good: nothing that came with it is acknowledged, and the job is to be stopped.
 */
import type { Subscriber } from 'rxjs';
import type { Run } from '../model/run.js';
import type { SinkMetrics, SinkWriter, Unwritten } from '../model/sink.js';

/** About what a step takes. */
const RECORDS_PER_CALL_MAX = 1_024;

export class ObserverWriter<T> implements SinkWriter<T> {
  readonly #subscriber: Subscriber<T>;
  #recordsPerCall = 1;
  #input: 'open' | 'finished' = 'open';
  #written = 0;
  /** Given after the subscriber had left, in the same run. */
  #unwritten = 0;

  constructor(subscriber: Subscriber<T>) {
    this.#subscriber = subscriber;
  }

  open(): void {
    // There is nobody to connect to.
  }

  credit(): number {
    return this.#subscriber.closed ? 0 : this.#recordsPerCall;
  }

  write(run: Run<T>): void {
    for (let i = 0; i < run.length; i++) {
      if (this.#subscriber.closed) this.#unwritten += 1;
      else {
        this.#written += 1;
        this.#subscriber.next(run.values[i] as T);
      }
    }
    this.#recordsPerCall = Math.min(2 * this.#recordsPerCall, RECORDS_PER_CALL_MAX);
  }

  flush(): void {
    // Nothing is held.
  }

  settled(): boolean {
    return this.#unwritten === 0;
  }

  finish(): void {
    this.#input = 'finished';
  }

  finished(): boolean {
    return this.#input === 'finished' && this.settled();
  }

  close(): Promise<Unwritten> {
    return Promise.resolve({ records: this.#unwritten, keys: [] });
  }

  metrics(): SinkMetrics {
    return { written: this.#written };
  }
}
