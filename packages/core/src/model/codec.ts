/**
 * Owns: the port to the codec, which makes bytes of what state, snapshots and channels hold.
 * Refuses: to be a codec; `state/codec` has one, a host chooses.
 *
 * K5. What cannot be restored as it was is refused when it is encoded, with its owner and its path.
 */

/**
 * Turns values into bytes and back. An owner is what refusals name: `state "seen" of "dedupe"`.
 */
export interface Codec {
  /** The bytes of one value. For many there is `createWriter`: one at a time costs five times as much. */
  encode(value: unknown, owner: string): Uint8Array;
  /** The value that `encode` was given. */
  decode(bytes: Uint8Array): unknown;
  /** Packs values one behind the other into one sequence of bytes. */
  createWriter(owner: string): CodecWriter;
  /** Gives back what a writer packed, in its order. */
  createReader(bytes: Uint8Array): CodecReader;
  /** Refuses what `encode` would refuse, and makes no bytes. */
  assertEncodable(value: unknown, owner: string): void;
}

/** Values on their way into one sequence of bytes. One that has refused a value is spent. */
export interface CodecWriter {
  /** Takes the value as it is now: whoever changes it afterwards does not change what is written. */
  write(value: unknown): void;
  /** The bytes of all that was written. Nothing can be written after it. */
  finish(): Uint8Array;
}

/** The values of one sequence of bytes. */
export interface CodecReader {
  /** True when all values have been read. */
  done(): boolean;
  next(): unknown;
}
