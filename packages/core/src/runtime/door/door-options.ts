/**
 * Owns: the limits of a door, into a job or out of one, and the errors for what a door cannot be opened with.
 * Refuses: options that it does not know, since a limit that is spelt wrong would be no limit.
 */
import { MillraceError } from '../../model/error.js';
import { refuseUnknownOptions } from '../../model/unknown-option.js';

/** The limits of a door: the defaults, and what the caller has chosen instead, checked. */
export function doorLimits<Limits extends { readonly [name in keyof Limits]: number }>(
  door: string,
  defaults: Limits,
  chosen: Partial<Limits>,
): Limits {
  refuseUnknownOptions(door, chosen, defaults);
  const given = Object.entries(chosen).filter(([, limit]) => limit !== undefined);
  const limits = { ...defaults, ...Object.fromEntries(given) };
  for (const [name, limit] of Object.entries(limits)) checkLimit(door, name, limit);
  return limits;
}

function checkLimit(door: string, name: string, limit: unknown): void {
  if (Number.isSafeInteger(limit) && (limit as number) > 0) return;
  const sentence = `${name} of ${door} is ${String(limit)}; it must be a whole number, one or more`;
  throw new MillraceError('DOOR_OPTION_INVALID', sentence);
}

/** The error for what is of another kind than the door is for. */
export function wrongDoor(door: string, advice: string): MillraceError {
  return new MillraceError('DOOR_UNFIT', `${door} was given ${advice}`);
}
