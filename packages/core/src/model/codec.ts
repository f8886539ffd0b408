/**
 * Owns: the port to the codec of state and snapshots (K5).
 * Refuses: to be one; `state/codec` has it, a host hands it in.
 */

/** Writes values one after the other, and gives their bytes. */
export interface CodecWriter {
  write(value: unknown): void;
  /** All that was written; the writer is done. */
  finish(): Uint8Array;
}

/** Reads what a `CodecWriter` has written, in order. */
export interface CodecReader {
  next(): unknown;
  /** True when nothing is left. */
  done(): boolean;
}

/** `owner` is the name of the state or operator, for a refusal. */
export interface Codec {
  encode(value: unknown, owner: string): Uint8Array;
  decode(bytes: Uint8Array): unknown;
  createWriter(owner: string): CodecWriter;
  createReader(bytes: Uint8Array): CodecReader;
}
