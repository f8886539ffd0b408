/**
 * Owns: records on their way from a job to somebody who asks for them one by one.
 * Refuses: to be ahead of the one who asks by more than `bufferRecordsMax`, or by more than was taken: who
 *     leaves after three records has hardly caused more to be read.
 *
 * E2. Asking posts mail. N2. Whoever asks is done with what was taken before, which is written then; until
 *     then it is told as unwritten. B1. One who stops asking stops the source.
 */
import { MillraceError } from '../model/error.js';
import type { Run } from '../model/run.js';
import type { SinkMetrics, SinkWriter, SinkWriterContext, Unwritten } from '../model/sink.js';
import { Doorbell } from '../runtime/door/doorbell.js';
import { WaitingValues } from '../runtime/channel/waiting-values.js';
import { cutOff } from './ended-early.js';

export type Answer<T> = IteratorResult<T, undefined>;

interface Waiting<T> {
  readonly answer: (answer: Answer<T>) => void;
  readonly refuse: (cause: unknown) => void;
}

/** `cut`: the job has ended before its input did, and nobody has been told so yet. */
type Status = 'open' | 'finishing' | 'left' | 'cut' | 'over';

/** There is nothing more. */
export const DONE: Answer<never> = { done: true, value: undefined };

export class Handover<T> implements SinkWriter<T> {
  readonly #bufferRecordsMax: number;
  #operator = '';
  /** There is one as soon as there is a job; who asks before has asked. */
  #bell: Doorbell | undefined;
  readonly #held = new WaitingValues<T>();
  /** Those who have asked and have no answer, in their order. */
  readonly #waiting: Waiting<T>[] = [];
  #status: Status = 'open';
  #taken = 0;
  #written = 0;

  constructor(bufferRecordsMax: number) {
    this.#bufferRecordsMax = bufferRecordsMax;
  }

  /** The job that it is the end of: there is one, ever. */
  attach({ operator, post }: Pick<SinkWriterContext, 'operator' | 'post'>): void {
    if (this.#bell !== undefined) throw handedOver(operator);
    this.#operator = operator;
    this.#bell = new Doorbell(post, 'handover.asked');
  }

  open(): void {
    // There is nobody to connect to.
  }

  credit(): number {
    if (this.#status === 'left') return 0;
    const ahead = Math.min(this.#bufferRecordsMax, this.#taken);
    return this.#waiting.length + ahead - this.#held.length;
  }

  write(run: Run<T>): void {
    for (let i = 0; i < run.length; i++) this.#give(run.values[i] as T);
  }

  flush(): void {
    // What is held waits for nobody but the one who asks.
  }

  settled(): boolean {
    return this.#unwritten() === 0;
  }

  finish(): void {
    if (this.#status === 'open') this.#status = 'finishing';
  }

  finished(): boolean {
    return this.#status === 'left' || (this.#status === 'finishing' && this.settled());
  }

  close(): Promise<Unwritten> {
    const unwritten = { records: this.#unwritten(), keys: [] };
    if (this.finished()) this.#end();
    else this.#cut();
    return Promise.resolve(unwritten);
  }

  metrics(): SinkMetrics {
    return { written: this.#written, held: this.#held.length, waiting: this.#waiting.length };
  }

  /** The next record, when it has come. Those who ask beside each other are answered in turn. */
  take(): Promise<Answer<T>> {
    this.#written = this.#taken;
    if (this.#status === 'left' || this.#status === 'over') return Promise.resolve(DONE);
    if (this.#status === 'cut') {
      this.#status = 'over';
      return Promise.reject(cutOff(this.#operator));
    }
    this.#bell?.ring();
    if (this.#held.length > 0) return Promise.resolve(this.#taking(this.#held.shift()));
    return new Promise((answer, refuse) => {
      this.#waiting.push({ answer, refuse });
    });
  }

  /** Nobody asks any more. What is held is not written. */
  leave(): void {
    if (this.#status === 'over') return;
    this.#status = 'left';
    this.#answerAll();
  }

  #give(value: T): void {
    const first = this.#waiting.shift();
    if (first === undefined) this.#held.push(value);
    else first.answer(this.#taking(value));
    // Who has asked for more already does not say when he is done with this one.
    if (this.#waiting.length > 0) this.#written = this.#taken;
  }

  #taking(value: T): Answer<T> {
    this.#taken += 1;
    return { done: false, value };
  }

  #unwritten(): number {
    return this.#held.length + this.#taken - this.#written;
  }

  #cut(): void {
    this.#status = 'cut';
    const first = this.#waiting.shift();
    if (first !== undefined) {
      this.#status = 'over';
      first.refuse(cutOff(this.#operator));
    }
    this.#answerAll();
  }

  #end(): void {
    this.#status = 'over';
    this.#answerAll();
  }

  #answerAll(): void {
    for (const { answer } of this.#waiting.splice(0)) answer(DONE);
  }
}

function handedOver(operator: string): MillraceError {
  const sentence = `${operator} is an async iterable that another job hands its records to, or one with several subtasks; make one for each job`;
  return new MillraceError('SINK_IN_USE', sentence, { operator });
}
