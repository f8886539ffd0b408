/**
 * Owns: an asynchronous operator under a random script, and a naive account of what it was told and what
 * came out of it.
 * Refuses: to judge: the properties do.
 */
import type { AsyncCallContext, AsyncOrder, Stream } from '@millrace/core';
import { operatorHarness, type OperatorHarness, type OutputElement } from '@millrace/testing';

/** `answer`, `fail`: the call that is open for so long; its number is taken modulo those that are open. */
export type Action =
  | { readonly does: 'record'; readonly key: number }
  | { readonly does: 'watermark' }
  | { readonly does: 'answer' | 'fail'; readonly open: number }
  | { readonly does: 'pass'; readonly ms: number }
  | { readonly does: 'grant'; readonly records: number }
  | { readonly does: 'restore' };

export interface Scripted {
  readonly order: AsyncOrder;
  readonly capacity: number;
  readonly actions: readonly Action[];
}

export interface Numbered {
  readonly id: number;
  readonly key: number;
}

interface OpenCall {
  readonly record: Numbered;
  readonly resolve: (result: string) => void;
  readonly reject: (error: unknown) => void;
}

const TIMEOUT_MS = 60;
const RETRY = { attemptsMax: 3, backoffMsMin: 5, backoffMsMax: 20 } as const;

export class RandomCalls {
  /** What went in: records and watermarks, in order. A watermark is the number of records before it. */
  readonly input: (Numbered | { readonly watermark: number })[] = [];
  /** The records that came to an end, in that order, since the last restore. */
  completed: Numbered[] = [];
  /** By the number of a record: what it came to. */
  readonly results = new Map<number, string>();
  /** The most calls that were open together, of all and of one key. */
  openMax = 0;
  openOfKeyMax = 0;
  readonly #scripted: Scripted;
  readonly #before: OutputElement<string>[] = [];
  #harness: OperatorHarness<Numbered, string>;
  #open: OpenCall[] = [];
  #incarnation = 0;

  constructor(scripted: Scripted) {
    this.#scripted = scripted;
    this.#harness = operatorHarness(this.#described, { outputCredit: 2 });
  }

  get output(): readonly OutputElement<string>[] {
    return [...this.#before, ...this.#harness.output];
  }

  async run(): Promise<void> {
    for (const action of this.#scripted.actions) {
      await this.#do(action);
      await this.#harness.settle();
    }
    this.#harness.grantOutputCredit(Number.POSITIVE_INFINITY);
    this.#harness.endInput();
    while (this.#open.length > 0 || this.#harness.status() !== 'at-rest') {
      this.#settle(0, 'answer');
      await this.#harness.settle();
      this.#pass(RETRY.backoffMsMax);
    }
  }

  readonly #described = (records: Stream<Numbered>): Stream<string> =>
    records
      .keyBy(({ key }) => key)
      .asyncMap(this.#call, {
        order: this.#scripted.order,
        capacity: this.#scripted.capacity,
        timeoutMs: TIMEOUT_MS,
        retry: RETRY,
        fallback: (record) => this.#end(record, `fallback ${String(record.id)}`),
      });

  readonly #call = (record: Numbered, _: AsyncCallContext): Promise<string> =>
    new Promise((resolve, reject) => {
      this.#open.push({ record, resolve, reject });
      this.openMax = Math.max(this.openMax, this.#open.length);
      const ofKey = this.#open.filter((call) => call.record.key === record.key);
      this.openOfKeyMax = Math.max(this.openOfKeyMax, ofKey.length);
    });

  async #do(action: Action): Promise<void> {
    switch (action.does) {
      case 'record': {
        const record = { id: this.#records().length, key: action.key };
        this.input.push(record);
        this.#harness.processElement(record, record.id);
        return;
      }
      case 'watermark':
        this.input.push({ watermark: this.#records().length });
        this.#harness.processWatermark(this.#records().length - 1);
        return;
      case 'answer':
      case 'fail':
        this.#settle(action.open, action.does);
        return;
      case 'pass':
        this.#pass(action.ms);
        return;
      case 'grant':
        this.#harness.grantOutputCredit(action.records);
        return;
      case 'restore':
        await this.#restore();
    }
  }

  #records(): readonly Numbered[] {
    return this.input.flatMap((each) => ('id' in each ? [each] : []));
  }

  #settle(number: number, how: 'answer' | 'fail'): void {
    const call = this.#open[number % Math.max(1, this.#open.length)];
    if (call === undefined) return;
    this.#open = this.#open.filter((other) => other !== call);
    if (how === 'fail') call.reject(new Error('refused'));
    else call.resolve(this.#end(call.record, `answer ${String(call.record.id)}`));
  }

  /** What a record comes to. Its other tries are nobody's affair any more. */
  #end(record: Numbered, result: string): string {
    this.#open = this.#open.filter((call) => call.record.id !== record.id);
    this.completed.push(record);
    this.results.set(record.id, result);
    return result;
  }

  #pass(ms: number): void {
    this.#harness.setProcessingTime(this.#now + ms);
    this.#now += ms;
  }
  #now = 0;

  /** Only where nothing waits outside of the operator: a harness does not keep what it has not given. */
  async #restore(): Promise<void> {
    if (this.#harness.status() === 'queued') return;
    const before = this.#harness;
    const snapshot = before.snapshot();
    before.close();
    this.#before.push(...before.output);
    this.#open = [];
    this.completed = [];
    this.#incarnation += 1;
    this.#harness = before.restore(snapshot, { outputCredit: 2, seed: this.#incarnation + 1 });
    await this.#harness.settle();
  }
}
