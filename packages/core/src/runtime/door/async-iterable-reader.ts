/**
 * Owns: reading an async iterator at the pace of the job: one `next()` at a time, and `return()` once.
 * Refuses: to draw what nobody has asked for. A poll says how many more there is room for; that many are
 *     drawn, and `readAheadRecordsMax` at most.
 *
 * E2. What `next()` answers is laid aside, and a mail says so. The following one is asked for right there,
 *     since a turn of the event loop for each value would be most of the work.
 * L1. That goes on for `DRAW_MS_MAX` at a stretch: an iterator that is always ready would otherwise keep
 *     timers and sockets from being served.
 * I1. `return()` is called once where the iterator is left before its end, and never behind its end, or
 *     when it has thrown.
 * I2. While `next()` is pending, an end waits for `return()` at most `returnMsMax`: a generator cannot
 *     return before its `next()` settles, and that may never be.
 * I3. A drain delivers what was drawn.
 */
import type { Run } from '../../model/run.js';
import type { InputStatus, SourceReader, SourceReaderContext } from '../../model/source.js';
import type { Milliseconds } from '../../model/time.js';
import { within } from '../call/within.js';
import { Doorbell } from './doorbell.js';
import { IteratorAnswers, returned } from './iterator-answer.js';
import { WaitingValues } from '../channel/waiting-values.js';

/** For how long values are drawn without a turn of the event loop. */
const DRAW_MS_MAX = 2;

export interface AsyncIterableLimits {
  /** Values that are drawn before the job has read them. */
  readonly readAheadRecordsMax: number;
  /** How long an end waits for an iterator whose `next()` is pending. */
  readonly returnMsMax: Milliseconds;
}

export interface AsyncIterableReaderParts<T> {
  readonly begin: (signal: AbortSignal) => AsyncIterator<T, unknown>;
  readonly limits: AsyncIterableLimits;
  readonly context: Pick<SourceReaderContext, 'clock' | 'post'>;
}

type Status<T> =
  | { readonly is: 'created' | 'over' }
  | { readonly is: 'resting' | 'drawing'; readonly iterator: AsyncIterator<T, unknown> }
  | { readonly is: 'broken'; readonly cause: unknown }
  | { readonly is: 'left'; readonly ended: Promise<void> };

export class AsyncIterableReader<T> implements SourceReader<T> {
  readonly #parts: AsyncIterableReaderParts<T>;
  readonly #bell: Doorbell;
  readonly #waiting = new WaitingValues<T>();
  readonly #controller = new AbortController();
  readonly #answers = new IteratorAnswers<T>({
    onValue: (value) => {
      this.#onValue(value);
    },
    onEnd: () => {
      this.#onEnd({ is: 'over' });
    },
    onThrown: (cause) => {
      this.#onEnd({ is: 'broken', cause });
    },
  });
  #status: Status<T> = { is: 'created' };
  /** How many may wait; the poll before has said so. */
  #roomRecords = 0;
  #drawingSince = 0;

  constructor(parts: AsyncIterableReaderParts<T>) {
    this.#parts = parts;
    this.#bell = new Doorbell(parts.context.post, 'source.drawn');
  }

  open(): void {
    this.#status = { is: 'resting', iterator: this.#parts.begin(this.#controller.signal) };
  }

  poll(run: Run<T>, recordsMax: number): InputStatus {
    const taken = this.#waiting.moveTo(run, recordsMax);
    if (this.#waiting.length > 0) return 'more-available';
    const status = this.#status;
    if (status.is === 'broken' && taken === 0) throw status.cause;
    if (status.is === 'broken') return 'more-available';
    if (status.is === 'over' || status.is === 'left') return 'end-of-input';
    return this.#ask(recordsMax - taken);
  }

  endInput(): void {
    this.#leave();
  }

  metrics(): Readonly<Record<string, number>> {
    return { recordsWaiting: this.#waiting.length };
  }

  close(): Promise<void> | void {
    this.#leave();
    return this.#status.is === 'left' ? this.#status.ended : undefined;
  }

  #ask(roomRecords: number): InputStatus {
    this.#roomRecords = Math.min(roomRecords, this.#parts.limits.readAheadRecordsMax);
    if (this.#status.is === 'drawing') return 'nothing-available';
    if (this.#roomRecords === 0) return 'more-available';
    this.#drawingSince = this.#parts.context.clock.now();
    this.#draw();
    return 'nothing-available';
  }

  #draw(): void {
    if (this.#status.is !== 'resting') return;
    const { iterator } = this.#status;
    this.#status = { is: 'drawing', iterator };
    this.#answers.ask(iterator);
  }

  // One that comes when the iterator has been left was on its way then: a drain takes it along.
  #onValue(value: T): void {
    if (this.#status.is === 'drawing') {
      this.#status = { is: 'resting', iterator: this.#status.iterator };
    }
    this.#waiting.push(value);
    this.#bell.ring();
    if (this.#mayDraw()) this.#draw();
  }

  // What an iterator says or throws when it has been left is its own affair.
  #onEnd(status: Status<T>): void {
    if (this.#status.is !== 'drawing') return;
    this.#status = status;
    this.#bell.ring();
  }

  #mayDraw(): boolean {
    if (this.#waiting.length >= this.#roomRecords) return false;
    return this.#parts.context.clock.now() - this.#drawingSince < DRAW_MS_MAX;
  }

  #leave(): void {
    if (this.#status.is !== 'resting' && this.#status.is !== 'drawing') return;
    const { iterator, is } = this.#status;
    const { limits, context } = this.#parts;
    this.#controller.abort();
    const ends = returned(iterator);
    const ended = is === 'resting' ? ends : within(ends, limits.returnMsMax, context.clock);
    // Whoever closes is told; until then nobody asks.
    ended.catch(() => undefined);
    this.#status = { is: 'left', ended };
  }
}
