/**
 * Owns: the sentences for a table of a snapshot that an operator cannot take (K10).
 * Refuses: to drop it in silence.
 */
import { MillraceError } from '../../model/error.js';

export interface RefusedTable {
  readonly operator: string;
  readonly name: string;
  /** What the snapshot says that its rows are. */
  readonly kind: string;
  /** What the operator says; undefined where it has no such table. */
  readonly declared: string | undefined;
}

export function refusedTable({ operator, name, kind, declared }: RefusedTable): MillraceError {
  if (declared === undefined) {
    const sentence = `the snapshot of ${operator} holds a state "${name}" that the operator does not declare; declare it, or start without the snapshot`;
    return new MillraceError('STATE_UNCLAIMED', sentence, { operator });
  }
  const sentence = `the snapshot of ${operator} holds the state "${name}" as ${kind} state, and the operator declares ${declared} state; give the new one another name, or start without the snapshot`;
  return new MillraceError('STATE_KIND_CHANGED', sentence, { operator });
}
