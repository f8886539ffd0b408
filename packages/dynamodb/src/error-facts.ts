/**
 * Owns: what can be read from an error of any origin: its names, its status, its throttling reasons.
 * Refuses: to trust its shape: `$metadata` may be missing, and what was thrown may be no error (W8).
 */
import { messageOf } from '@millrace/core/connector';

/** Why the service throttles, where it says so: which limit, of which table or index. */
export interface ThrottlingReason {
  readonly reason: string;
  readonly resource: string;
}

/**
 * What a table of errors may go by, the most telling first: the code of a socket, then the name,
 * then the status. The SDK calls a refused connection `TimeoutError`; its code tells the truth.
 */
export function namesOf(error: unknown): readonly string[] {
  const own = [read(error, 'code'), read(error, 'name'), statusOf(error)];
  const candidates = [...wrappedNamesOf(error), ...own];
  return candidates.filter((name) => name !== undefined && name !== '').map(String);
}

export function statusOf(error: unknown): number | undefined {
  const status = read(read(error, '$metadata'), 'httpStatusCode');
  return typeof status === 'number' ? status : undefined;
}

/** The reasons of a throttling error, which two of its three names spell differently (A25). */
export function throttlingReasonsOf(error: unknown): readonly ThrottlingReason[] {
  const reasons = read(error, 'ThrottlingReasons') ?? read(error, 'throttlingReasons');
  if (!Array.isArray(reasons)) return [];
  return reasons.map((entry) => ({
    reason: textOf(read(entry, 'reason')),
    resource: textOf(read(entry, 'resource')),
  }));
}

/** The error's own words, on one line and without a stop at the end. */
export function wordsOf(error: unknown): string {
  const words = messageOf(error)
    .replace(WRAPPER, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/\.$/, '');
  return words === '' ? (namesOf(error)[0] ?? 'an error without a message') : words;
}

// The SDK wraps an error that is not of its own realm, as every error of a socket is under Jest, and
// keeps of it the text alone.
const WRAPPER = /^AWS SDK error wrapper for /;

function wrappedNamesOf(error: unknown): readonly string[] {
  const words = messageOf(error);
  if (!WRAPPER.test(words)) return [];
  return words.replace(WRAPPER, '').match(/\bE[A-Z]{4,}\b|\b[A-Z]\w+Error\b/g) ?? [];
}

function read(value: unknown, property: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return (value as Readonly<Record<string, unknown>>)[property];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
