/**
 * Owns: a source's reader as the input of a task, and its end: by itself, or when the job drains.
 * Refuses: to poll without credit; this is where a stopped demand reaches the source (B1).
 *
 * E2. A drain comes as mail, like all that comes from outside: a round that is half over would
 *     overlook it, and the job would wait for ever.
 */
import { END_OF_INPUT } from '../../model/element.js';
import { MillraceError } from '../../model/error.js';
import type { PostMail } from '../../model/mail.js';
import { createRun, type Run } from '../../model/run.js';
import type { InputStatus, SourceReader } from '../../model/source.js';
import { onBehalfOf } from '../operator/failure.js';
import type { Input, InputElement } from './input.js';

export interface SourceInputParts {
  readonly name: string;
  readonly reader: SourceReader<unknown>;
  readonly post: PostMail;
  readonly runRecordsMax: number;
}

export class SourceInput implements Input {
  readonly #name: string;
  readonly #reader: SourceReader<unknown>;
  readonly #post: PostMail;
  readonly #run: Run<unknown>;
  #status: 'reading' | 'at-end' = 'reading';
  #answer: InputStatus = 'nothing-available';
  #recordsRead = 0;

  constructor({ name, reader, post, runRecordsMax }: SourceInputParts) {
    this.#name = name;
    this.#reader = reader;
    this.#post = post;
    this.#run = createRun(runRecordsMax);
  }

  open(): void {
    onBehalfOf(this.#name, () => {
      this.#reader.open();
    });
  }

  next(recordsMax: number): InputElement | undefined {
    if (this.#atEnd()) return END_OF_INPUT;
    if (recordsMax === 0) return undefined;
    this.#poll(recordsMax);
    // A reader may skip what it read and have more: an empty run keeps the task going.
    if (this.#run.length > 0 || this.#answer === 'more-available') return this.#run;
    return this.#atEnd() ? END_OF_INPUT : undefined;
  }

  /** The job drains: what was read, or handed to the reader, is the whole input. */
  endInput(): void {
    const deliver = (): void => {
      if (this.#reader.endInput === undefined) this.#status = 'at-end';
      else onBehalfOf(this.#name, () => this.#reader.endInput?.());
    };
    this.#post({ name: 'source.end-input', deliver });
  }

  recordsRead(): number {
    return this.#recordsRead;
  }

  close(): Promise<void> | void {
    return this.#reader.close();
  }

  #atEnd(): boolean {
    return this.#status === 'at-end';
  }

  #poll(recordsMax: number): void {
    this.#run.length = 0;
    onBehalfOf(this.#name, () => {
      this.#answer = this.#reader.poll(this.#run, recordsMax);
      if (this.#run.length > recordsMax) throw pollExceeded(this.#run.length, recordsMax);
    });
    if (this.#answer === 'end-of-input') this.#status = 'at-end';
    this.#recordsRead += this.#run.length;
  }
}

function pollExceeded(records: number, recordsMax: number): MillraceError {
  const sentence = `its reader appended ${String(records)} records when asked for ${String(recordsMax)}`;
  return new MillraceError('SOURCE_CREDIT_EXCEEDED', sentence);
}
