/** Values that people have lost, or that have cost them other items: whole jobs at one table. */
import { isMillraceError, type MillraceError } from '@millrace/core';
import { atOnce, JobWorld, numberKey, pkOf, puts } from '../simulator/job-world.fixture.js';
import { put, type Write } from './write.js';

/** Runs writes at once, and says what failed the job, what is stored and what is reported. */
async function outcomeOf(...writes: readonly Write[]) {
  const world = new JobWorld();
  const error = await world.run(atOnce(...writes)).then(
    () => undefined,
    (cause: unknown) => refusalAmong(cause),
  );
  const items = world.service.table.items();
  const stored = Object.fromEntries(items.map((item) => [pkOf(item), item]));
  return { error, stored, unwritten: world.unwritten(), metrics: world.metrics() };
}

/** The sink's own error, wherever the job's error has it. */
function refusalAmong(cause: unknown): MillraceError {
  for (let error = cause; isMillraceError(error); error = error.cause) {
    if (error.code === 'SINK_RECORD_REFUSED') return error;
  }
  throw cause;
}

/** The clean ones, with a bad one in their midst: the others are before it and beside it. */
function amid(clean: readonly Write[], ...bad: readonly Write[]): readonly Write[] {
  const before = Math.floor(clean.length / 2);
  return [...clean.slice(0, before), ...bad, ...clean.slice(before)];
}

const clean = (count: number) => puts(count);
const keysOf = (writes: readonly Write[]) =>
  writes.map(({ item }) => String((item as { pk: unknown }).pk)).sort();

describe('FC-A13: an attribute that is undefined', () => {
  const undefinedMember = put({ pk: '2', tags: ['a', undefined, 'c'] });
  // eslint-disable-next-line no-sparse-arrays -- the hole is the case.
  const hole = put({ pk: '3', tags: ['a', , 'c'] });

  it('FC-A13, D9: is absent; in a list it refuses that record alone, and 22 clean ones are stored', async () => {
    const note = put({ pk: '1', note: undefined });
    const others = clean(22);
    const { error, stored, unwritten } = await outcomeOf(
      ...amid(others, note, undefinedMember, hole),
    );
    expect(Object.keys(stored).sort()).toEqual(['1', ...keysOf(others)].sort());
    expect(stored['1']).toEqual({ pk: { S: '1' } });
    expect(error?.message).toContain('attribute tags[1] is undefined');
    expect(error).toMatchObject({ operator: 'out', key: '{"pk":"2"}' });
    expect(unwritten).toEqual({ records: 2, keys: ['{"pk":"2"}', '{"pk":"3"}'] });
  });

  it.each<[string, Write, string]>([
    ['undefined', undefinedMember, '{"pk":"2"}'],
    ['a hole', hole, '{"pk":"3"}'],
  ])('FC-A13: %s in a list is refused with its path, wherever it stands', async (_, bad, key) => {
    for (const writes of [[bad, ...clean(22)], [...clean(22), bad], [bad]]) {
      const { error, stored } = await outcomeOf(...writes);
      expect(error?.message).toContain('attribute tags[1] is undefined');
      expect(error?.key).toBe(key);
      expect(Object.keys(stored)).toHaveLength(writes.length - 1);
    }
  });
});

describe('FC-A16: dates, class instances, functions, getters', () => {
  class P {
    a = 1;
    fn = () => 1;
  }
  class G {
    get x() {
      return 1;
    }
  }
  const cyclic: Record<string, unknown> = { pk: 'bad' };
  cyclic['self'] = cyclic;

  it.each<[string, object, string]>([
    ['a Date', { pk: 'bad', at: new Date(0) }, 'attribute at is a Date; store its toISOString()'],
    ['a class instance', { pk: 'bad', p: new P() }, 'attribute p is an instance of P'],
    ['a function', { pk: 'bad', p: { ...new P() } }, 'attribute p.fn is a function'],
    ['an instance with a getter', { pk: 'bad', g: new G() }, 'attribute g is an instance of G'],
    ['a cyclic object', cyclic, 'in an object that holds itself'],
  ])('FC-A16, D9: %s is refused, and costs no other record', async (_, item, words) => {
    const others = clean(24);
    const { error, stored, unwritten } = await outcomeOf(...amid(others, put(item)));
    expect(error?.message).toContain(words);
    expect(error).toMatchObject({ operator: 'out', key: '{"pk":"bad"}' });
    expect(Object.keys(stored).sort()).toEqual(keysOf(others));
    expect(unwritten).toEqual({ records: 1, keys: ['{"pk":"bad"}'] });
  });

  it('FC-A16: a Map is a map, and a getter of a plain object is the value that it gives', async () => {
    const plain = {
      get x() {
        return 1;
      },
    };
    const { error, stored } = await outcomeOf(put({ pk: '1', m: new Map([['a', 1]]), plain }));
    expect(error).toBeUndefined();
    expect(stored['1']).toEqual({
      pk: { S: '1' },
      m: { M: { a: { N: '1' } } },
      plain: { M: { x: { N: '1' } } },
    });
  });
});

describe('FC-A18: numbers that the client accepts and the service refuses', () => {
  it.each<[string, unknown]>([
    ['39 digits', 123456789012345678901234567890123456789n],
    ['5e-324', 5e-324],
    ['1e-131', 1e-131],
  ])('FC-A18, D9: %s is reported alone, and 24 good records are stored', async (_, value) => {
    const others = clean(24);
    const { error, stored, unwritten, metrics } = await outcomeOf(
      ...amid(others, put({ pk: 'bad', value })),
    );
    expect(Object.keys(stored).sort()).toEqual(keysOf(others));
    expect(error?.message).toContain('attribute value');
    expect(error).toMatchObject({ operator: 'out', key: '{"pk":"bad"}' });
    expect(unwritten).toEqual({ records: 1, keys: ['{"pk":"bad"}'] });
    expect(metrics).toMatchObject({ accepted: 24, written: 24, refused: 1 });
  });
});

// The case has a restart from a checkpoint, too; this is what it says without one.
describe('a large integer', () => {
  const LARGE = 9007199254740995n;

  it('D8, D9: is the same text in the request and the table, as a value and as a key', async () => {
    const world = new JobWorld({ description: numberKey });
    await world.run(atOnce(put({ pk: LARGE, v: LARGE }), put({ pk: BigInt(String(LARGE)) + 1n })));
    expect(world.service.received[0]!.requests[0]).toEqual({
      PutRequest: { Item: { pk: { N: '9007199254740995' }, v: { N: '9007199254740995' } } },
    });
    expect(world.rows()).toEqual({
      '9007199254740995': '9007199254740995',
      '9007199254740996': undefined,
    });
  });

  it('D9: is the same text in a failure report', async () => {
    const world = new JobWorld({ description: numberKey });
    const failing = world.run(atOnce(put({ pk: LARGE, at: new Date(0) })));
    await expect(failing).rejects.toThrow('9007199254740995');
    expect(world.unwritten().keys).toEqual(['{"pk":9007199254740995}']);
  });

  it('D9: as a double, which has lost digits already, is refused with its path', async () => {
    const { error } = await outcomeOf(put({ pk: '1', v: Number('9007199254740995') }));
    expect(error?.message).toContain('attribute v is an integer beyond 2^53');
  });
});
