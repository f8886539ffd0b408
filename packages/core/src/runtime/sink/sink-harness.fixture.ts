/**
 * Owns: a sink in the hand: a clock that is set, a mailbox that is emptied, a service whose answers
 *     are given one by one.
 * Refuses: to sleep, and to look at the wall clock.
 */
import type { CancelTimer, Clock, Random } from '../../model/clock.js';
import type { Mail } from '../../model/mail.js';
import { appendRecord, createRun } from '../../model/run.js';
import type { SinkWriter, Unwritten } from '../../model/sink.js';
import { asyncSink } from './async-sink.js';
import { asyncSinkLimits } from './async-sink-limits.js';
import type {
  AsyncSinkLimits,
  BatchReply,
  SinkBuffer,
  SinkConnection,
  SinkErrorKind,
  SinkErrorVerdict,
  SinkLimiter,
} from './async-sink-spec.js';
import { fifoBuffer } from './fifo-buffer.js';

export interface Entry {
  readonly id: string;
  readonly bytes: number;
}

/** What the service of these tests rejects with. */
export class ServiceError extends Error {
  constructor(readonly kind: SinkErrorKind) {
    super(`the service says ${kind}`);
  }
}

/** Fires what is due in the order of time and then of arming, one instant after the other. */
export class ManualClock implements Clock {
  #now = 0;
  #order = 0;
  readonly #timers = new Map<number, { readonly at: number; readonly callback: () => void }>();

  now(): number {
    return this.#now;
  }

  after(delayMs: number, callback: () => void): CancelTimer {
    const order = this.#order++;
    this.#timers.set(order, { at: this.#now + delayMs, callback });
    return () => void this.#timers.delete(order);
  }

  get armed(): number {
    return this.#timers.size;
  }

  /** The next instant at which something is due. */
  next(): number | undefined {
    const times = [...this.#timers.values()].map(({ at }) => at);
    return times.length === 0 ? undefined : Math.min(...times);
  }

  goTo(time: number): void {
    this.#now = Math.max(this.#now, time);
    for (const [order, { at, callback }] of [...this.#timers]) {
      if (at > this.#now || !this.#timers.delete(order)) continue;
      callback();
    }
  }
}

/** A call that the service has got and the test answers. */
export class Call<R> {
  readonly promise: Promise<R>;
  #resolve!: (reply: R) => void;
  #reject!: (error: unknown) => void;
  #answered = false;

  constructor(
    readonly ids: readonly string[],
    readonly batch: readonly Entry[],
    readonly signal: AbortSignal,
  ) {
    this.promise = new Promise<R>((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  get answered(): boolean {
    return this.#answered;
  }

  resolve(reply: R): void {
    this.#answered = true;
    this.#resolve(reply);
  }

  reject(error: unknown): void {
    this.#answered = true;
    this.#reject(error);
  }

  refuse(kind: SinkErrorKind): void {
    this.reject(new ServiceError(kind));
  }
}

export class SentCall extends Call<BatchReply<Entry>> {
  /** All is written, except what is named here. */
  reply(...unprocessedIds: string[]): void {
    const unprocessed = unprocessedIds.map((id) => this.batch.find((entry) => entry.id === id)!);
    this.resolve({ unprocessed });
  }
}

export interface SinkHarnessOptions {
  readonly limits?: Partial<AsyncSinkLimits>;
  readonly limiter?: SinkLimiter;
  readonly random?: Random;
  readonly buffer?: SinkBuffer<Entry>;
  /** What `send` throws at once, if it does. */
  readonly throws?: () => Error | undefined;
  readonly toEntry?: (value: string) => Entry;
  readonly classify?: (error: unknown) => SinkErrorVerdict;
  /** A client that rejects when its signal says abort, as a good one does. */
  readonly heedsAbort?: boolean;
  readonly closeConnection?: () => Promise<void>;
}

const byKind = (error: unknown): SinkErrorVerdict => ({
  kind: (error as ServiceError).kind,
  reason: (error as Error).message,
});

/** `a:30` is an entry of 30 bytes; without a number it has one. */
export const entryOf = (value: string): Entry => ({
  id: value,
  bytes: Number(value.split(':')[1] ?? 1),
});

export const fifoOfEntries = (): SinkBuffer<Entry> =>
  fifoBuffer<Entry>({ keyOf: ({ id }) => id, sizeOf: ({ bytes }) => bytes });

export class SinkHarness {
  readonly clock = new ManualClock();
  readonly opens: Call<void>[] = [];
  readonly sent: SentCall[] = [];
  readonly buffer: SinkBuffer<Entry>;
  readonly writer: SinkWriter<string>;
  /** What was thrown from mail: the job would fail with the first. */
  readonly failures: unknown[] = [];
  readonly limits: AsyncSinkLimits;
  connectionClosed = 0;
  readonly #mails: Mail[] = [];
  readonly #options: SinkHarnessOptions;

  constructor(options: SinkHarnessOptions = {}) {
    this.#options = options;
    this.buffer = options.buffer ?? fifoOfEntries();
    this.limits = asyncSinkLimits(options.limits);
    this.writer = this.#createWriter();
  }

  /** Opens the sink, and the service answers. */
  async open(): Promise<void> {
    this.writer.open();
    this.opens.at(-1)!.resolve();
    await this.turn();
  }

  /** Writes one run, whatever the credit says. */
  write(...values: string[]): void {
    const run = createRun<string>(values.length);
    for (const value of values) appendRecord(run, value, 0);
    this.writer.write(run);
  }

  /** Promises settle, and all mail is delivered, until nothing more comes. */
  async turn(): Promise<void> {
    await microtasks();
    while (this.#mails.length > 0) {
      this.deliverOne();
      await microtasks();
    }
  }

  /** Delivers the first mail, if there is one. */
  deliverOne(): void {
    try {
      this.#mails.shift()?.deliver();
    } catch (error) {
      this.failures.push(error);
    }
  }

  /** Time passes, and what becomes due is heard at its instant. */
  async advance(ms: number): Promise<void> {
    await this.turn();
    const end = this.clock.now() + ms;
    for (
      let next = this.clock.next();
      next !== undefined && next <= end;
      next = this.clock.next()
    ) {
      this.clock.goTo(next);
      await this.turn();
    }
    this.clock.goTo(end);
    await this.turn();
  }

  /** Closes, with time passing for as long as it takes. */
  async close(): Promise<Unwritten> {
    const closing = this.writer.close();
    await this.advance(this.limits.closeMsMax * 2);
    return closing;
  }

  /** The requests that wait for an answer and were not aborted. */
  get pending(): SentCall[] {
    return this.sent.filter(({ answered, signal }) => !answered && !signal.aborted);
  }

  get batches(): string[] {
    return this.sent.map(({ ids }) => ids.join(' '));
  }

  get state(): string {
    return this.metric('state') as unknown as string;
  }

  metric(name: string): number {
    return this.writer.metrics()[name] as number;
  }

  #createWriter(): SinkWriter<string> {
    const { limiter, toEntry = entryOf } = this.#options;
    const sink = asyncSink<string, Entry>({
      name: 'test',
      limits: this.limits,
      connect: () => ({
        connection: this.#connection(),
        buffer: this.buffer,
        toEntry: (value) => toEntry(value),
        describe: ({ id }) => id,
        ...(limiter && { limiter }),
      }),
    });
    const random = this.#options.random ?? { next: () => 1 - Number.EPSILON };
    const post = (mail: Mail): void => void this.#mails.push(mail);
    return sink.createWriter({ operator: 'orders', post, clock: this.clock, random });
  }

  #connection(): SinkConnection<Entry> {
    return {
      open: (signal) => this.#begin(this.opens, new Call<void>([], [], signal)),
      send: (batch, signal) => {
        const error = this.#options.throws?.();
        if (error) throw error;
        const ids = batch.map(({ id }) => id);
        return this.#begin(this.sent, new SentCall(ids, batch, signal));
      },
      classify: this.#options.classify ?? byKind,
      close: () => {
        this.connectionClosed += 1;
        return this.#options.closeConnection?.();
      },
    };
  }

  #begin<R, C extends Call<R>>(calls: C[], call: C): Promise<R> {
    calls.push(call);
    if (this.#options.heedsAbort === true) {
      call.signal.addEventListener('abort', () => call.refuse('ambiguous'));
    }
    return call.promise;
  }
}

/** Everything that waits for nothing but the end of this turn. */
async function microtasks(): Promise<void> {
  for (let i = 0; i < 20; i++) await Promise.resolve();
}
