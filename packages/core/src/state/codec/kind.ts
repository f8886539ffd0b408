/**
 * Owns: what an object is, as far as the codec is concerned.
 * Refuses: `instanceof`, which knows one realm: in a test runner, an object of Node.js has another
 * `Object.prototype` than the code that sees it.
 */
import { BYTE_KINDS } from './byte-kind.js';
import { DATE_PROTOTYPE, dateOfTime } from './dates.js';

/** A number is the place of a kind of bytes in `BYTE_KINDS`; `instance` is what the codec refuses. */
export type Kind = 'plain' | 'bare' | 'array' | 'map' | 'set' | 'date' | 'instance' | number;

const OWN = new Map<object | null, Kind>([
  [null, 'bare'],
  [Object.prototype, 'plain'],
  [Array.prototype, 'array'],
  [Map.prototype, 'map'],
  [Set.prototype, 'set'],
  [DATE_PROTOTYPE, 'date'],
  ...BYTE_KINDS.map(({ prototype }, at) => [prototype, at] as const),
]);

const BY_NAME = new Map<string, { readonly prototype: object; readonly kind: Kind }>();
for (const [prototype, kind] of OWN) {
  if (prototype !== null) BY_NAME.set(prototype.constructor.name, { prototype, kind });
}

export function kindOf(value: object): Kind {
  const prototype = Object.getPrototypeOf(value) as object | null;
  // Most are plain, and a comparison is cheaper than a look-up.
  if (prototype === Object.prototype) return 'plain';
  return OWN.get(prototype) ?? kindOfAnotherRealm(value, prototype!);
}

// A builtin of another realm has the name of ours, its tag, and as many prototypes above it; a class
// that a user derives from one has one more.
function kindOfAnotherRealm(value: object, prototype: object): Kind {
  const ours = BY_NAME.get(classNameOf(prototype));
  if (ours === undefined || tagOf(value) !== tagOf(sampleOf(ours.kind))) return 'instance';
  if (ours.kind === 'plain' && !Object.hasOwn(prototype, 'isPrototypeOf')) return 'instance';
  return heightOf(prototype) === heightOf(ours.prototype) ? ours.kind : 'instance';
}

function sampleOf(kind: Kind): unknown {
  if (typeof kind === 'number') return BYTE_KINDS[kind]!.of(new ArrayBuffer(0));
  const samples = { array: [], map: new Map(), set: new Set(), date: dateOfTime(0) };
  return kind in samples ? samples[kind as keyof typeof samples] : {};
}

const tagOf = (value: unknown): string => Object.prototype.toString.call(value);

function heightOf(prototype: object | null): number {
  let height = 0;
  for (let at = prototype; at !== null; at = Object.getPrototypeOf(at) as object | null) height++;
  return height;
}

/** The name of the class that a prototype belongs to, if it has any. */
export function classNameOf(prototype: object | null): string {
  const { constructor } = (prototype ?? {}) as { readonly constructor?: unknown };
  return typeof constructor === 'function' ? constructor.name : '';
}
