/**
 * Owns: the tape of a value: a sequence of tokens, and beside it the scalars that they speak of.
 * Refuses: to know what a token means, and to hold anything that the user could still change.
 */

const TOKEN_BYTES_FIRST = 64;
/** A place in an array, and a number beside it. */
const LEAF_BYTES = 16;

export class Tape {
  readonly leaves: unknown[] = [];
  #bytes = new Uint8Array(TOKEN_BYTES_FIRST);
  #length = 0;

  /** About how many bytes of memory the tape has come to; the texts among its leaves are not ours. */
  size(): number {
    return this.#length + this.leaves.length * LEAF_BYTES;
  }

  token(token: number): void {
    if (this.#length === this.#bytes.length) this.#grow(1);
    this.#bytes[this.#length++] = token;
  }

  /** A whole number from 0, seven bits a byte, the lowest first. */
  count(count: number): void {
    let rest = count;
    while (rest > 0x7f) {
      this.token((rest % 0x80) + 0x80);
      rest = Math.floor(rest / 0x80);
    }
    this.token(rest);
  }

  raw(bytes: Uint8Array): void {
    if (this.#length + bytes.length > this.#bytes.length) this.#grow(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** What is on the tape; valid until something is added. */
  tokens(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  #grow(bytesMin: number): void {
    const grown = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + bytesMin));
    grown.set(this.tokens());
    this.#bytes = grown;
  }
}
