/**
 * Owns: making values of a tape, in the order in which they were put onto it.
 * Refuses: tokens that no tape of this format has.
 *
 * K5. `__proto__` is a key like any other, and no text becomes the prototype of anything.
 */
import { BYTE_KINDS } from './byte-kind.js';
import { dateOfTime } from './dates.js';
import type { TapeReader } from './tape-reader.js';
import { textOfCodeUnits } from './text.js';
import { Token } from './token.js';
import { unreadable } from './unreadable.js';

export class Rebuilder {
  readonly #shapes: (readonly string[])[] = [];
  readonly #tape: TapeReader;

  constructor(tape: TapeReader) {
    this.#tape = tape;
  }

  take(): unknown {
    return this.#value(this.#tape.token());
  }

  #value(token: number): unknown {
    switch (token) {
      case Token.leaf:
        return this.#tape.leaf();
      case Token.undefined:
        return undefined;
      case Token.null:
        return null;
      case Token.true:
        return true;
      case Token.false:
        return false;
      case Token.negativeZero:
        return -0;
      case Token.codeUnits:
        return textOfCodeUnits(this.#tape.raw(this.#tape.count() * 2));
      default:
        return this.#container(token);
    }
  }

  #container(token: number): unknown {
    switch (token) {
      case Token.date:
        return dateOfTime(this.#tape.leaf() as number);
      case Token.array:
        return this.#array(this.#tape.count());
      case Token.map:
        return this.#map(this.#tape.count());
      case Token.set:
        return this.#set(this.#tape.count());
      case Token.bytes:
        return this.#bytes(this.#tape.count());
      case Token.withoutPrototype:
        return this.#object(this.#tape.token(), Object.create(null) as object);
      default:
        return this.#object(token, {});
    }
  }

  #object(token: number, object: object): object {
    for (const key of this.#keys(token)) {
      const value = this.take();
      if (key === '__proto__') define(object, key, value);
      else (object as Record<string, unknown>)[key] = value;
    }
    return object;
  }

  #keys(token: number): readonly string[] {
    const count = this.#tape.count();
    if (token === Token.object) {
      const shape = this.#shapes[count];
      if (shape === undefined) throw unreadable('an object has a shape that never stood before');
      return shape;
    }
    if (token !== Token.newShape && token !== Token.looseObject) {
      throw unreadable(`there is no token ${String(token)}`);
    }
    const keys: string[] = [];
    for (let at = 0; at < count; at++) keys.push(this.take() as string);
    if (token === Token.newShape) this.#shapes.push(keys);
    return keys;
  }

  #array(length: number): unknown[] {
    const array: unknown[] = [];
    while (array.length < length) {
      const token = this.#tape.token();
      if (token === Token.holes) array.length += this.#tape.count();
      else array.push(this.#value(token));
    }
    return array;
  }

  #map(size: number): Map<unknown, unknown> {
    const map = new Map<unknown, unknown>();
    for (let at = 0; at < size; at++) {
      const key = this.take();
      map.set(key, this.take());
    }
    return map;
  }

  #set(size: number): Set<unknown> {
    const set = new Set<unknown>();
    for (let at = 0; at < size; at++) set.add(this.take());
    return set;
  }

  #bytes(at: number): unknown {
    const { buffer } = this.#tape.raw(this.#tape.count());
    const kind = BYTE_KINDS[at];
    if (kind === undefined) throw unreadable('they hold a kind of buffer that is not known here');
    return kind.of(buffer);
  }
}

function define(object: object, key: string, value: unknown): void {
  Object.defineProperty(object, key, {
    value,
    enumerable: true,
    writable: true,
    configurable: true,
  });
}
