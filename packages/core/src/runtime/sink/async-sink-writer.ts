/**
 * Owns: the running side of every asynchronous sink: its door to the task, and the parts behind it.
 * Refuses: to decide when something may go (machine, batcher, limiter), in which order (buffer), and
 *     what an answer means (connector).
 *
 * E2. What comes from the world comes as mail, and is acted upon where the mail is delivered.
 * N1. accepted = written + replaced + what waits or is in flight, at all times; so what `close`
 *     reports is what is missing. A record that becomes no entry is not accepted; it is refused, and
 *     reported beside.
 * N2. `finish` writes the last partial batch; `close` aborts, waits for at most `closeMsMax`, and
 *     reports the rest by number and keys.
 */
import { messageOf, type MillraceError } from '../../model/error.js';
import type { Run } from '../../model/run.js';
import type { SinkMetrics, SinkWriter, SinkWriterContext, Unwritten } from '../../model/sink.js';
import type { Timestamp } from '../../model/time.js';
import { Attempts } from '../call/attempts.js';
import type { AsyncSinkLimits, AsyncSinkSpec } from './async-sink-spec.js';
import { backoffMs, CONNECTOR_BACKOFF_FACTOR } from '../call/backoff.js';
import { Batcher } from './batcher.js';
import { Delivery } from './delivery.js';
import { DemandGauge } from './demand-gauge.js';
import { MailTimer, type TimerPorts } from '../call/mail-timer.js';
import { Opening } from './opening.js';
import { Refusals } from './refusals.js';
import { SinkCounters } from './sink-counters.js';
import { SinkErrors } from './sink-errors.js';
import { createSinkMachine, type SinkEffects, type SinkMachine } from './sink-machine.js';
import { unlimited } from './unlimited.js';
import { within } from '../call/within.js';

/** How many keys the report of what was left unwritten names at most. */
export const UNWRITTEN_KEYS_MAX = 100;

type Connected<T, E> = ReturnType<AsyncSinkSpec<T, E>['connect']>;

export class AsyncSinkWriter<T, E> implements SinkWriter<T> {
  readonly #limits: AsyncSinkLimits;
  readonly #context: SinkWriterContext;
  readonly #connected: Connected<T, E>;
  readonly #machine: SinkMachine;
  readonly #attempts: Attempts;
  readonly #batcher: Batcher<E>;
  readonly #opening: Opening;
  readonly #delivery: Delivery<E>;
  readonly #backoff: MailTimer;
  readonly #errors: SinkErrors<E>;
  readonly #counters = new SinkCounters();
  readonly #refusals = new Refusals();
  readonly #demand = new DemandGauge();
  #closing: Promise<Unwritten> | undefined;
  #closeFailure: string | undefined;

  constructor(spec: AsyncSinkSpec<T, E>, context: SinkWriterContext) {
    const { operator, clock, random } = context;
    this.#limits = spec.limits;
    this.#context = context;
    this.#connected = spec.connect({ operator, clock, random });
    this.#errors = new SinkErrors<E>(operator, this.#connected.describe);
    this.#attempts = this.#createAttempts();
    this.#batcher = this.#createBatcher();
    this.#opening = this.#createOpening();
    this.#backoff = new MailTimer(context, 'sink.backoff', () => this.#onBackoffElapsed());
    this.#machine = createSinkMachine(this.#effects());
    this.#delivery = this.#createDelivery();
  }

  open(): void {
    this.#machine.send({ type: 'OPEN' });
  }

  opened(): boolean {
    return this.#machine.state() !== 'opening';
  }

  credit(): number {
    const records = this.#limits.bufferRecordsMax - this.#unsettled();
    const room = this.#connected.buffer.room?.() ?? records;
    return this.#machine.credit(Math.min(records, room));
  }

  write(run: Run<T>): void {
    this.#refuseBeyondCredit(run.length);
    this.#accept(run);
    this.#counters.maxBuffered = Math.max(this.#counters.maxBuffered, this.#unsettled());
    this.#pump();
  }

  flush(): void {
    this.#batcher.flush();
    this.#pump();
  }

  settled(): boolean {
    return this.#unsettled() + this.#refusals.recordsWithoutEntry() === 0;
  }

  finish(): void {
    this.#machine.send({ type: 'FINISH' });
    this.#pump();
  }

  finished(): boolean {
    return this.#machine.state() === 'closed' && this.settled();
  }

  close(): Promise<Unwritten> {
    this.#closing ??= this.#letGo();
    return this.#closing;
  }

  metrics(): SinkMetrics {
    const { buffer } = this.#connected;
    return {
      ...this.#connected.metrics?.(),
      ...this.#counters,
      state: this.#machine.state(),
      visited: this.#machine.visited(),
      replaced: buffer.replaced(),
      buffered: buffer.waiting(),
      inFlight: buffer.inFlight(),
      demandStops: this.#demand.stops,
      ...(this.#closeFailure === undefined ? {} : { closeFailure: this.#closeFailure }),
    };
  }

  #unsettled(): number {
    const { buffer } = this.#connected;
    return buffer.waiting() + buffer.inFlight();
  }

  #refuseBeyondCredit(records: number): void {
    const credit = this.credit();
    if (records <= credit) return;
    const what = `was given ${String(records)} records with credit for ${String(credit)}`;
    throw this.#delivery.failing(this.#errors.error('SINK_CREDIT_EXCEEDED', what));
  }

  #accept({ values, timestamps, length }: Run<T>): void {
    const refusedBefore = this.#refusals.recordsWithoutEntry();
    for (let at = 0; at < length; at++) this.#acceptOne(values[at]!, timestamps[at]!);
    const refused = this.#refusals.recordsWithoutEntry() - refusedBefore;
    this.#counters.accepted += length - refused;
  }

  #acceptOne(value: T, timestamp: Timestamp): void {
    let entry: E;
    try {
      entry = this.#connected.toEntry(value, timestamp);
    } catch (error) {
      this.#delivery.onUnacceptable(this.#errors.unacceptable(value, error));
      return;
    }
    this.#errors.onAccepted(value, entry);
    this.#connected.buffer.add(entry);
  }

  /** Every step of a sink ends here: what may go goes, and what waits gets its timer. */
  #pump(): void {
    if (this.#machine.isEnded()) return;
    this.#delivery.sendAll();
    if (!this.#machine.isEnded()) this.#batcher.armLinger();
    this.#demand.observe(this.credit(), this.#machine.isDraining());
  }

  #onBackoffElapsed(): void {
    this.#machine.send({ type: 'BACKOFF_ELAPSED' });
    this.#pump();
  }

  #onOpened(): void {
    this.#machine.send({ type: 'OPENED' });
    this.#pump();
  }

  #onOpenFailed(error: MillraceError): void {
    if (!this.#machine.isEnded()) throw this.#delivery.failing(error);
  }

  #letGo(): Promise<Unwritten> {
    const { clock } = this.#context;
    const until = clock.now() + this.#limits.closeMsMax;
    this.#machine.send({ type: 'CLOSE' });
    return this.#attempts
      .letGo(this.#limits.closeMsMax)
      .then(() => within(this.#closeConnection(), Math.max(0, until - clock.now()), clock))
      .then(() => this.#unwritten());
  }

  // A socket that does not close costs no record: it is told, and fails nothing.
  #closeConnection(): Promise<void> {
    return Promise.resolve()
      .then(() => this.#connected.connection.close())
      .catch((error: unknown) => {
        this.#closeFailure = messageOf(error);
      });
  }

  #unwritten(): Unwritten {
    const buffered = this.#connected.buffer.keys(UNWRITTEN_KEYS_MAX);
    const keys = [...this.#refusals.keysWithoutEntry(), ...buffered].slice(0, UNWRITTEN_KEYS_MAX);
    return { records: this.#unsettled() + this.#refusals.recordsWithoutEntry(), keys };
  }

  #effects(): SinkEffects {
    const { random } = this.#context;
    return {
      connect: () => this.#opening.connect(),
      armOpenDeadline: () => this.#opening.armDeadline(),
      cancelOpenDeadline: () => this.#opening.cancelDeadline(),
      armBackoff: (attempts) => {
        const backoff = { ...this.#limits, backoffFactor: CONNECTOR_BACKOFF_FACTOR };
        this.#backoff.arm(backoffMs(attempts, backoff, random));
      },
      cancelTimers: () => this.#cancelTimers(),
      abortRequests: () => this.#attempts.abort(),
      fail: (what, cause) => this.#postFailure(what, cause),
    };
  }

  #cancelTimers(): void {
    this.#opening.cancelDeadline();
    this.#backoff.cancel();
    this.#batcher.cancelTimers();
    this.#delivery.cancelTimers();
  }

  #postFailure(what: string, cause: unknown): void {
    const error = this.#errors.error('SINK_MACHINE_FAILED', `is at fault: ${what}`, cause);
    const deliver = (): never => {
      throw error;
    };
    this.#context.post({ name: 'sink.failed', deliver });
  }

  #timerPorts(): TimerPorts {
    return { clock: this.#context.clock, post: this.#context.post };
  }

  #createAttempts(): Attempts {
    const onLate = (): void => void (this.#counters.lateReplies += 1);
    return new Attempts({
      ...this.#timerPorts(),
      name: 'sink',
      onLate,
      abandonedMax: this.#limits.inFlightRequestsMax,
    });
  }

  #createBatcher(): Batcher<E> {
    return new Batcher<E>({
      ...this.#timerPorts(),
      buffer: this.#connected.buffer,
      limits: this.#limits,
      onLinger: () => this.#pump(),
    });
  }

  #createOpening(): Opening {
    const { connection } = this.#connected;
    return new Opening({
      ...this.#timerPorts(),
      operator: this.#context.operator,
      limits: this.#limits,
      attempts: this.#attempts,
      open: (signal) => connection.open(signal),
      classify: (error) => connection.classify(error),
      onOpened: () => this.#onOpened(),
      onDelayed: () => this.#machine.send({ type: 'OPEN_DELAYED' }),
      onFailed: (error) => this.#onOpenFailed(error),
    });
  }

  #createDelivery(): Delivery<E> {
    return new Delivery<E>({
      ...this.#connected,
      ...this.#timerPorts(),
      limiter: this.#connected.limiter ?? unlimited,
      machine: this.#machine,
      batcher: this.#batcher,
      attempts: this.#attempts,
      counters: this.#counters,
      errors: this.#errors,
      refusals: this.#refusals,
      limits: this.#limits,
      pump: () => this.#pump(),
    });
  }
}
