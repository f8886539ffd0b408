/**
 * Owns: keys: what may be one, its canonical form, and its key group.
 * Refuses: objects, NaN, infinities, null and undefined, with a sentence that says which (DESIGN 7).
 *
 * The canonical form of a key is a primitive that JavaScript's Map compares rightly: the key itself
 * where it is a scalar, a text where it is a tuple. Texts that could be mistaken are escaped: a
 * canonical text that begins with NUL is ours, so a user's string that begins with NUL gets a prefix.
 */

export type KeyScalar = string | number | bigint | boolean;

/** A string, a finite number, a bigint, a boolean, or a tuple of these. */
export type Key = KeyScalar | readonly KeyScalar[];

/** A key in the form in which state, timers and channels compare it. */
export type CanonicalKey = KeyScalar;

const ESCAPE = '\u0000';

/** The canonical form of a key; throws a `TypeError` that says what is wrong with it. */
export function canonicalKey(key: Key): CanonicalKey {
  if (typeof key === 'string') {
    return key.charCodeAt(0) === 0 ? `${ESCAPE}s${key}` : key;
  }
  if (Array.isArray(key)) return canonicalTuple(key as readonly KeyScalar[]);
  return canonicalScalar(key as KeyScalar);
}

// A loop, since `map` passes over the holes of a sparse array, which are no keys.
function canonicalTuple(parts: readonly KeyScalar[]): string {
  let text = `${ESCAPE}t`;
  for (const part of parts) text += tuplePart(part);
  return text;
}

/** The key that a canonical form stands for; none where there is none at hand. */
export function keyOfCanonical(canonical: CanonicalKey): Key;
export function keyOfCanonical(canonical: CanonicalKey | undefined): Key | undefined;
export function keyOfCanonical(canonical: CanonicalKey | undefined): Key | undefined {
  if (typeof canonical !== 'string' || canonical.charCodeAt(0) !== 0) return canonical;
  return canonical[1] === 's' ? canonical.slice(2) : parseTuple(canonical.slice(2));
}

function canonicalScalar(key: KeyScalar): KeyScalar {
  if (typeof key === 'string' || typeof key === 'bigint' || typeof key === 'boolean') return key;
  if (typeof key === 'number' && Number.isFinite(key)) return key === 0 ? 0 : key;
  throw new TypeError(`${describe(key)} cannot be a key`);
}

// Each part is type, length and text, so no two tuples have the same text: ['a|b'] and ['a','b'].
function tuplePart(part: KeyScalar): string {
  const scalar = canonicalScalar(part);
  const text = String(scalar);
  return `${(typeof scalar)[1]}${String(text.length)}:${text}`;
}

const PARSERS: Readonly<Record<string, (text: string) => KeyScalar>> = {
  t: (text) => text, // s-t-ring
  u: Number, // n-u-mber
  i: BigInt, // b-i-gint
  o: (text) => text === 'true', // b-o-olean
};

function parseTuple(text: string): readonly KeyScalar[] {
  const parts: KeyScalar[] = [];
  for (let at = 0; at < text.length;) {
    const colon = text.indexOf(':', at);
    const end = colon + 1 + Number(text.slice(at + 1, colon));
    parts.push(PARSERS[text.charAt(at)]!(text.slice(colon + 1, end)));
    at = end;
  }
  return parts;
}

function describe(key: unknown): string {
  if (key === null || key === undefined || typeof key === 'number') return String(key);
  return typeof key === 'object' ? 'an object' : `a ${typeof key}`;
}
