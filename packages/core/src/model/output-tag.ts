/**
 * Owns: the name and type of a side output: what an operator sends beside its main stream.
 * Refuses: to hold records.
 */

/** Names one side output of an operator; the type is that of its records. */
export interface OutputTag<T> {
  readonly kind: 'output-tag';
  readonly name: string;
  /** For the compiler alone: what is sent under the tag must be a `T`. */
  readonly typed?: (value: T) => void;
}

/** Also of another copy of the package. */
export function isOutputTag(value: unknown): value is OutputTag<unknown> {
  const isTag = typeof value === 'object' && value !== null && 'kind' in value;
  return isTag && value.kind === 'output-tag';
}

/**
 * Makes the tag of a side output. Two tags of one name are the same output of one operator.
 *
 * @example
 * ```ts
 * import { outputTag, type FailedRecord } from '@millrace/core';
 *
 * const refused = outputTag<FailedRecord<string>>('refused');
 * console.log(refused.name); // refused
 * ```
 */
export function outputTag<T>(name: string): OutputTag<T> {
  return { kind: 'output-tag', name };
}
