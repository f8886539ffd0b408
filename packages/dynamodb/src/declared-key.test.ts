import { createRun, appendRecord } from '@millrace/core/connector';
import { seededRandom } from '@millrace/testing';
import { SimulatedDynamoDb } from '../simulator/simulated-dynamodb.js';
import { simulatedDynamoDbSink } from '../simulator/simulated-sink.js';
import { ManualClock, SinkHarness } from '../simulator/sink-harness.fixture.js';
import { decimal } from './decimal.js';
import type { DeclaredKey } from './declared-key.js';
import { dynamoDbSink } from './dynamodb-sink.js';
import type { DynamoDbSinkOptions } from './sink-options.js';
import { settings } from '../simulator/embedded-table.fixture.js';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { deleteKey, put, type Write } from './write.js';

const description = {
  KeySchema: [
    { AttributeName: 'airport', KeyType: 'HASH' as const },
    { AttributeName: 'day', KeyType: 'RANGE' as const },
  ],
  AttributeDefinitions: [
    { AttributeName: 'airport', AttributeType: 'S' as const },
    { AttributeName: 'day', AttributeType: 'N' as const },
  ],
};

const sinkOf = (options: Partial<DynamoDbSinkOptions<Write>>) =>
  dynamoDbSink<Write>({ table: 'delays', write: (write) => write, ...options });

const keyOf = (write: Write, key: DeclaredKey = ['airport', 'day']) =>
  sinkOf({ key }).keyOf!(write);

function opened<T>(options: Pick<DynamoDbSinkOptions<T>, 'write' | 'key'>) {
  const clock = new ManualClock();
  const random = seededRandom(1);
  const service = new SimulatedDynamoDb({ clock, random, table: 'delays', description });
  const sink = simulatedDynamoDbSink<T>(service, {
    table: 'delays',
    region: 'eu-west-1',
    ...options,
  });
  return { service, harness: new SinkHarness(sink, clock, random) };
}

describe('D1: the declared key', () => {
  it('is what records are exchanged by; without one, a sink has one subtask', () => {
    expect(sinkOf({}).keyOf).toBeUndefined();
    expect(keyOf(put({ airport: 'JFK', day: 1 }))).not.toBe(keyOf(put({ airport: 'JFK', day: 2 })));
    expect(keyOf(put({ airport: 'a', day: 1 }), ['airport'])).toBe(
      keyOf(put({ airport: 'a', day: 2 }), ['airport']),
    );
  });

  it('D8: is compared as the service compares it, for a put and a delete alike', () => {
    const one = keyOf(put({ airport: 'JFK', day: 1, delayed: 42 }));
    for (const day of [1n, decimal('1.0'), decimal('1e0')]) {
      expect(keyOf(deleteKey({ airport: 'JFK', day }))).toBe(one);
    }
    expect(keyOf(put({ airport: 'a', day: 'bc' }))).not.toBe(
      keyOf(put({ airport: 'ab', day: 'c' })),
    );
    expect(keyOf(put({ airport: Buffer.from('a') }), ['airport'])).toBe(
      keyOf(put({ airport: new Uint8Array([97]) }), ['airport']),
    );
  });

  it('is the identity by which the lanes compare keys', async () => {
    const { harness, service } = opened<Write>({
      key: ['airport', 'day'],
      write: (write) => write,
    });
    const write = put({ airport: 'JFK', day: decimal('1.0') });
    await harness.write([write]);
    await harness.finish();
    expect(service.table.landed.map(({ key }) => key)).toEqual([keyOf(write)]);
  });

  it('D9: a record without a readable key fails in the sink, with the words of the sink', async () => {
    const broken = put({ airport: new Date(0), day: 1 });
    expect(keyOf(broken)).toBe(keyOf(put({ day: 2 })));
    const { harness } = opened<Write>({ key: ['airport', 'day'], write: (write) => write });
    await expect(harness.write([broken])).rejects.toThrow('attribute airport is a Date');
  });

  it.each<[DeclaredKey]>([[['day', 'airport']], [['airport']], [['airport', 'date']]])(
    'is verified when the table is asked: %j fails the job in one sentence',
    async (key) => {
      const { harness, service } = opened<Write>({ key, write: (write) => write });
      await expect(harness.write([put({ airport: 'JFK', day: 1 })])).rejects.toThrow(
        'The primary key of table "delays" in eu-west-1 is ["airport","day"], and dynamoDbSink was ' +
          `told ${JSON.stringify(key)}; give it the table's own`,
      );
      expect(service.received).toEqual([]);
    },
  );

  it.each([[[]], [['']], [['a', 'a']], [['a', 'b', 'c']], [[1]]])(
    'is refused at build when no table could have it: %j',
    (key) => {
      const odd = key as unknown as DeclaredKey;
      expect(() => sinkOf({ key: odd })).toThrow(`is ${JSON.stringify(key)}; give the name of its`);
    },
  );

  it('may not be made of the timestamp, which records are exchanged without', async () => {
    const { harness } = opened<string>({
      key: ['airport', 'day'],
      write: (airport, timestamp) => put({ airport, day: timestamp }),
    });
    await harness.until(() => harness.writer.credit() > 0);
    const run = createRun<string>(1);
    appendRecord(run, 'JFK', 17_532);
    expect(() => harness.writer.write(run)).toThrow(
      'The put of {"airport":"JFK","day":17532} to table "delays" was not sent: it has a key made ' +
        'of the timestamp',
    );
  });

  it('may stand beside attributes that are made of the timestamp', async () => {
    const { harness, service } = opened<string>({
      key: ['airport', 'day'],
      write: (airport, timestamp) => put({ airport, day: 1, at: timestamp + 1 }),
    });
    await harness.write(['JFK']);
    await harness.finish();
    expect(service.table.items()).toHaveLength(1);
  });
});

describe('D1: the destination of a sink', () => {
  const client = new DynamoDBClient(settings('http://127.0.0.1:1'));
  const other = new DynamoDBClient(settings('http://127.0.0.1:1'));
  afterAll(() => {
    client.destroy();
    other.destroy();
  });

  it.each<[Partial<DynamoDbSinkOptions<Write>>, string]>([
    [{ region: 'eu-west-1' }, 'dynamodb:eu-west-1/delays'],
    [{ region: 'local', endpoint: 'http://a:8000/' }, 'dynamodb:http://a:8000/delays'],
    [{}, 'dynamodb:default/delays'],
  ])('%j is %s', (options, destination) => {
    expect(sinkOf(options).destination).toBe(destination);
  });

  it('is one for one client, and another for another', () => {
    expect(sinkOf({ client }).destination).toBe(sinkOf({ client }).destination);
    expect(sinkOf({ client: other }).destination).not.toBe(sinkOf({ client }).destination);
    expect(sinkOf({ client, table: 'x' }).destination).not.toBe(sinkOf({ client }).destination);
  });
});
