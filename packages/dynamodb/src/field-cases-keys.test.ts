import { fromArray, seconds } from '@millrace/core';
import { serviceError } from '../simulator/service-error.js';
import {
  atOnce,
  JobWorld,
  numberKey,
  pkOf,
  puts,
  stringKey,
  twoStringKeys,
} from '../simulator/job-world.fixture.js';
import { decimal } from './decimal.js';
import { dynamoDbSink } from './dynamodb-sink.js';
import type { DynamoDbSinkOptions } from './sink-options.js';
import type { Item } from './item.js';
import { deleteKey, put, type Write } from './write.js';

it('FC-A07: two puts of one key are no refused request, and one counts as replaced', async () => {
  const world = new JobWorld();
  const writes = [put({ pk: 'u1', v: 1 }), put({ pk: 'u2', v: 1 }), put({ pk: 'u1', v: 2 })];
  const { result } = await world.run(atOnce(...writes));
  expect(world.rows()).toEqual({ u1: '2', u2: '1' });
  expect(world.sizes()).toEqual([2]);
  expect(world.metrics()).toMatchObject({ accepted: 3, written: 2, replaced: 1, refused: 0 });
  expect(result).toMatchObject({ ended: 'finished', unwritten: new Map() });
});

describe('FC-A09: spellings of a number', () => {
  it.each<[string, unknown, unknown, string]>([
    ['1 and 1.0', decimal('1'), decimal('1.0'), '1.0'],
    ['1000 and 1e3', decimal('1000'), decimal('1e3'), '1e3'],
    ['0 and -0', decimal('0'), decimal('-0'), '0'],
    ['1 and 1n', 1, 1n, '1'],
  ])('FC-A09: %s are one key, and the later stands', async (_, first, second, spelling) => {
    const world = new JobWorld({ description: numberKey });
    await world.run(atOnce(put({ pk: first, v: 1 }), put({ pk: second, v: 2 })));
    expect(world.rows()).toEqual({ [spelling]: '2' });
    expect(world.sizes()).toEqual([1]);
    expect(world.metrics()).toMatchObject({ refused: 0, retries: 0, replaced: 1 });
    const inOrder = new JobWorld({ description: numberKey, sink: { keepAll: true } });
    await inOrder.run(atOnce(put({ pk: first, v: 1 }), put({ pk: second, v: 2 })));
    expect(inOrder.service.table.landed.map(({ item }) => item['v']?.N)).toEqual(['1', '2']);
    expect(inOrder.metrics()).toMatchObject({ refused: 0, retries: 0 });
  });
});

describe('FC-A12: a delete by a whole record', () => {
  const record = { op: 'delete', pk: 'k1', sk: 'x', name: 'n', qty: 3 };

  it.each([
    ['one key', stringKey, { pk: { S: 'k1' } }],
    ['two keys', twoStringKeys, { pk: { S: 'k1' }, sk: { S: 'x' } }],
  ])('FC-A12: sends the key attributes alone, to a table of %s', async (_, description, key) => {
    const world = new JobWorld({ description });
    const inserts = [0, 1, 2, 3].map((n) => put({ pk: `k${String(n)}`, sk: 'x', qty: n }));
    await world.run(atOnce(...inserts, deleteKey(record)));
    const deletes = world.service.received.flatMap(({ requests }) =>
      requests.flatMap(({ DeleteRequest }) => DeleteRequest ?? []),
    );
    expect(deletes).toEqual([{ Key: key }]);
    expect(world.service.table.items().map(pkOf)).toEqual(['k0', 'k2', 'k3']);
    expect(world.metrics()).toMatchObject({ refused: 0 });
  });

  it('FC-A12, CL-D37: without known keys the job does not start, and says what is missing', async () => {
    const denied = serviceError({
      name: 'AccessDeniedException',
      message: 'not authorized to perform dynamodb:DescribeTable',
    });
    const world = new JobWorld({
      around: (service) =>
        Object.assign(Object.create(service) as typeof service, {
          describeTable: () => Promise.reject(denied),
        }),
    });
    await expect(world.run(atOnce(deleteKey(record)))).rejects.toThrow(
      /Access to table "t" in eu-west-1 is denied.*allow dynamodb:DescribeTable/,
    );
    expect(world.metrics()).toMatchObject({ accepted: 0, requests: 0 });
  });

  it('CL-D37: a delete has the key attributes alone, and one without a key is refused', async () => {
    const world = new JobWorld({ description: twoStringKeys });
    await world.run(atOnce(deleteKey(record)));
    expect(world.service.received[0]!.requests).toEqual([
      { DeleteRequest: { Key: { pk: { S: 'k1' }, sk: { S: 'x' } } } },
    ]);
    const other = new JobWorld({ description: twoStringKeys });
    await expect(other.run(atOnce(deleteKey({ pk: 'k1' })))).rejects.toThrow(
      'The delete of {"pk":"k1","sk":missing} to table "t" was not sent: attribute sk is missing',
    );
  });
});

describe('FC-B09: messages whose id is always 0', () => {
  interface Message {
    readonly id: 0;
    readonly partition: number;
    readonly offset: number;
  }
  const messages: readonly Message[] = Array.from({ length: 100 }, (_, offset) => ({
    id: 0,
    partition: 7,
    offset,
  }));
  const ofMessage = ({ partition, offset }: Message) =>
    put({ pk: `${String(partition)}/${String(offset)}`, v: offset });

  it('FC-B09: a job without a mapping is not even built', () => {
    const forgotten = {
      table: 't',
      region: 'eu-west-1',
    } as unknown as DynamoDbSinkOptions<Message>;
    expect(() => dynamoDbSink(forgotten)).toThrow(
      'dynamoDbSink for table "t" has no write; give a function that makes put(item)',
    );
  });

  it('FC-B09: mapped by partition and offset they are 100 rows, also when they come again', async () => {
    const world = new JobWorld();
    await world.run(atOnce(...messages.map(ofMessage)));
    expect(world.service.table.items()).toHaveLength(100);
    await world.run(atOnce(...messages.map(ofMessage)));
    expect(world.service.table.items()).toHaveLength(100);
  });

  it('FC-B09: a mapping that gives no key is refused, and not made up', async () => {
    const world = new JobWorld();
    await expect(world.run(atOnce(...messages.map((message) => put(message))))).rejects.toThrow(
      'attribute pk is missing, and it is a key of the table',
    );
    expect(world.service.table.items()).toEqual([]);
  });
});

describe('FC-A34: a hot key', () => {
  // Nine of ten records are of one key, and nine of ten of its attempts are handed back.
  const writesOf = (count: number): readonly Write[] =>
    Array.from({ length: count }, (_, v) =>
      put({ pk: v % 10 === 0 ? `c${String((v / 10) % 1000)}` : 'hot', v }),
    );

  function hotWorld(keepAll: boolean) {
    let attempts = 0;
    const acceptedAt = new Map<string, number>();
    const world: JobWorld = new JobWorld({
      faults: () => ({
        is: 'unprocessed',
        handsBack: (item: Item) => pkOf(item) === 'hot' && attempts++ % 10 !== 9,
      }),
      sink: {
        keepAll,
        limits: { bufferRecordsMax: 1000 },
        write: (write) => {
          const { pk } = write.item as { pk: string };
          if (!acceptedAt.has(pk)) acceptedAt.set(pk, world.clock.now());
          return write;
        },
      },
    });
    const longestColdMs = () =>
      Math.max(
        ...world.service.table.landed
          .filter(({ key }) => key !== 'hot')
          .map(({ key, at }) => at - acceptedAt.get(key)!),
      );
    return { world, longestColdMs };
  }

  it('FC-A34: 10,000 records: cold keys flow, memory is bounded, a metric names the hot one', async () => {
    const { world, longestColdMs } = hotWorld(false);
    await world.runSource(fromArray(writesOf(10_000)));
    expect(world.service.table.items()).toHaveLength(1001);
    expect(world.rows()['hot']).toBe('9999');
    expect(longestColdMs()).toBeLessThan(seconds(6));
    const { maxBuffered, throttledKeys, refused } = world.metrics();
    expect(Number(maxBuffered)).toBeLessThanOrEqual(1000);
    expect(throttledKeys).toEqual([expect.stringMatching(/^\{"pk":"hot"\}: \d+$/)]);
    expect(refused).toBe(0);
  });

  it('FC-A34: with every write kept, the hot key keeps its order and the source waits', async () => {
    const { world, longestColdMs } = hotWorld(true);
    await world.runSource(fromArray(writesOf(1_500)));
    const hot = world.service.table.landed.filter(({ key }) => key === 'hot');
    const values = hot.map(({ item }) => Number(item['v']!.N));
    expect(values).toEqual([...values].sort((left, right) => left - right));
    expect(values).toHaveLength(1_350);
    expect(world.service.table.items()).toHaveLength(151);
    expect(world.service.inFlightPerKeyMax).toBe(1);
    expect(longestColdMs()).toBeLessThan(seconds(6));
    expect(Number(world.metrics()['maxBuffered'])).toBe(1000);
    expect(Number(world.metrics()['demandStops'])).toBeGreaterThan(0);
  });
});

it('FC-A07: a delete and a put of one key are one request as well', async () => {
  const world = new JobWorld();
  const [first] = puts(1);
  await world.run(atOnce(first!, deleteKey({ pk: 'k00' })));
  expect(world.service.table.items()).toEqual([]);
  expect(world.metrics()).toMatchObject({ accepted: 2, written: 1, replaced: 1, refused: 0 });
});
