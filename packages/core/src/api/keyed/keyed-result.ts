/** Owns: the form in which what is worked out for each key is emitted. Refuses: nothing; it is plain data. */

/** What was worked out for a key. */
export interface KeyedResult<K, Out> {
  readonly key: K;
  readonly value: Out;
}
