/**
 * Owns: a function whose answers a test gives when it likes, in whichever order.
 * Refuses: to answer a call that was not made.
 */
import type { AsyncCallContext } from '@millrace/core';

interface ScriptedCall<T, R> {
  readonly value: T;
  readonly context: AsyncCallContext;
  readonly resolve: (result: R) => void;
  readonly reject: (error: unknown) => void;
}

export class ScriptedCalls<T, R = string> {
  readonly made: ScriptedCall<T, R>[] = [];

  readonly call = (value: T, context: AsyncCallContext): Promise<R> =>
    new Promise<R>((resolve, reject) => {
      this.made.push({ value, context, resolve, reject });
    });

  /** The records of all calls, in the order in which they were made. */
  get values(): readonly T[] {
    return this.made.map(({ value }) => value);
  }

  /** The last call with a record. */
  of(value: T): ScriptedCall<T, R> {
    const call = this.made.findLast((made) => made.value === value);
    if (call === undefined) throw new Error(`${String(value)} was not called for`);
    return call;
  }

  answer(value: T, result: R): void {
    this.of(value).resolve(result);
  }

  fail(value: T, error: unknown = new Error('refused')): void {
    this.of(value).reject(error);
  }
}
