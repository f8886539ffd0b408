/**
 * Owns: a column of values that grows by pieces, as `number-column.ts` does for numbers.
 * Refuses: to tell undefined from nothing.
 */
const PIECE_BITS = 14;
const PIECE_LENGTH = 1 << PIECE_BITS;
const PIECE_MASK = PIECE_LENGTH - 1;

export class ValueColumn<V> {
  readonly #pieces: (V | undefined)[][] = [];

  get(at: number): V | undefined {
    return this.#pieces[at >>> PIECE_BITS]?.[at & PIECE_MASK];
  }

  /** Puts a value in the place of one that is there; answers whether one was. */
  replace(at: number, value: V): boolean {
    const piece = this.#pieces[at >>> PIECE_BITS];
    if (piece?.[at & PIECE_MASK] === undefined) return false;
    piece[at & PIECE_MASK] = value;
    return true;
  }

  set(at: number, value: V | undefined): void {
    const piece = this.#pieces[at >>> PIECE_BITS] ?? this.#pieceFor(at);
    const within = at & PIECE_MASK;
    // Without holes, so that reading stays quick. Numbers are given in order, so there are few.
    while (piece.length < within) piece.push(undefined);
    piece[within] = value;
  }

  #pieceFor(at: number): (V | undefined)[] {
    while (this.#pieces.length <= at >>> PIECE_BITS) this.#pieces.push(this.#createPiece());
    return this.#pieces[at >>> PIECE_BITS]!;
  }

  // An array that is pushed to has up to half of its room to spare: only the first may.
  #createPiece(): (V | undefined)[] {
    if (this.#pieces.length === 0) return [];
    return new Array<V | undefined>(PIECE_LENGTH).fill(undefined);
  }
}
