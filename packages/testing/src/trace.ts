/**
 * Owns: what a simulation wrote down: one line for each step, with the mails that it delivered.
 * Refuses: names and times that are not the job's own (xstate's ids, the wall clock) (E3).
 */
import type { JobNotice } from '@millrace/core';
import type { Clock } from '@millrace/core/connector';
import type { ExecutorPorts } from '@millrace/core/internal';

type StepObserver = ExecutorPorts['observe'];

export class Trace {
  readonly #clock: Clock;
  readonly #linesMax: number;
  readonly #lines: string[] = [];
  #mails: string[] = [];
  #steps = 0;

  constructor(clock: Clock, linesMax: number) {
    this.#clock = clock;
    this.#linesMax = linesMax;
  }

  /** The first lines, as many as are kept: `<time> <task>: <outcome> [<mail>, ...]`. */
  get lines(): readonly string[] {
    return this.#lines;
  }

  /** How many steps there were in all. */
  get steps(): number {
    return this.#steps;
  }

  readonly onMail = (name: string): void => {
    this.#mails.push(name);
  };

  readonly onStep: StepObserver = (task, outcome) => {
    this.#steps += 1;
    this.#write(`${task.name}: ${outcome}`);
  };

  readonly onNotice = (notice: JobNotice): void => {
    this.#write(`job: ${noticeText(notice)}`);
  };

  #write(what: string): void {
    const mails = this.#mails.length === 0 ? '' : ` [${this.#mails.join(', ')}]`;
    this.#mails = [];
    if (this.#lines.length === this.#linesMax) return;
    this.#lines.push(`${String(this.#clock.now())} ${what}${mails}`);
  }
}

function noticeText(notice: JobNotice): string {
  switch (notice.kind) {
    case 'status':
      return notice.status;
    case 'failure':
      return `failure: ${notice.error instanceof Error ? notice.error.message : String(notice.error)}`;
    case 'future-timestamp':
      return `${notice.source} read ${String(notice.timestamp)} from split ${notice.split}, ${String(notice.aheadMs)} ms ahead`;
    case 'unwritten':
      return `${notice.sink} left ${String(notice.unwritten.records)} records unwritten`;
  }
}
