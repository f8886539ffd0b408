/**
 * Owns: the refusal of state in a snapshot that a function does not declare (K10).
 * Refuses: keyed state; its backend does.
 */
import { MillraceError } from '../../model/error.js';

export function stateUnclaimed(operator: string, state: string): MillraceError {
  const sentence = `the snapshot of "${operator}" holds the state "${state}", which its function does not declare; declare it, or give the operator another uid`;
  return new MillraceError('STATE_UNCLAIMED', sentence, { operator });
}
