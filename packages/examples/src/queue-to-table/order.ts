/**
 * Owns: an order as messages and rows have it, and how the text of a message becomes one.
 * Refuses: a text that is none; the job's policy says what becomes of it.
 */
import { MillraceError } from '@millrace/core';

export interface Order {
  readonly id: string;
  readonly customer: string;
  readonly cents: number;
}

export function orderOf(text: string): Order {
  const value: unknown = JSON.parse(text);
  if (!isOrder(value)) {
    const sentence = 'it is no order; an order has an id, a customer and cents';
    throw new MillraceError('ORDER_INVALID', sentence);
  }
  return value;
}

function isOrder(value: unknown): value is Order {
  const { id, customer, cents } = (value ?? {}) as Partial<Record<keyof Order, unknown>>;
  return typeof id === 'string' && typeof customer === 'string' && Number.isSafeInteger(cents);
}
