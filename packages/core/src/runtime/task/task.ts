/**
 * Owns: the step: a bounded amount of work of one chain, in the order of E4.
 * Refuses: to schedule itself; the executor calls `step`, and only the executor.
 *
 * E4. Mails, then pending output, then input. E2. What the world did arrives as mail.
 * C3. A step takes at most as many records as the chain accepts.
 */
import type { RuntimeLimits } from '../../model/limits.js';
import { watermark, type StreamElement } from '../../model/element.js';
import {
  MAX_TIMESTAMP,
  MIN_TIMESTAMP,
  type Milliseconds,
  type Timestamp,
} from '../../model/time.js';
import type { Chain } from '../chain/chain.js';
import type { Mailbox } from '../mailbox/mailbox.js';
import type { Input } from '../operator/input.js';
import { Pace } from './pace.js';
import { TaskTimes, type TimeShares } from './task-times.js';

/**
 * `idle`: there is no input. `blocked`: there is no credit. `calling`: there are both, and no more may be
 * called for before something answers. All end with a mail or a neighbour.
 */
export type StepOutcome = 'progressed' | 'idle' | 'blocked' | 'calling' | 'done';

/** Reading; letting the end of time through; waiting for the sink to settle; done. */
type Phase = 'reading' | 'ending' | 'settling' | 'done';

/** When a step began and ended, on a clock that only measures. */
export interface StepTimes {
  readonly startedAt: Milliseconds;
  readonly endedAt: Milliseconds;
}

/** What the time after a step counts as, until the next. */
const SHARE_OF: Record<StepOutcome, keyof TimeShares> = {
  progressed: 'busyTimeMs',
  idle: 'idleTimeMs',
  blocked: 'backPressuredTimeMs',
  // As in Flink: the task itself is what those behind it wait for.
  calling: 'busyTimeMs',
  done: 'idleTimeMs',
};

export interface TaskParts {
  readonly name: string;
  readonly mailbox: Mailbox;
  readonly input: Input;
  readonly chain: Chain;
  /** How many records may come for reasons outside the chain: none while the sources pause. */
  readonly demand: () => number;
  readonly limits: RuntimeLimits;
}

export class Task {
  readonly name: string;
  readonly #mailbox: Mailbox;
  readonly #input: Input;
  readonly #chain: Chain;
  readonly #demand: () => number;
  readonly #limits: RuntimeLimits;
  readonly #pace: Pace;
  #phase: Phase = 'reading';
  #lastOutcome: StepOutcome = 'idle';
  #timesBlocked = 0;
  #recordsIn = 0;
  #watermark: Timestamp = MIN_TIMESTAMP;
  readonly #times = new TaskTimes();

  constructor({ name, mailbox, input, chain, demand, limits }: TaskParts) {
    this.name = name;
    this.#mailbox = mailbox;
    this.#input = input;
    this.#chain = chain;
    this.#demand = demand;
    this.#limits = limits;
    this.#pace = new Pace(limits);
  }

  /** The chain first, so that nothing is read before there is somebody to take it. */
  open(): void {
    this.#chain.open();
    this.#input.open();
  }

  step(): StepOutcome {
    if (this.#phase === 'done') return 'done';
    const mails = this.#mailbox.deliver(this.#limits.mailsPerStepMax);
    const outcome = this.#advance();
    if (outcome === 'blocked' && this.#lastOutcome !== 'blocked') this.#timesBlocked += 1;
    this.#lastOutcome = outcome;
    return mails > 0 && outcome !== 'done' ? 'progressed' : outcome;
  }

  /** The last step began and ended then; what that means for the next is the pace's affair. */
  onStepped({ startedAt, endedAt }: StepTimes): void {
    this.#pace.onStep(endedAt - startedAt);
    this.#times.turnTo('busyTimeMs', startedAt);
    this.#times.turnTo(SHARE_OF[this.#lastOutcome], endedAt);
  }

  /** How often the task went from working to waiting for credit. */
  timesBlocked(): number {
    return this.#timesBlocked;
  }

  /** Records that it has read. */
  recordsIn(): number {
    return this.#recordsIn;
  }

  timesUntil(now: Milliseconds): TimeShares {
    return this.#times.until(now);
  }

  hasMail(): boolean {
    return !this.#mailbox.isEmpty();
  }

  /** Whether an operator holds results, which wait for credit. */
  isPending(): boolean {
    return this.#chain.pending();
  }

  /** Whether an operator holds records that wait for the world, pending or not. */
  holdsRecords(): boolean {
    return this.#chain.holdsRecords();
  }

  /** Nothing more happens here: mail is refused, the chain is taken down. */
  dispose(): void {
    this.#mailbox.close();
    this.#chain.dispose();
  }

  #advance(): StepOutcome {
    if (this.#chain.pending()) {
      this.#input.onUnread?.();
      if (this.#chain.resume()) return 'progressed';
      return this.#chain.waitsFor() === 'calls' ? 'calling' : 'blocked';
    }
    switch (this.#phase) {
      case 'reading':
        return this.#read();
      case 'ending':
        this.#chain.complete();
        this.#phase = 'settling';
        return 'progressed';
      case 'settling':
        if (!this.#chain.finished()) return 'idle';
        this.#phase = 'done';
        // Nobody will deliver it, and other tasks may go on for long.
        this.#mailbox.close();
        return 'done';
      case 'done':
        return 'done';
    }
  }

  /** One run, and the control elements before it: at most two, since channels collapse them. */
  #read(): StepOutcome {
    for (let outcome: StepOutcome | undefined; ; outcome = 'progressed') {
      const credit = Math.min(this.#chain.credit(), this.#pace.records(), this.#demand());
      const element = this.#input.next(credit);
      if (element === undefined) return outcome ?? (credit === 0 ? 'blocked' : 'idle');
      if (element.kind === 'end-of-input') this.#end();
      else this.#push(element);
      if (element.kind === 'run' || this.#phase !== 'reading' || this.#chain.pending()) {
        return 'progressed';
      }
    }
  }

  #push(element: StreamElement<unknown>): void {
    if (element.kind === 'run') this.#recordsIn += element.length;
    if (element.kind === 'watermark') this.#watermark = element.timestamp;
    this.#chain.push(element);
  }

  // The end of input is the end of time: whatever waits for a watermark fires, and then comes the end.
  // Where the end of time has come from another task, it has come.
  #end(): void {
    this.#phase = 'ending';
    if (this.#watermark < MAX_TIMESTAMP) this.#push(watermark(MAX_TIMESTAMP));
  }
}
