/**
 * Owns: what a schedule works on: harnesses that follow each other, and all that came out of them.
 * Refuses: to know what should have come out.
 */
import { MillraceError } from '@millrace/core';
import type { OutputElement } from '../harness/harness-output.js';
import type { OperatorHarness, OperatorHarnessOptions } from '../harness/operator-harness.js';
import { give, type VerifiedInput } from './verified-input.js';

/** Makes the first harness of a schedule. */
export type CreateHarness = (
  options: Pick<OperatorHarnessOptions, 'seed' | 'outputCredit'>,
) => OperatorHarness<unknown, unknown>;

/** Records for which a full output is granted room before it is said that nothing comes any more. */
const GRANTS_MAX = 1_000_000;

export class Subject {
  #harness: OperatorHarness<unknown, unknown>;
  /** Of harnesses that others have followed. */
  readonly #before: OutputElement<unknown>[] = [];

  constructor(harness: OperatorHarness<unknown, unknown>) {
    this.#harness = harness;
  }

  get harness(): OperatorHarness<unknown, unknown> {
    return this.#harness;
  }

  give(element: VerifiedInput<unknown>): void {
    give(this.#harness, element);
  }

  /** Grants a full output room for one record after the other, until `until` or nothing waits. */
  drain(until: 'at-rest' | 'pending' = 'at-rest'): void {
    const harness = this.#harness;
    for (let grants = 0; harness.status() !== 'at-rest'; grants++) {
      if (until === 'pending' && harness.status() === 'pending') return;
      const before = harness.output.length;
      harness.grantOutputCredit(1);
      const stands = harness.output.length === before && harness.status() !== 'at-rest';
      if (stands || grants === GRANTS_MAX) throw stuck();
    }
    harness.fillOutput();
  }

  /** Another harness goes on from a snapshot of this one. */
  replace(parallelism?: number): void {
    const before = this.#harness;
    const changed = parallelism === undefined ? {} : { parallelism };
    this.#harness = before.restore(before.snapshot(), changed);
    this.#before.push(...before.output);
    before.close();
  }

  output(): readonly OutputElement<unknown>[] {
    return [...this.#before, ...this.#harness.output];
  }
}

function stuck(): MillraceError {
  const sentence =
    'the operator waits although its output accepts a record: resume() does not go on';
  return new MillraceError('OPERATOR_STUCK', sentence);
}
