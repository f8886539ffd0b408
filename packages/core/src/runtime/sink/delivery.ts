/**
 * Owns: the way of entries from the buffer to the service and what becomes of them: it sends while
 *     the machine, the batcher and the limiter let it, and settles each answer.
 * Refuses: to take records (the writer does), to order them (the buffer does), and to know what an
 *     error means (the connector does).
 *
 * N1. Each answer accounts for its whole batch: written entries are settled, others given back, one
 *     that is refused alone stays in flight and is reported.
 * D9. With the first refusal the sink finishes: it takes nothing more, and writes what it has. Then it
 *     fails, with that refusal, whatever else has gone wrong meanwhile.
 * N4. The limiter answers and does not act; the timer that asks it again is armed here.
 */
import type { Clock } from '../../model/clock.js';
import type { MillraceError } from '../../model/error.js';
import type { Outcome } from '../call/attempt.js';
import type { Attempts } from '../call/attempts.js';
import type {
  AsyncSinkLimits,
  BatchReply,
  GiveBackReason,
  SinkBuffer,
  SinkConnection,
  SinkLimiter,
} from './async-sink-spec.js';
import type { Batcher } from './batcher.js';
import { MailTimer, type TimerPorts } from '../call/mail-timer.js';
import type { Refusals } from './refusals.js';
import type { SinkCounters } from './sink-counters.js';
import type { SinkErrors } from './sink-errors.js';
import type { SinkMachine } from './sink-machine.js';
import { verdictOf, type Verdict } from './verdict.js';

export interface DeliveryParts<E> extends TimerPorts {
  readonly machine: SinkMachine;
  readonly buffer: SinkBuffer<E>;
  readonly batcher: Batcher<E>;
  readonly connection: SinkConnection<E>;
  readonly limiter: SinkLimiter;
  readonly attempts: Attempts;
  readonly counters: SinkCounters;
  readonly errors: SinkErrors<E>;
  readonly refusals: Refusals;
  readonly limits: Pick<AsyncSinkLimits, 'inFlightRequestsMax' | 'requestMsMax'>;
  /** After an answer: time to send again. */
  readonly pump: () => void;
}

/** One request on its way. */
interface Sent<E> {
  readonly batch: readonly E[];
  /** The round of the machine in which it was sent: of its failures only one lengthens the wait. */
  readonly round: number;
  readonly isolated: boolean;
}

export class Delivery<E> {
  readonly #parts: DeliveryParts<E>;
  readonly #clock: Clock;
  readonly #limiterTimer: MailTimer;

  constructor(parts: DeliveryParts<E>) {
    this.#parts = parts;
    this.#clock = parts.clock;
    this.#limiterTimer = new MailTimer(parts, 'sink.limiter', parts.pump);
  }

  /** Sends all that may go now. */
  sendAll(): void {
    let last = this.#sendNext();
    while (last === 'sent') last = this.#sendNext();
    if (last === 'nothing') this.#onNothingToSend();
  }

  cancelTimers(): void {
    this.#limiterTimer.cancel();
  }

  /** The machine goes to `failed`, and the first cause is for the caller to throw. */
  failing(error: MillraceError): MillraceError {
    this.#parts.machine.send({ type: 'FATAL' });
    return this.#parts.refusals.first() ?? error;
  }

  /** A record became no entry. */
  onUnacceptable(refusal: MillraceError): void {
    this.#parts.refusals.addWithoutEntry(refusal);
    this.#onRefused();
  }

  #sendNext(): 'sent' | 'held' | 'nothing' {
    const { machine, batcher, attempts, limits } = this.#parts;
    if (!machine.maySend() || attempts.size >= limits.inFlightRequestsMax) return 'held';
    if (!batcher.isDue(machine.isDraining())) return 'nothing';
    if (this.#isLimited()) return 'held';
    const isolated = batcher.isolation.isActive();
    const batch = batcher.take();
    if (batch.length === 0) return 'nothing';
    this.#send({ batch, isolated, round: machine.round() });
    return 'sent';
  }

  // Asked again at the latest when a request would have been overdue, whatever the limiter says.
  #isLimited(): boolean {
    const { limiter, batcher, limits } = this.#parts;
    const delayMs = limiter.delayMs(batcher.entriesMax(), this.#clock.now());
    if (!(delayMs > 0)) return false;
    this.#limiterTimer.arm(Math.min(Math.ceil(delayMs), limits.requestMsMax));
    return true;
  }

  #send(sent: Sent<E>): void {
    const { machine, batcher, connection, limiter, attempts, counters, limits } = this.#parts;
    counters.requests += 1;
    if (sent.isolated) batcher.isolation.onSent();
    limiter.onSent(sent.batch.length, this.#clock.now());
    machine.send({ type: 'SENT' });
    attempts.begin<BatchReply<E>>({
      call: (signal) => connection.send(sent.batch, signal),
      deadlineMs: limits.requestMsMax,
      onOutcome: (outcome) => this.#onOutcome(sent, outcome),
    });
  }

  #onNothingToSend(): void {
    const { machine, buffer, batcher, attempts, errors, refusals } = this.#parts;
    const refusal = refusals.first();
    if (refusal !== undefined && attempts.size === 0) throw this.failing(refusal);
    if (buffer.waiting() === 0) {
      batcher.onNothingWaits();
      if (buffer.inFlight() === 0 && machine.isDraining()) machine.send({ type: 'DRAINED' });
    } else if (buffer.inFlight() === 0 && batcher.isDue(machine.isDraining())) {
      const what = 'holds records back although nothing is in flight; its buffer is at fault';
      throw this.failing(errors.error('SINK_BUFFER_STUCK', what));
    }
  }

  #onOutcome(sent: Sent<E>, outcome: Outcome<BatchReply<E>>): void {
    const { connection, counters } = this.#parts;
    const verdict = verdictOf(sent.batch, outcome, (error) => connection.classify(error));
    if (outcome.is === 'overdue') counters.timeouts += 1;
    this.#tellLimiter(sent, verdict);
    this.#act(sent, verdict, outcome.is === 'rejected' ? outcome.error : undefined);
    this.#parts.pump();
  }

  #tellLimiter({ batch }: Sent<E>, verdict: Verdict<E>): void {
    const held = verdict.is === 'held-back' ? verdict : undefined;
    const throttled = held?.why === 'throttled' || held?.why === 'unprocessed';
    if (throttled) this.#parts.counters.throttles += 1;
    const written = verdict.is === 'written' ? batch.length : (held?.written.length ?? 0);
    this.#parts.limiter.onReply({ written, throttled }, this.#clock.now());
  }

  #act(sent: Sent<E>, verdict: Verdict<E>, cause: unknown): void {
    const { machine } = this.#parts;
    switch (verdict.is) {
      case 'written':
        this.#settle(sent.batch);
        machine.send({ type: 'WRITTEN', round: sent.round });
        return;
      case 'held-back':
        this.#onHeldBack(sent, verdict);
        return;
      case 'poison':
        machine.send({ type: 'REFUSED' });
        this.#onPoison(sent.batch, verdict.reason, cause);
        return;
      case 'fatal':
        machine.send({ type: 'REFUSED' });
        this.#onFatal(sent.batch, verdict.reason, cause);
    }
  }

  #onHeldBack(sent: Sent<E>, verdict: Extract<Verdict<E>, { is: 'held-back' }>): void {
    const { machine, batcher } = this.#parts;
    const { written, returned, why } = verdict;
    this.#settle(written);
    this.#giveBack(returned, why);
    if (sent.isolated) batcher.isolation.isolate(returned.length);
    machine.send({ type: 'THROTTLED', round: sent.round, written: written.length });
  }

  #onPoison(batch: readonly E[], reason: string, cause: unknown): void {
    const { batcher, errors, refusals } = this.#parts;
    if (batch.length > 1) {
      this.#giveBack(batch, 'isolated');
      batcher.isolation.isolate(batch.length);
    } else {
      refusals.addOfEntry(errors.refusal(batch[0]!, reason, cause));
      this.#onRefused();
    }
  }

  #onRefused(): void {
    this.#parts.counters.refused += 1;
    this.#parts.machine.send({ type: 'FINISH' });
  }

  // Of a job that has failed or was closed, the first reason is the one that is told.
  #onFatal(batch: readonly E[], reason: string, cause: unknown): void {
    if (this.#parts.machine.isEnded()) return;
    throw this.failing(this.#parts.errors.fatal(batch, reason, cause));
  }

  #settle(entries: readonly E[]): void {
    this.#parts.buffer.settle(entries);
    this.#parts.counters.written += entries.length;
  }

  #giveBack(entries: readonly E[], why: GiveBackReason): void {
    this.#parts.buffer.giveBack(entries, why);
    this.#parts.batcher.owe(entries.length);
    this.#parts.counters.retries += entries.length;
  }
}
