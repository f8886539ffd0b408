/**
 * Owns: a column of values that grows by pieces, as `number-column.ts` does for numbers.
 * Refuses: to tell undefined from nothing.
 */
const PIECE_BITS = 16;
const PIECE_LENGTH = 1 << PIECE_BITS;
const PIECE_MASK = PIECE_LENGTH - 1;

export class ValueColumn<V> {
  readonly #pieces: (V | undefined)[][] = [];

  get(at: number): V | undefined {
    return this.#pieces[at >>> PIECE_BITS]?.[at & PIECE_MASK];
  }

  set(at: number, value: V | undefined): void {
    const piece = this.#pieces[at >>> PIECE_BITS] ?? this.#pieceFor(at);
    const within = at & PIECE_MASK;
    // Without holes, so that reading stays quick. Numbers are given in order, so there are few.
    while (piece.length < within) piece.push(undefined);
    piece[within] = value;
  }

  #pieceFor(at: number): (V | undefined)[] {
    while (this.#pieces.length <= at >>> PIECE_BITS) this.#pieces.push([]);
    return this.#pieces[at >>> PIECE_BITS]!;
  }
}
