/**
 * Owns: the bytes that came from the file and belong to no finished record yet, in one growing
 *   array; and whether more will come. The byte order mark at the file's start is skipped.
 * Refuses: to know what a record is; and to shrink, since the next long record would grow it again.
 */

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

export class ByteWindow {
  /** Valid from `from` to `length`; what lies behind is stale. */
  bytes = Buffer.alloc(0);
  length = 0;
  /** Where the current record begins. */
  from = 0;
  /** Where scanning goes on. It may lie one past `length`: the byte after a backslash is skipped. */
  at = 0;
  input: 'coming' | 'complete' = 'coming';
  private start: 'unseen' | 'passed' = 'unseen';
  private bytesGone = 0;

  /** How many bytes wait. */
  get held(): number {
    return this.length - this.from;
  }

  /** Where in the file the byte at `position` stands, from 0. */
  offsetOf(position: number): number {
    return this.bytesGone + position;
  }

  /** Lets go of everything before `position`, from which scanning goes on. */
  passTo(position: number): void {
    this.from = this.at = position;
  }

  /** Appends a chunk. Positions move when consumed bytes make room. */
  push(chunk: Uint8Array): void {
    this.compact();
    this.reserve(this.length + chunk.length);
    this.bytes.set(chunk, this.length);
    this.length += chunk.length;
  }

  /** Skips the mark, once. False while the bytes that are there may be the beginning of one. */
  passMark(): boolean {
    if (this.start === 'passed') return true;
    const there = Math.min(this.length, BYTE_ORDER_MARK.length);
    const isLike = BYTE_ORDER_MARK.every((byte, i) => i >= there || byte === this.bytes[i]);
    const isWhole = there === BYTE_ORDER_MARK.length;
    if (isLike && !isWhole && this.input === 'coming') return false;
    this.start = 'passed';
    if (isLike && isWhole) this.passTo(BYTE_ORDER_MARK.length);
    return true;
  }

  private compact(): void {
    this.bytes.copyWithin(0, this.from, this.length);
    this.length -= this.from;
    this.bytesGone += this.from;
    this.at -= this.from;
    this.from = 0;
  }

  private reserve(bytes: number): void {
    if (bytes <= this.bytes.length) return;
    const grown = Buffer.alloc(Math.max(bytes, this.bytes.length * 2));
    grown.set(this.bytes.subarray(0, this.length));
    this.bytes = grown;
  }
}
