/**
 * Owns: the walk over a value that puts it onto a tape.
 * Refuses: whatever would not come back as it was, with its owner and path.
 *
 * K5. Nothing is turned into something else in silence; nothing of the user's runs: no getter, no
 *     `toJSON`, no iterator.
 * K4. What is on the tape is a copy: later changes of the value do not reach it.
 *
 * An object that is met twice comes back as two equal ones. So one that contains itself has no end; it
 * is looked for where a value is too deep, and costs nothing elsewhere.
 */
import type { MillraceError } from '../../model/error.js';
import { BYTE_KINDS, bytesOf } from './byte-kind.js';
import { timeOfDate } from './dates.js';
import { kindOf } from './kind.js';
import { Path } from './path.js';
import {
  isUnencodable,
  refusalOfInstance,
  REFUSALS,
  unencodable,
  type Refusal,
} from './refusal.js';
import { Shapes } from './shapes.js';
import type { Tape } from './tape.js';
import { codeUnitsOf, survivesUtf8 } from './text.js';
import { Token } from './token.js';

/** Values inside more others than this are refused; the stack of a thread has room for it. */
export const DEPTH_MAX = 500;
/** Values that share parts may have far more parts than objects; this ends their copying. */
export const VALUE_BYTES_MAX = 0x1000_0000;

export class Flattener {
  readonly #shapes = new Shapes();
  readonly #path = new Path();
  readonly #tape: Tape;
  readonly #owner: string;
  #bytesBefore = 0;

  constructor(tape: Tape, owner: string) {
    this.#tape = tape;
    this.#owner = owner;
  }

  put(value: unknown): void {
    this.#path.restart();
    this.#bytesBefore = this.#tape.size();
    try {
      this.#value(value);
    } catch (error) {
      // What else is thrown comes from a user's proxy, or from an object that only claims to be a Map.
      throw isUnencodable(error) ? error : this.#refused(REFUSALS.throwing(error));
    }
  }

  #value(value: unknown): void {
    switch (typeof value) {
      case 'number':
        if (value === 0 && Object.is(value, -0)) this.#tape.token(Token.negativeZero);
        else this.#leaf(value);
        return;
      case 'string':
        this.#text(value);
        return;
      case 'boolean':
        this.#tape.token(value ? Token.true : Token.false);
        return;
      case 'undefined':
        this.#tape.token(Token.undefined);
        return;
      case 'bigint':
        this.#leaf(value);
        return;
      case 'object':
        if (value === null) this.#tape.token(Token.null);
        else this.#container(value);
        return;
      default:
        throw this.#refused(typeof value === 'symbol' ? REFUSALS.symbol : REFUSALS.function);
    }
  }

  #leaf(value: number | bigint | string): void {
    this.#tape.token(Token.leaf);
    this.#tape.leaves.push(value);
  }

  #text(text: string): void {
    if (survivesUtf8(text)) {
      this.#leaf(text);
      return;
    }
    this.#tape.token(Token.codeUnits);
    this.#tape.count(text.length);
    this.#tape.raw(codeUnitsOf(text));
  }

  #container(value: object): void {
    if (this.#path.depth === DEPTH_MAX) throw this.#endless();
    if (this.#tape.size() - this.#bytesBefore > VALUE_BYTES_MAX) {
      throw this.#refused(REFUSALS.large(VALUE_BYTES_MAX));
    }
    this.#path.enter(value);
    this.#content(value);
    this.#path.leave();
  }

  #content(value: object): void {
    const kind = kindOf(value);
    switch (kind) {
      case 'plain':
        this.#object(value);
        return;
      case 'bare':
        this.#tape.token(Token.withoutPrototype);
        this.#object(value);
        return;
      case 'array':
        this.#array(value as readonly unknown[]);
        return;
      case 'map':
        this.#map(value as ReadonlyMap<unknown, unknown>);
        return;
      case 'set':
        this.#set(value as ReadonlySet<unknown>);
        return;
      case 'date':
        this.#date(value);
        return;
      case 'instance':
        throw this.#refused(refusalOfInstance(value));
      default:
        this.#bytes(value as ArrayBuffer | ArrayBufferView, kind);
    }
  }

  #object(value: object): void {
    const keys = Object.getOwnPropertyNames(value);
    this.#refuseSymbols(value);
    this.#shape(keys);
    for (const key of keys) {
      this.#path.step('property', key);
      const property = Object.getOwnPropertyDescriptor(value, key)!;
      if (property.get !== undefined || property.set !== undefined) {
        throw this.#refused(REFUSALS.accessor);
      }
      if (property.enumerable !== true) throw this.#refused(REFUSALS.hidden);
      this.#value(property.value);
    }
  }

  #shape(keys: readonly string[]): void {
    const shape = this.#shapes.of(keys);
    if (typeof shape === 'number') {
      this.#tape.token(Token.object);
      this.#tape.count(shape);
      return;
    }
    this.#tape.token(shape === 'new' ? Token.newShape : Token.looseObject);
    this.#tape.count(keys.length);
    for (const key of keys) this.#text(key);
  }

  // A getter in place of an element is not looked for: that would cost ten times the elements.
  #array(value: readonly unknown[]): void {
    const keys = Object.keys(value);
    const { length } = value;
    this.#refuseSymbols(value);
    this.#tape.token(Token.array);
    this.#tape.count(length);
    const dense =
      keys.length === length && (length === 0 || keys[length - 1] === String(length - 1));
    if (dense) for (let at = 0; at < length; at++) this.#element(value, at);
    else this.#sparse(value, keys);
  }

  #element(value: readonly unknown[], at: number): void {
    this.#path.step('element', at);
    this.#value(value[at]);
  }

  #sparse(value: readonly unknown[], keys: readonly string[]): void {
    let next = 0;
    for (const key of keys) {
      if (String(Number(key) >>> 0) !== key || Number(key) >= value.length) {
        this.#path.step('property', key);
        throw this.#refused(REFUSALS.property);
      }
      this.#holes(Number(key) - next);
      this.#element(value, Number(key));
      next = Number(key) + 1;
    }
    this.#holes(value.length - next);
  }

  #holes(count: number): void {
    if (count === 0) return;
    this.#tape.token(Token.holes);
    this.#tape.count(count);
  }

  #map(value: ReadonlyMap<unknown, unknown>): void {
    this.#refuseProperties(value);
    this.#tape.token(Token.map);
    this.#tape.count(Reflect.get(Map.prototype, 'size', value));
    let at = 0;
    Map.prototype.forEach.call(value, (content, key) => {
      this.#path.step('key', at++);
      this.#value(key);
      this.#path.step('value', key);
      this.#value(content);
    });
  }

  #set(value: ReadonlySet<unknown>): void {
    this.#refuseProperties(value);
    this.#tape.token(Token.set);
    this.#tape.count(Reflect.get(Set.prototype, 'size', value));
    let at = 0;
    Set.prototype.forEach.call(value, (member) => {
      this.#path.step('member', at++);
      this.#value(member);
    });
  }

  #date(value: object): void {
    this.#refuseProperties(value);
    this.#tape.token(Token.date);
    this.#tape.leaves.push(timeOfDate(value));
  }

  // Properties of a view are not looked for: a list of its names is longer than the view itself.
  #bytes(value: ArrayBuffer | ArrayBufferView, kind: number): void {
    const bytes = bytesOf(value);
    if (!ArrayBuffer.isView(value) || BYTE_KINDS[kind]!.name === 'DataView') {
      this.#refuseProperties(value);
    }
    this.#tape.token(Token.bytes);
    this.#tape.count(kind);
    this.#tape.count(bytes.length);
    this.#tape.raw(bytes);
  }

  #refuseProperties(value: object): void {
    this.#refuseSymbols(value);
    const [name] = Object.getOwnPropertyNames(value);
    if (name === undefined) return;
    this.#path.step('property', name);
    throw this.#refused(REFUSALS.property);
  }

  #refuseSymbols(value: object): void {
    if (Object.getOwnPropertySymbols(value).length === 0) return;
    throw this.#refused(REFUSALS.symbolKey);
  }

  #endless(): MillraceError {
    const depth = this.#path.depthOfCycle();
    if (depth === undefined) return this.#refused(REFUSALS.deep(DEPTH_MAX));
    return this.#refused(REFUSALS.cycle, depth);
  }

  #refused(refusal: Refusal, depth = this.#path.depth): MillraceError {
    return unencodable(this.#owner, this.#path.text(depth), refusal);
  }
}
