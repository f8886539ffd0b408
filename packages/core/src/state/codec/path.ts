/**
 * Owns: the way from a value to a part of it, as refusals write it: `.items[3].price`.
 * Refuses: to be slow: a step is two stores in arrays, and text is made only when it is asked for.
 */

/** Where in its container a part stands; the whole of it, until there was a step. */
export type Place = 'whole' | 'property' | 'element' | 'key' | 'value' | 'member';

const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;
/** Keys are cut to this length: they may be texts of any length. */
const KEY_CHARACTERS_MAX = 40;

const WRITTEN: Readonly<Record<Place, (at: unknown) => string>> = {
  whole: () => '',
  property: (name) => propertyText(String(name)),
  element: (index) => `[${String(index)}]`,
  key: (index) => `.keys()[${String(index)}]`,
  value: (key) => `.get(${keyText(key)})`,
  member: (index) => `.values()[${String(index)}]`,
};

export class Path {
  readonly #containers: object[] = [];
  readonly #places: Place[] = [];
  readonly #at: unknown[] = [];
  #depth = 0;

  get depth(): number {
    return this.#depth;
  }

  enter(container: object): void {
    this.#containers[this.#depth] = container;
    this.#places[this.#depth++] = 'whole';
  }

  leave(): void {
    this.#depth -= 1;
  }

  /** Which part of the innermost container comes next. */
  step(place: Place, at: unknown): void {
    this.#places[this.#depth - 1] = place;
    this.#at[this.#depth - 1] = at;
  }

  /** Back to the beginning. The arrays stay as long as they are: to empty them costs more than a row. */
  restart(): void {
    this.#depth = 0;
  }

  /** How many containers lie above the first that contains itself; none, where there is no cycle. */
  depthOfCycle(): number | undefined {
    const seen = new Set<object>();
    for (let depth = 0; depth < this.#depth; depth++) {
      const container = this.#containers[depth]!;
      if (seen.has(container)) return depth;
      seen.add(container);
    }
    return undefined;
  }

  text(depth = this.#depth): string {
    let text = '';
    for (let at = 0; at < depth; at++) text += WRITTEN[this.#places[at]!](this.#at[at]);
    return text;
  }
}

function propertyText(name: string): string {
  return IDENTIFIER.test(name) ? `.${cut(name)}` : `[${JSON.stringify(cut(name))}]`;
}

function keyText(key: unknown): string {
  if (typeof key === 'string') return JSON.stringify(cut(key));
  if (typeof key === 'object' && key !== null) return 'an object';
  return cut(typeof key === 'bigint' ? `${String(key)}n` : String(key));
}

function cut(text: string): string {
  return text.length <= KEY_CHARACTERS_MAX ? text : `${text.slice(0, KEY_CHARACTERS_MAX)}…`;
}
