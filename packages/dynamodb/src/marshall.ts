/**
 * Owns: the way from plain JavaScript values to attribute values.
 * Refuses: whatever would change on the way or be turned down by the service, with its path: dates,
 * class instances, functions, symbols, NaN, lone surrogates, holes, `undefined` in a list.
 *
 * D9. Types, digits and depth are checked here, before anything is sent. Written by hand, since the
 * vendor's marshaller drops holes, functions and `__proto__` in silence (decision 0011).
 *
 * An attribute whose value is `undefined` is absent, as in JSON. A list keeps its positions, so
 * there `undefined` is refused. Bytes are copied: the caller may use its buffer again.
 */
import { types } from 'node:util';
import { pathText, type PathStep, type RefuseAttribute } from './attribute-path.js';
import { canonicalNumber, numberFault } from './decimal-number.js';
import { isDecimal } from './decimal.js';
import type { AttributeValue, Item } from './item.js';

/** Lists and maps may lie in each other this deep. */
const DEPTH_MAX = 32;

/** Marshalls one item; `refuse` throws and knows which item it is. */
export function marshallItem(item: object, refuse: RefuseAttribute): Item {
  return new Marshaller(refuse).item(item);
}

class Marshaller {
  private readonly path: PathStep[] = [];

  constructor(private readonly refuseAttribute: RefuseAttribute) {}

  item(item: object): Item {
    if (!isPlain(item) || Array.isArray(item)) {
      return this.refuse(`is ${nameOf(item)}; an item is a plain object`);
    }
    return this.members(ownEntries(item, (why) => this.refuse(why)));
  }

  private value(input: unknown): AttributeValue {
    switch (typeof input) {
      case 'string':
        return { S: this.text(input) };
      case 'number':
        return { N: this.double(input) };
      case 'bigint':
        return { N: this.number(String(input)) };
      case 'boolean':
        return { BOOL: input };
      case 'object':
        return input === null ? { NULL: true } : this.object(input);
      default:
        return this.refuse(`is ${nameOf(input)}`);
    }
  }

  private object(input: object): AttributeValue {
    if (types.isUint8Array(input)) return { B: new Uint8Array(input) };
    if (isDecimal(input)) return { N: this.number(input.text) };
    if (types.isSet(input)) return this.set([...input]);
    if (this.path.length > DEPTH_MAX) {
      return this.refuse('lies more than 32 levels deep, or in an object that holds itself');
    }
    if (Array.isArray(input)) return { L: this.list(input) };
    if (types.isMap(input)) return { M: this.members([...input]) };
    if (!isPlain(input)) return this.refuse(`is ${nameOf(input)}`);
    return { M: this.members(ownEntries(input, (why) => this.refuse(why))) };
  }

  private list(input: readonly unknown[]): AttributeValue[] {
    // Not `map`, which skips holes and so would keep them from being refused.
    return Array.from(input, (member, at) => this.at(at, () => this.value(member)));
  }

  private members(entries: readonly (readonly [unknown, unknown])[]): Item {
    const members: Item = {};
    for (const [name, value] of entries) {
      if (value !== undefined)
        members[this.name(name)] = this.at(String(name), () => this.value(value));
    }
    return members;
  }

  private name(name: unknown): string {
    if (typeof name !== 'string') return this.refuse(`has ${nameOf(name)} as a name in its Map`);
    // The client builds its request by assignment, where this name means the prototype.
    if (name === '__proto__') return this.refuse('has a member __proto__, which the client drops');
    return this.at(name, () => this.text(name));
  }

  private set(members: readonly unknown[]): AttributeValue {
    const values = members.map((member) => this.value(member));
    const first = values[0] ?? this.refuse('is an empty Set, which DynamoDB does not store');
    const type = 'S' in first ? 'S' : 'N' in first ? 'N' : 'B' in first ? 'B' : undefined;
    if (type === undefined || values.some((value) => !(type in value))) {
      return this.refuse('is a Set that is not of strings, of numbers or of bytes alone');
    }
    return this.distinct(type, values);
  }

  private distinct(type: 'S' | 'N' | 'B', values: readonly AttributeValue[]): AttributeValue {
    const identities = new Set(values.map(identityOf));
    if (identities.size < values.length) return this.refuse('is a Set that holds one value twice');
    if (type === 'S') return { SS: values.map((value) => value.S!) };
    return type === 'N'
      ? { NS: values.map((value) => value.N!) }
      : { BS: values.map((value) => value.B!) };
  }

  private double(input: number): string {
    if (!Number.isFinite(input))
      return this.refuse(`is ${String(input)}, which is no number there`);
    if (Number.isInteger(input) && !Number.isSafeInteger(input)) {
      return this.refuse('is an integer beyond 2^53, which may have lost digits: use a bigint');
    }
    return this.number(String(input));
  }

  private number(text: string): string {
    const fault = numberFault(text);
    if (fault !== undefined) return this.refuse(fault);
    return text === '-0' ? '0' : text;
  }

  private text(text: string): string {
    if (/\p{Surrogate}/u.test(text)) return this.refuse('has a lone surrogate, which is no text');
    return text;
  }

  private at<R>(step: PathStep, visit: () => R): R {
    this.path.push(step);
    const result = visit();
    this.path.pop();
    return result;
  }

  private refuse(why: string): never {
    return this.refuseAttribute(pathText(this.path), why);
  }
}

function ownEntries(input: object, refuse: (why: string) => never): [string, unknown][] {
  if (Object.getOwnPropertySymbols(input).length > 0) return refuse('has a symbol as a name');
  return Object.entries(input);
}

// Of any realm: a plain object's prototype is null, or has none itself.
function isPlain(input: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(input);
  return (
    prototype === null ||
    (typeof prototype === 'object' && Object.getPrototypeOf(prototype) === null)
  );
}

function identityOf(value: AttributeValue): string {
  if (value.N !== undefined) return canonicalNumber(value.N);
  return value.B === undefined ? value.S! : Buffer.from(value.B).toString('base64');
}

function nameOf(input: unknown): string {
  if (input === undefined || input === null) return String(input);
  if (typeof input !== 'object') return `a ${typeof input}`;
  if (types.isDate(input)) return 'a Date; store its toISOString() or its getTime()';
  if (Array.isArray(input)) return 'a list';
  return `an instance of ${classNameOf(input)}; give its plain fields`;
}

function classNameOf(input: object): string {
  const constructor: unknown = (input as { constructor?: unknown }).constructor;
  return typeof constructor === 'function' && constructor.name !== ''
    ? constructor.name
    : 'a class';
}
