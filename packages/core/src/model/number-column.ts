/**
 * Owns: a column of numbers that grows by pieces, for what is kept by a number of its own: keys, timers.
 * Refuses: to move what it has when it grows: a copy of eight megabytes is felt. Only its first piece
 *     doubles, so that a small column stays small.
 *
 * It stands here because keyed state and timers both lie in columns, and neither knows the other.
 */
type Numbers = Float64Array | Int32Array;

/** 16,384: what lies empty at the end is little beside a million, and a piece is made in no time. */
const PIECE_BITS = 14;
const PIECE_LENGTH = 1 << PIECE_BITS;
const PIECE_MASK = PIECE_LENGTH - 1;
const FIRST_LENGTH = 16;

export class NumberColumn {
  readonly #createPiece: (length: number) => Numbers;
  readonly #pieces: Numbers[] = [];
  #capacity = 0;

  private constructor(createPiece: (length: number) => Numbers) {
    this.#createPiece = createPiece;
  }

  static ofIntegers(): NumberColumn {
    return new NumberColumn((length) => new Int32Array(length));
  }

  static ofDoubles(): NumberColumn {
    return new NumberColumn((length) => new Float64Array(length));
  }

  /** Zero where nothing was set. */
  get(at: number): number {
    return at < this.#capacity ? this.#pieces[at >>> PIECE_BITS]![at & PIECE_MASK]! : 0;
  }

  /** A column that is nothing but zeros takes no room. */
  set(at: number, value: number): void {
    if (at >= this.#capacity) {
      if (value === 0) return;
      this.#growTo(at + 1);
    }
    this.#pieces[at >>> PIECE_BITS]![at & PIECE_MASK] = value;
  }

  #growTo(length: number): void {
    if (this.#capacity < PIECE_LENGTH) this.#growFirst(Math.min(length, PIECE_LENGTH));
    while (this.#capacity < length) {
      this.#pieces.push(this.#createPiece(PIECE_LENGTH));
      this.#capacity += PIECE_LENGTH;
    }
  }

  #growFirst(length: number): void {
    let capacity = Math.max(this.#capacity, FIRST_LENGTH);
    while (capacity < length) capacity *= 2;
    const grown = this.#createPiece(capacity);
    grown.set(this.#pieces[0] ?? []);
    this.#pieces[0] = grown;
    this.#capacity = capacity;
  }
}
