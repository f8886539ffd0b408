/**
 * Owns: the tokens of a tape: what stands where in a value. Their numbers are part of the format.
 * Refuses: to be renumbered. A token that is added or changed needs a new `FORMAT_VERSION`.
 */

/** Counts, identities and raw bytes follow on the tape itself; scalars wait among the leaves. */
export const Token = {
  /** The next leaf as it is: a number, a bigint, or a text that UTF-8 can hold. */
  leaf: 0,
  undefined: 1,
  null: 2,
  true: 3,
  false: 4,
  negativeZero: 5,
  /** A text by its UTF-16 code units: their count, then two bytes each. */
  codeUnits: 6,
  /** A Date; its time is the next leaf. */
  date: 7,
  /** The count of elements, then these; holes count as elements. */
  array: 8,
  /** So many holes of the array that is open. */
  holes: 9,
  /** The count of entries, then key and value of each. */
  map: 10,
  /** The count of elements, then these. */
  set: 11,
  /** An object with a shape that has stood before: its identity, then the values. */
  object: 12,
  /** An object with a new shape that gets the next identity: the count of keys, these, the values. */
  newShape: 13,
  /** An object whose keys are not kept as a shape: the count of keys, these, then the values. */
  looseObject: 14,
  /** The object that follows has no prototype. */
  withoutPrototype: 15,
  /** Raw bytes: which kind of view, the count of bytes, then these. */
  bytes: 16,
} as const;
