/**
 * Owns: exact decimal numbers, which JavaScript has no type for.
 * Refuses: arithmetic.
 */

const BRAND = Symbol.for('@millrace/dynamodb/decimal');

/** A number by its decimal text, stored digit for digit. */
export interface Decimal {
  readonly [BRAND]: true;
  readonly text: string;
}

/**
 * A number of up to 38 digits, exactly as written. Integers can be bigints instead.
 *
 * @example
 * ```ts
 * import { decimal, put } from '@millrace/dynamodb';
 *
 * const write = put({ account: 'a-1', balance: decimal('1234567890.12345678901234567890') });
 * ```
 */
export function decimal(text: string): Decimal {
  return { [BRAND]: true, text };
}

/** True for a decimal of this or another copy of the package. */
export function isDecimal(value: object): value is Decimal {
  return BRAND in value;
}
