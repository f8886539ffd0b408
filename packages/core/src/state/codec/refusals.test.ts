import { isMillraceError } from '../../model/error.js';
import { stateCodec } from './state-codec.js';

const codec = stateCodec();
const OWNER = 'state "seen" of "dedupe"';

class Account {
  readonly balance = 1;
}
class Tags extends Set<string> {}
class Lookup extends Map<string, number> {}
class Rows extends Array<number> {}
class Bytes extends Uint8Array {}

function cyclic(): object {
  const parent: Record<string, unknown> = { name: 'parent' };
  parent['children'] = [{ name: 'child' }, { parent }];
  return parent;
}

function nested(levels: number): unknown {
  let value: unknown = [];
  for (let level = 1; level < levels; level++) value = [value];
  return value;
}

const revoked = (): object => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
};

const withProperty = <T extends object>(value: T, name: PropertyKey): T =>
  Object.assign(value, { [name]: 1 });

/** What it is, where the sentence says that it is, and what the sentence says of it. */
const REFUSED: readonly (readonly [unknown, string, string])[] = [
  [{ items: [0, 1, 2, { price: () => 1 }] }, 'at .items[3].price there', 'is a function'],
  [() => 1, 'the value itself', 'is a function'],
  [Account, 'the value itself', 'is a function'],
  [{ id: Symbol('id') }, 'at .id there', 'is a symbol'],
  [{ id: Symbol.for('id') }, 'at .id there', 'is a symbol'],
  [{ a: { [Symbol('hidden')]: 1 } }, 'at .a there', 'is an object with a symbol as a key'],
  [[withProperty([1], Symbol('s'))], 'at [0] there', 'is an object with a symbol as a key'],
  [{ a: new Account() }, 'at .a there', 'is an object of class Account'],
  [{ a: new Tags() }, 'at .a there', 'is an object of class Tags'],
  [{ a: new Lookup() }, 'at .a there', 'is an object of class Lookup'],
  [{ a: new Rows() }, 'at .a there', 'is an object of class Rows'],
  [{ a: new Bytes(1) }, 'at .a there', 'is an object of class Bytes'],
  [Object.create({}), 'the value itself', 'is an object'],
  [Object.create(Object.create(null) as object), 'the value itself', 'with a prototype of its own'],
  [new Map([['k "1"', { f: Symbol.iterator }]]), 'at .get("k \\"1\\"").f there', 'is a symbol'],
  [new Map([[{ f: isNaN }, 1]]), 'at .keys()[0].f there', 'is a function'],
  [new Map([[7n, isNaN]]), 'at .get(7n) there', 'is a function'],
  [new Set([1, isNaN]), 'at .values()[1] there', 'is a function'],
  [{ 'a b': isNaN }, 'at ["a b"] there', 'is a function'],
  [
    {
      get now() {
        return 1;
      },
    },
    'at .now there',
    'is a getter or setter',
  ],
  [Object.defineProperty({}, 'now', { set: isNaN }), 'at .now there', 'is a getter or setter'],
  [Object.defineProperty({}, 'h', { value: 1 }), 'at .h there', 'that is not enumerable'],
  [/a/.exec('a'), 'at .index there', 'is a property that its container does not have'],
  [withProperty(new Map(), 'extra'), 'at .extra there', 'is a property that its container'],
  [withProperty(new Date(0), 'extra'), 'at .extra there', 'is a property that its container'],
  [withProperty([1], '01'), 'at ["01"] there', 'is a property that its container'],
  [Object(1), 'the value itself', 'is an object of class Number'],
  [Object('text'), 'the value itself', 'is an object of class String'],
  [Object(1n), 'the value itself', 'is an object of class BigInt'],
  [new Error('x'), 'the value itself', 'is an error'],
  [/a/, 'the value itself', 'is a RegExp'],
  [Promise.resolve(), 'the value itself', 'is an object of class Promise'],
  [new WeakMap(), 'the value itself', 'is an object of class WeakMap'],
  [new SharedArrayBuffer(1), 'the value itself', 'is an object of class SharedArrayBuffer'],
  [revoked(), 'the value itself', 'is an object that cannot be looked into'],
  [Object.create(Map.prototype), 'the value itself', 'is an object that cannot be looked into'],
  [Math, 'the value itself', 'is an object with a symbol as a key'],
  [{ root: cyclic() }, 'at .root.children[1].parent there', 'is an object that contains itself'],
  [nested(501), '[0][0] there', 'is a value inside more than 500 others'],
  [nested(100_000), '[0][0] there', 'is a value inside more than 500 others'],
];

function refusalOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (isMillraceError(error) && error.code === 'STATE_UNENCODABLE') return error.message;
    throw error;
  }
  return 'nothing was refused';
}

describe('what the codec refuses', () => {
  it.each(REFUSED.map(([value, where, what]) => ({ value, where, what })))(
    'K5: $where $what',
    ({ value, where, what }) => {
      const message = refusalOf(() => codec.encode(value, OWNER));
      expect(message).toMatch(/^In state "seen" of "dedupe", .*; .*\.$/);
      expect(message).toContain(where);
      expect(message).toContain(what);
      // What the first record of a channel is asked is what encoding would refuse.
      expect(
        refusalOf(() => {
          codec.assertEncodable(value, OWNER);
        }),
      ).toBe(message);
    },
  );

  it('K5: calls no getter, no toJSON and no iterator', () => {
    const called: string[] = [];
    const getter = {
      get value() {
        return called.push('getter');
      },
    };
    const iterable = Object.assign(new Map(), { [Symbol.iterator]: () => called.push('iterator') });
    const json = { toJSON: () => called.push('toJSON') };
    for (const value of [getter, iterable, json]) refusalOf(() => codec.encode(value, OWNER));
    expect(called).toEqual([]);
  });

  it('K5: an object that shares its parts without end is refused, not copied without end', () => {
    let value: unknown = new Uint8Array(0x800_0000);
    for (let doubled = 0; doubled < 30; doubled++) value = [value, value];
    expect(refusalOf(() => codec.encode(value, OWNER))).toContain(
      'more than 268435456 bytes can hold',
    );
  });

  it('accepts what can be encoded, and says nothing', () => {
    expect(codec.assertEncodable({ a: [new Map([[1, new Date(0)]])] }, OWNER)).toBeUndefined();
  });

  it('a writer that refused a value is spent: half of it is written', () => {
    const writer = codec.createWriter(OWNER);
    writer.write(1);
    const refusal = refusalOf(() => {
      writer.write({ a: 1, f: isNaN });
    });
    expect(refusal).toContain('at .f there is a function');
    expect(
      refusalOf(() => {
        writer.write(2);
      }),
    ).toBe(refusal);
    expect(refusalOf(() => writer.finish())).toBe(refusal);
  });

  it('a finished writer takes no more', () => {
    const writer = codec.createWriter(OWNER);
    writer.finish();
    const late = () => {
      writer.write(1);
    };
    expect(late).toThrow(expect.objectContaining({ code: 'CODEC_WRITER_FINISHED' }));
  });
});
