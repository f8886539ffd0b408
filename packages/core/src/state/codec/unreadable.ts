/**
 * Owns: the sentence about bytes that no value can be made of.
 * Refuses: to guess: what cannot be read for certain is not read (K5).
 */
import { MillraceError } from '../../model/error.js';

export interface UnreadableDetails {
  /** What to do; to restore an older checkpoint, if not given. */
  readonly advice?: string;
  readonly cause?: unknown;
}

/** `reason` says of the bytes what is wrong with them. */
export function unreadable(reason: string, details: UnreadableDetails = {}): MillraceError {
  const { advice = 'restore an older checkpoint', cause } = details;
  return new MillraceError(
    'STATE_UNREADABLE',
    `The bytes of a state cannot be read, because ${reason}; ${advice}.`,
    { cause },
  );
}
