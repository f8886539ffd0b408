/**
 * Owns: reading a tape from its beginning, token by token and leaf by leaf.
 * Refuses: to read beyond its end: bytes that ask for it are damaged.
 */
import { unreadable } from './unreadable.js';

export class TapeReader {
  readonly #tokens: Uint8Array;
  readonly #leaves: readonly unknown[];
  #token = 0;
  #leaf = 0;

  constructor(tokens: Uint8Array, leaves: readonly unknown[]) {
    this.#tokens = tokens;
    this.#leaves = leaves;
  }

  done(): boolean {
    return this.#token === this.#tokens.length && this.#leaf === this.#leaves.length;
  }

  token(): number {
    if (this.#token >= this.#tokens.length) throw unreadable('they end in the middle of a value');
    return this.#tokens[this.#token++]!;
  }

  count(): number {
    let count = 0;
    for (let factor = 1; ; factor *= 0x80) {
      const byte = this.token();
      count += (byte & 0x7f) * factor;
      if (byte < 0x80) return count;
    }
  }

  leaf(): unknown {
    if (this.#leaf >= this.#leaves.length) throw unreadable('a value has no content');
    return this.#leaves[this.#leaf++];
  }

  /** A copy, so that what is restored neither holds the whole snapshot nor shares its bytes. */
  raw(length: number): Uint8Array<ArrayBuffer> {
    const end = this.#token + length;
    if (end > this.#tokens.length) throw unreadable('they end in the middle of a value');
    const copy = new Uint8Array(length);
    copy.set(this.#tokens.subarray(this.#token, end));
    this.#token = end;
    return copy;
  }
}
