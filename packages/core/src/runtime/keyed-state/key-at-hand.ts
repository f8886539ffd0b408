/**
 * Owns: for which key and namespace the handles of an operator speak.
 * Refuses: to look keys up; the operator has entered it.
 */
import type { KeyId, Namespace } from '../../model/state.js';

export interface KeyAtHand {
  id: KeyId;
  namespace: Namespace;
}
