/**
 * Owns: a queue in virtual time with what makes queues hard: holds that run out, messages that come
 *   twice, calls that take time, are refused, or whose answers are lost.
 * Refuses: to be fair: whatever its seed says may happen.
 */
import type { VirtualClock } from '@millrace/testing';
import type { Random } from '../../model/clock.js';
import type { MessagesReply, QueueConnection } from './acknowledging-source-spec.js';

/** One receipt of a message: each time another object. */
export interface QueueMessage {
  readonly id: string;
  readonly receipt: number;
  /** How often it has been received, this time included. */
  readonly receives: number;
}

/** Chances of each call, from 0 to 1, and how long either way takes at most. */
export interface QueueFaults {
  readonly legMsMax: number;
  readonly refusedCalls: number;
  readonly lostReplies: number;
  readonly duplicates: number;
}

export const NO_FAULTS: QueueFaults = {
  legMsMax: 0,
  refusedCalls: 0,
  lostReplies: 0,
  duplicates: 0,
};

export interface SimulatedQueueParts {
  readonly clock: VirtualClock;
  readonly random?: Random;
  readonly faults?: QueueFaults;
  /** Told of each message at the moment at which the queue forgets it. */
  readonly onAcknowledged?: (id: string) => void;
}

interface Stored {
  readonly id: string;
  visibleAt: number;
  receipt: number;
  receives: number;
}

/** How long `receive` waits for a message when there is none. */
const WAIT_MS = 1_000;
const POLL_MS = 50;

export class QueueUnavailable extends Error {}

export class SimulatedQueue {
  readonly #parts: Required<SimulatedQueueParts>;
  readonly #stored = new Map<string, Stored>();
  #receipts = 0;
  /** Verbs in the order in which they took effect: `extend a b @100`. */
  readonly log: string[] = [];
  /** Calls whose promise has not settled. */
  inFlight = 0;
  closed = 0;

  constructor({ clock, ...parts }: SimulatedQueueParts) {
    const never = { next: () => 0.999_999 };
    this.#parts = {
      random: never,
      faults: NO_FAULTS,
      onAcknowledged: () => undefined,
      ...parts,
      clock,
    };
  }

  send(...ids: readonly string[]): void {
    for (const id of ids) {
      this.#stored.set(id, { id, visibleAt: this.#now(), receipt: 0, receives: 0 });
    }
  }

  /** What has not been acknowledged. */
  ids(): readonly string[] {
    return [...this.#stored.keys()];
  }

  /** The delete that somebody else made. */
  forget(id: string): void {
    this.#stored.delete(id);
  }

  connection(): QueueConnection<QueueMessage> {
    return {
      receive: ({ messagesMax, holdMs, signal }) =>
        this.#call(signal, () => this.#receive({ messagesMax, holdMs, signal })),
      acknowledge: (messages, signal) =>
        this.#each('acknowledge', messages, signal, ({ id }) => {
          this.#stored.delete(id);
          this.#parts.onAcknowledged(id);
        }),
      extendHold: (messages, { holdMs, signal }) =>
        this.#each('extend', messages, signal, (stored) => {
          stored.visibleAt = this.#now() + holdMs;
        }),
      release: (messages, { delayMs, signal }) =>
        this.#each('release', messages, signal, (stored) => {
          stored.visibleAt = this.#now() + delayMs;
        }),
      classify: (error) => ({
        kind: error instanceof QueueUnavailable ? 'transient' : 'fatal',
        reason: String(error),
      }),
      close: () => void (this.closed += 1),
    };
  }

  async #receive(request: {
    readonly messagesMax: number;
    readonly holdMs: number;
    readonly signal: AbortSignal;
  }): Promise<readonly QueueMessage[]> {
    const until = this.#now() + WAIT_MS;
    for (;;) {
      const visible = [...this.#stored.values()].filter(
        ({ visibleAt }) => visibleAt <= this.#now(),
      );
      const taken = visible.slice(0, request.messagesMax);
      if (taken.length > 0) return this.#handOver(taken, request.holdMs);
      if (this.#now() >= until || request.signal.aborted) return [];
      await this.#sleep(POLL_MS);
    }
  }

  #handOver(taken: readonly Stored[], holdMs: number): readonly QueueMessage[] {
    this.#say('receive', taken);
    return taken.map((stored) => {
      stored.visibleAt = this.#now() + (this.#happens('duplicates') ? 0 : holdMs);
      stored.receipt = ++this.#receipts;
      stored.receives += 1;
      return { id: stored.id, receipt: stored.receipt, receives: stored.receives };
    });
  }

  // As SQS does: an old receipt is good as long as nobody else has received the message since.
  #each(
    verb: string,
    messages: readonly QueueMessage[],
    signal: AbortSignal,
    act: (stored: Stored) => void,
  ): Promise<MessagesReply<QueueMessage>> {
    return this.#call(signal, async () => {
      this.#say(verb, messages);
      const refused = messages.filter(({ id, receipt }) => {
        const stored = this.#stored.get(id);
        if (stored?.receipt !== receipt) return true;
        act(stored);
        return false;
      });
      return { refused };
    });
  }

  /** There, refused or done, and back; an abort is felt here at once, and there not at all. */
  async #call<R>(signal: AbortSignal, act: () => Promise<R>): Promise<R> {
    this.inFlight += 1;
    try {
      return await Promise.race([this.#roundTrip(act), aborted(signal)]);
    } finally {
      this.inFlight -= 1;
    }
  }

  async #roundTrip<R>(act: () => Promise<R>): Promise<R> {
    await this.#leg();
    if (this.#happens('refusedCalls')) throw new QueueUnavailable('busy');
    const reply = await act();
    await this.#leg();
    if (this.#happens('lostReplies')) throw new QueueUnavailable('the reply was lost');
    return reply;
  }

  #leg(): Promise<void> {
    const legMs = Math.floor(this.#parts.random.next() * (this.#parts.faults.legMsMax + 1));
    return legMs === 0 ? Promise.resolve() : this.#sleep(legMs);
  }

  #happens(fault: Exclude<keyof QueueFaults, 'legMsMax'>): boolean {
    return this.#parts.random.next() < this.#parts.faults[fault];
  }

  #say(verb: string, messages: readonly { readonly id: string }[]): void {
    const ids = messages.map(({ id }) => id).join(' ');
    this.log.push(`${verb} ${ids} @${String(this.#now())}`);
  }

  #now(): number {
    return this.#parts.clock.now();
  }

  #sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.#parts.clock.after(ms, resolve);
    });
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const abort = (): void => {
      reject(new QueueUnavailable('aborted'));
    };
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort);
  });
}
