/**
 * Owns: the sentences about what cannot be encoded, and what to do instead.
 * Refuses: to let something be encoded as something else (K5).
 */
import { isMillraceError, MillraceError } from '../../model/error.js';
import { classNameOf } from './kind.js';

const UNENCODABLE = 'STATE_UNENCODABLE';
const ONLY_PLAIN =
  'plain objects, arrays, Map, Set, Date, bytes and scalars alone come back as they were';

/** What is there, and what to do about it: two halves of one sentence. */
export interface Refusal {
  readonly there: string;
  readonly advice: string;
  readonly cause?: unknown;
}

export const REFUSALS = {
  function: { there: 'is a function', advice: 'keep the data that it needs instead' },
  symbol: { there: 'is a symbol', advice: 'keep a string instead' },
  symbolKey: { there: 'is an object with a symbol as a key', advice: 'use a string as the key' },
  accessor: { there: 'is a getter or setter', advice: 'keep the value that it answers with' },
  hidden: { there: 'is a property that is not enumerable', advice: 'make it an ordinary property' },
  property: {
    there: 'is a property that its container does not have by itself',
    advice: 'keep it in an object beside the container',
  },
  cycle: { there: 'is an object that contains itself', advice: 'refer to it by a key instead' },
  deep: (depthMax: number) => ({
    there: `is a value inside more than ${String(depthMax)} others`,
    advice: 'keep lists as arrays, and trees by the keys of their nodes',
  }),
  large: (bytesMax: number) => ({
    there: `is more than ${String(bytesMax)} bytes can hold, when shared parts are copied`,
    advice: 'keep it in parts, such as the entries of a map state',
  }),
  throwing: (cause: unknown) => ({
    there: 'is an object that cannot be looked into',
    advice: 'keep a plain copy of it (its error is the cause of this one)',
    cause,
  }),
} as const;

/** The refusal of an object of a class: by its name, with what suits the well-known ones. */
export function refusalOfInstance(value: object): Refusal {
  const name = classNameOf(Object.getPrototypeOf(value) as object | null);
  if (value instanceof Error) return { there: 'is an error', advice: 'keep its name and message' };
  if (name === 'RegExp') return { there: 'is a RegExp', advice: 'keep its source and flags' };
  const there =
    name === '' ? 'is an object with a prototype of its own' : `is an object of class ${name}`;
  return { there, advice: `keep a plain object, for ${ONLY_PLAIN}` };
}

/** One sentence: whose value it is, where in it, what is there, and what to do. */
export function unencodable(owner: string, path: string, refusal: Refusal): MillraceError {
  const where = path === '' ? 'the value itself' : `at ${path} there`;
  return new MillraceError(
    UNENCODABLE,
    `In ${owner}, ${where} ${refusal.there}; ${refusal.advice}.`,
    { cause: refusal.cause },
  );
}

export function isUnencodable(error: unknown): boolean {
  return isMillraceError(error) && error.code === UNENCODABLE;
}
