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
import type { InputStatus, SourceReader, SourceReaderContext } from '../../model/source.js';
import { NO_TIMESTAMP } from '../../model/time.js';
import { onBehalfOf } from '../operator/failure.js';
import type { Input, InputElement } from '../operator/input.js';
import type { RecordErrors } from '../operator/record-errors.js';
import type { SourceTime } from './source-time.js';
import type { SplitTime } from './split-time.js';

export interface SourceInputParts {
  readonly name: string;
  /** Makes the reader, which reports here each record that failed. */
  readonly createReader: (
    recordFailed: SourceReaderContext['recordFailed'],
  ) => SourceReader<unknown>;
  readonly errors: RecordErrors;
  readonly post: PostMail;
  readonly runRecordsMax: number;
  readonly time: SourceTime;
}

export class SourceInput implements Input {
  readonly name: string;
  readonly #reader: SourceReader<unknown>;
  readonly #errors: RecordErrors;
  readonly #post: PostMail;
  readonly #run: Run<unknown>;
  readonly #time: SourceTime;
  readonly #split: SplitTime;
  /** Whether the run waits behind a status that the task takes first. */
  #runIs: 'taken' | 'held' = 'taken';
  #status: 'reading' | 'at-end' = 'reading';
  #answer: InputStatus = 'nothing-available';
  #recordsRead = 0;
  /** Of the poll that is under way. */
  #recordsFailed = 0;

  constructor({ name, createReader, errors, post, runRecordsMax, time }: SourceInputParts) {
    this.name = name;
    this.#errors = errors;
    this.#reader = createReader((error, value) => {
      this.#onRecordFailed(error, value);
    });
    this.#post = post;
    this.#run = createRun(runRecordsMax);
    this.#time = time;
    this.#split = time.addSplit(name);
  }

  open(): void {
    onBehalfOf(this.name, () => {
      this.#reader.open();
    });
  }

  next(recordsMax: number): InputElement | undefined {
    const control = this.#time.takeControl();
    if (control !== undefined) return control;
    if (this.#runIs === 'held') return this.#giveRun();
    if (this.#atEnd()) return END_OF_INPUT;
    if (recordsMax === 0) {
      this.onUnread();
      return undefined;
    }
    this.#poll(recordsMax);
    if (this.#runIs === 'taken') return this.#time.takeControl() ?? this.#end();
    return this.#time.takeControl() ?? this.#giveRun();
  }

  onUnread(): void {
    this.#time.onUnread();
  }

  /** The job drains: what was read, or handed to the reader, is the whole input. */
  endInput(): void {
    const deliver = (): void => {
      if (this.#reader.endInput === undefined) this.#reachEnd();
      else onBehalfOf(this.name, () => this.#reader.endInput?.());
    };
    this.#post({ name: 'source.end-input', deliver });
  }

  recordsRead(): number {
    return this.#recordsRead;
  }

  metrics(): Readonly<Record<string, number>> {
    return {
      ...this.#reader.metrics?.(),
      numRecordsOut: this.#recordsRead,
      numRecordsInErrors: this.#errors.count(),
    };
  }

  close(): Promise<void> | void {
    this.#time.onUnread();
    return this.#reader.close();
  }

  #giveRun(): Run<unknown> {
    this.#runIs = 'taken';
    return this.#run;
  }

  #end(): InputElement | undefined {
    return this.#atEnd() ? END_OF_INPUT : undefined;
  }

  #atEnd(): boolean {
    return this.#status === 'at-end';
  }

  #poll(recordsMax: number): void {
    this.#run.length = 0;
    this.#recordsFailed = 0;
    onBehalfOf(this.name, () => {
      this.#answer = this.#reader.poll(this.#run, recordsMax);
      const records = this.#run.length + this.#recordsFailed;
      if (records > recordsMax) throw pollExceeded(records, recordsMax);
    });
    this.#recordsRead += this.#run.length;
    this.#judge();
    if (this.#answer === 'end-of-input') this.#reachEnd();
  }

  // A reader may skip what it read and have more: an empty run keeps the task going, and takes
  // along what failed and waits in a side output (C4).
  #judge(): void {
    if (this.#run.length > 0) this.#time.onRecords(this.#split);
    else if (this.#recordsFailed > 0 || this.#answer === 'more-available')
      this.#split.countdown.reset();
    else return this.#time.onNothing(this.#split);
    this.#runIs = 'held';
  }

  #reachEnd(): void {
    this.#status = 'at-end';
    this.#time.onEnd();
  }

  // Under `fail` it throws what the reader told, which `poll` names like all that the reader throws.
  #onRecordFailed(error: unknown, value: unknown): void {
    this.#errors.failed(error, { value, timestamp: NO_TIMESTAMP });
    this.#recordsFailed += 1;
  }
}

function pollExceeded(records: number, recordsMax: number): MillraceError {
  const sentence = `its reader appended ${String(records)} records when asked for ${String(recordsMax)}`;
  return new MillraceError('SOURCE_CREDIT_EXCEEDED', sentence);
}
