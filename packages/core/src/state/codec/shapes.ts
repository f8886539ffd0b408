/**
 * Owns: the shapes of the objects in one sequence: their keys in order, each written once.
 * Refuses: objects that are used as dictionaries. Their keys never come again, so they are not kept.
 */

/** An object with more keys than this is a dictionary. */
export const SHAPE_KEYS_MAX = 64;
/** Where there are so many shapes already, objects are dictionaries, however small they are. */
export const SHAPES_MAX = 1024;

/** One key further on the way to the shapes that begin with the same keys. */
interface Fork {
  readonly next: Map<string, Fork>;
  shape: number | undefined;
}

/** The identity of a shape that has stood before, or what to do with keys that have not. */
export type Shape = number | 'new' | 'loose';

/** Rows follow each other, so the last shape is compared before any is looked up. */
interface KnownShape {
  readonly keys: readonly string[];
  readonly shape: number | undefined;
}

const fork = (): Fork => ({ next: new Map(), shape: undefined });

export class Shapes {
  readonly #root = fork();
  #size = 0;
  #last: KnownShape = { keys: [], shape: undefined };

  /** The shape with these keys, if it has stood before; what is new is kept, or it is `loose`. */
  of(keys: readonly string[]): Shape {
    const last = this.#last;
    if (last.shape !== undefined && sameKeys(last.keys, keys)) return last.shape;
    const shape = this.#lookUp(keys);
    if (typeof shape === 'number') this.#last = { keys, shape };
    return shape;
  }

  #lookUp(keys: readonly string[]): Shape {
    if (keys.length > SHAPE_KEYS_MAX) return 'loose';
    const end = this.#size < SHAPES_MAX ? this.#walk(keys) : this.#find(keys);
    if (end === undefined) return 'loose';
    if (end.shape !== undefined) return end.shape;
    if (this.#size === SHAPES_MAX) return 'loose';
    end.shape = this.#size++;
    return 'new';
  }

  #walk(keys: readonly string[]): Fork {
    let at = this.#root;
    for (const key of keys) {
      let next = at.next.get(key);
      if (next === undefined) at.next.set(key, (next = fork()));
      at = next;
    }
    return at;
  }

  #find(keys: readonly string[]): Fork | undefined {
    let at: Fork | undefined = this.#root;
    for (const key of keys) at = at?.next.get(key);
    return at;
  }
}

function sameKeys(left: readonly string[], right: readonly string[]): boolean {
  if (left.length !== right.length) return false;
  for (let at = 0; at < left.length; at++) if (left[at] !== right[at]) return false;
  return true;
}
