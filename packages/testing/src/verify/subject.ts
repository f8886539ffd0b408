/**
 * Owns: what a schedule works on: harnesses that follow each other, and all that came out of them.
 * Refuses: to know what should have come out.
 */
import { MillraceError } from '@millrace/core';
import type { OutputElement } from '../harness/harness-output.js';
import type { Harness } from '../harness/harness.js';
import type { TriedHarness } from './tried-harness.js';
import { give, type GivenElement } from './verified-input.js';

/** Records for which a full output is granted room before it is said that nothing comes any more. */
const GRANTS_MAX = 1_000_000;

export class Subject {
  #tried: TriedHarness;
  /** Of harnesses that others have followed. */
  readonly #before: OutputElement<unknown>[] = [];

  constructor(tried: TriedHarness) {
    this.#tried = tried;
  }

  get harness(): Harness<unknown> {
    return this.#tried.harness;
  }

  give(element: GivenElement): void {
    give(this.#tried, element);
  }

  /** Several elements: records of one input in one run. */
  giveTogether(elements: readonly GivenElement[]): void {
    const records = elements.flatMap(({ element }) => ('value' in element ? [element] : []));
    const [first] = elements;
    if (records.length < elements.length) for (const element of elements) this.give(element);
    else this.#tried.inputs[first!.ordinal]!.processElements(records);
  }

  /** Grants a full output room for one record after the other, until `until` or nothing waits. */
  drain(until: 'at-rest' | 'pending' = 'at-rest'): void {
    const { harness } = this;
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
    const { harness } = this;
    this.#tried = this.#tried.next(parallelism === undefined ? {} : { parallelism });
    this.#before.push(...harness.output);
    harness.close();
  }

  output(): readonly OutputElement<unknown>[] {
    return [...this.#before, ...this.harness.output];
  }
}

function stuck(): MillraceError {
  const sentence =
    'the operator waits although its output accepts a record: resume() does not go on';
  return new MillraceError('OPERATOR_STUCK', sentence);
}
