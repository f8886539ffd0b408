/**
 * Owns: whether two values are the same in all that the codec promises to keep: -0, holes, the order of
 * keys and entries, prototypes, invalid dates, the class of views and their bytes.
 * Refuses: Jest's `toEqual`, which sees few of these.
 */
type Fields = Readonly<Record<string, unknown>>;

export function identical(left: unknown, right: unknown): boolean {
  if (Object.is(left, right)) return true;
  if (typeof left !== 'object' || typeof right !== 'object') return false;
  if (left === null || right === null) return false;
  if (Object.getPrototypeOf(left) !== Object.getPrototypeOf(right)) return false;
  if (left instanceof Date) return Object.is(left.getTime(), (right as Date).getTime());
  if (left instanceof Map) return sameList([...left].flat(), [...(right as Map<1, 1>)].flat());
  if (left instanceof Set) return sameList([...left], [...(right as Set<1>)]);
  if (left instanceof ArrayBuffer || ArrayBuffer.isView(left)) return sameBytes(left, right);
  return sameFields(left as Fields, right as Fields);
}

function sameList(left: readonly unknown[], right: readonly unknown[]): boolean {
  return left.length === right.length && left.every((value, at) => identical(value, right[at]));
}

function sameBytes(left: object, right: object): boolean {
  return sameList([...bytesIn(left)], [...bytesIn(right)]);
}

function bytesIn(value: object): Uint8Array {
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  const { buffer, byteOffset, byteLength } = value as DataView;
  return new Uint8Array(buffer, byteOffset, byteLength);
}

// The own keys of an array tell its holes, and `length` is one of them.
function sameFields(left: Fields, right: Fields): boolean {
  const keys = Reflect.ownKeys(left);
  const same = sameList(keys, Reflect.ownKeys(right));
  return same && keys.every((key) => identical(left[key as string], right[key as string]));
}
