/**
 * Owns: a source's splits as the input of a task, polled in turn, and its end: by itself, or when the
 *     job drains. A source that is read whole is one split.
 * Refuses: to poll without credit; this is where a stopped demand reaches the source (B1).
 *
 * E2. A drain comes as mail, like all that comes from outside: a round that is half over would
 *     overlook it, and the job would wait for ever.
 * T3. A status stands before the records that it follows from: a run is held while the task takes it.
 */
import { END_OF_INPUT } from '../../model/element.js';
import { MillraceError } from '../../model/error.js';
import type { PostMail } from '../../model/mail.js';
import { createRun, type Run } from '../../model/run.js';
import type { InputStatus, SourceReaderContext } from '../../model/source.js';
import { NO_TIMESTAMP } from '../../model/time.js';
import { onBehalfOf } from '../operator/failure.js';
import type { Input, InputElement } from '../operator/input.js';
import type { RecordErrors } from '../operator/record-errors.js';
import type { SourceTime } from './source-time.js';
import type { PolledReader, SplitIntake, SplitSupply } from './split-supply.js';
import { SplitsInTurn, type ReadSplit } from './splits-in-turn.js';

export interface SourceInputParts {
  readonly name: string;
  /** Makes what gives splits, whose readers report here each record that failed. */
  readonly createSupply: (recordFailed: SourceReaderContext['recordFailed']) => SplitSupply;
  readonly errors: RecordErrors;
  readonly post: PostMail;
  readonly runRecordsMax: number;
  readonly time: SourceTime;
}

export class SourceInput implements Input, SplitIntake {
  readonly name: string;
  readonly #supply: SplitSupply;
  readonly #errors: RecordErrors;
  readonly #post: PostMail;
  readonly #run: Run<unknown>;
  readonly #time: SourceTime;
  readonly #splits = new SplitsInTurn();
  /** Whether the run waits behind a status that the task takes first. */
  #runIs: 'taken' | 'held' = 'taken';
  /** A split whose last run is on its way; it holds time back until that is through. */
  #ended: ReadSplit | undefined;
  #status: 'reading' | 'at-end' = 'reading';
  #recordsRead = 0;
  /** Of the poll that is under way. */
  #recordsFailed = 0;

  constructor({ name, createSupply, errors, post, runRecordsMax, time }: SourceInputParts) {
    this.name = name;
    this.#errors = errors;
    this.#supply = createSupply((error, value) => {
      this.#onRecordFailed(error, value);
    });
    this.#post = post;
    this.#run = createRun(runRecordsMax);
    this.#time = time;
  }

  open(): void {
    onBehalfOf(this.name, () => {
      this.#supply.open(this);
    });
  }

  next(recordsMax: number): InputElement | undefined {
    const given = this.#given();
    if (given !== undefined) return given;
    if (recordsMax === 0) {
      this.onUnread();
      return undefined;
    }
    return this.#pollInTurn(recordsMax);
  }

  onUnread(): void {
    this.#time.onUnread();
  }

  add(id: string, reader: PolledReader): void {
    this.#splits.add({ id, reader, time: this.#time.addSplit(id) });
  }

  onNoSplits(): void {
    this.#time.onNoSplits();
  }

  onNoMoreSplits(): void {
    if (this.#splits.size() === 0) this.#reachEnd();
  }

  /** The job drains: what was read, or handed to the reader, is the whole input. */
  endInput(): void {
    const deliver = (): void => {
      const ends = onBehalfOf(this.name, () => this.#supply.endInput());
      if (ends === 'ends-here') this.#reachEnd();
    };
    this.#post({ name: 'source.end-input', deliver });
  }

  recordsRead(): number {
    return this.#recordsRead;
  }

  metrics(): Readonly<Record<string, number>> {
    return {
      ...this.#supply.metrics(),
      ...this.#time.metrics(),
      numRecordsOut: this.#recordsRead,
      numRecordsInErrors: this.#errors.count(),
    };
  }

  close(): Promise<void> | void {
    this.#time.onUnread();
    return this.#supply.close();
  }

  /** What is there before the next poll. */
  #given(): InputElement | undefined {
    const control = this.#time.takeControl();
    if (control !== undefined) return control;
    if (this.#runIs === 'held') {
      this.#runIs = 'taken';
      return this.#run;
    }
    if (this.#ended !== undefined) {
      this.#finish(this.#ended);
      return this.#given();
    }
    return this.#status === 'at-end' ? END_OF_INPUT : undefined;
  }

  #pollInTurn(recordsMax: number): InputElement | undefined {
    for (let left = this.#splits.size(); left > 0; left--) {
      this.#poll(this.#splits.next(), recordsMax);
      const given = this.#given();
      if (given !== undefined) return given;
    }
    return undefined;
  }

  #poll(split: ReadSplit, recordsMax: number): void {
    if (!this.#time.mayRead(split.time)) return;
    this.#run.length = 0;
    this.#recordsFailed = 0;
    const answer = onBehalfOf(this.name, () => {
      const status = split.reader.poll(this.#run, recordsMax);
      const records = this.#run.length + this.#recordsFailed;
      if (records > recordsMax) throw pollExceeded(records, recordsMax);
      return status;
    });
    this.#recordsRead += this.#run.length;
    this.#judge(split, answer);
    if (answer === 'end-of-input') this.#ended = split;
  }

  // A reader may skip what it read and have more: an empty run keeps the task going, and takes
  // along what failed and waits in a side output (C4).
  #judge({ time }: ReadSplit, answer: InputStatus): void {
    if (this.#run.length > 0) this.#time.onRecords(time);
    else if (this.#recordsFailed > 0 || answer === 'more-available') time.countdown.reset();
    else {
      if (answer === 'nothing-available') this.#time.onNothing(time);
      return;
    }
    this.#runIs = 'held';
  }

  #finish(split: ReadSplit): void {
    this.#ended = undefined;
    if (this.#splits.size() === 1 && this.#supply.isOver()) {
      this.#reachEnd();
      return;
    }
    this.#splits.remove(split);
    this.#time.finishSplit(split.time);
    const left = this.#splits.size() > 0 ? 'some-left' : 'none-left';
    onBehalfOf(this.name, () => {
      this.#supply.onFinished(split.id, left);
    });
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
