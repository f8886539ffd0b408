import { seededRandom } from '@millrace/testing';
import type { AsyncSinkLimits } from '@millrace/core/connector';
import { faultsAtRandom, faultsInTurn, type FaultPlan } from '../simulator/fault.js';
import { serviceError, throughputExceededError } from '../simulator/service-error.js';
import {
  SimulatedDynamoDb,
  type SimulatedDynamoDbOptions,
} from '../simulator/simulated-dynamodb.js';
import { simulatedDynamoDbSink } from '../simulator/simulated-sink.js';
import { ManualClock, SinkHarness } from '../simulator/sink-harness.fixture.js';
import { dynamoDbSink } from './dynamodb-sink.js';
import type { Item } from './item.js';
import { deleteKey, put, type Write } from './write.js';

const description = {
  KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' as const }],
  AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' as const }],
};

interface WorldOptions extends Partial<SimulatedDynamoDbOptions> {
  readonly seed?: number;
  readonly limits?: Partial<AsyncSinkLimits>;
  readonly keepAll?: boolean;
  readonly faultsOf?: (random: () => number) => FaultPlan;
}

function world({ seed = 1, limits, keepAll = false, ...options }: WorldOptions = {}) {
  const clock = new ManualClock();
  const random = seededRandom(seed);
  const service = new SimulatedDynamoDb({ clock, random, table: 't', description, ...options });
  const sink = simulatedDynamoDbSink<Write>(service, {
    table: 't',
    write: (write) => write,
    keepAll,
    ...(limits && { limits }),
  });
  return { clock, service, harness: new SinkHarness(sink, clock, random) };
}

const puts = (count: number) =>
  Array.from({ length: count }, (_, at) => put({ pk: `k${String(at).padStart(2, '0')}`, v: at }));
const pkOf = (item: Item) => item['pk']!.S!;
const values = (service: SimulatedDynamoDb) =>
  Object.fromEntries(service.table.items().map((item) => [pkOf(item), item['v']!.N]));
const sizes = (service: SimulatedDynamoDb) =>
  service.received.map(({ requests }) => requests.length);

describe('the DynamoDB sink, against a simulated service', () => {
  it('FC-A01: what comes back unprocessed is sent again, alone and after a wait', async () => {
    const back = new Set(['k07', 'k19']);
    const handsBack = (item: Item) => back.has(pkOf(item));
    const { harness, service } = world({ faults: faultsInTurn({ is: 'unprocessed', handsBack }) });
    await harness.write(puts(25));
    await harness.until(() => service.received.length === 2);
    expect(harness.writer.metrics()).toMatchObject({ written: 23, retries: 2 });
    await harness.finish();
    const again = service.received[1]!.requests.map(({ PutRequest }) => pkOf(PutRequest!.Item!));
    expect(again).toEqual(['k07', 'k19']);
    expect(service.received[1]!.at).toBeGreaterThan(service.received[0]!.at + 1);
    expect(service.table.items()).toHaveLength(25);
    expect(harness.writer.metrics()).toMatchObject({ written: 25, requests: 2 });
  });

  it('FC-A03: progress of one item a call is progress', async () => {
    const faults = () => ({
      is: 'unprocessed' as const,
      handsBack: (_: Item, at: number) => at > 0,
    });
    const { harness, service } = world({ faults });
    await harness.write(puts(25));
    await harness.finish();
    expect(sizes(service)).toEqual(Array.from({ length: 25 }, (_, at) => 25 - at));
    expect(service.table.items()).toHaveLength(25);
  });

  it('FC-A04, FC-A05: the 26th record after a refused batch, and never more than 25', async () => {
    const { harness, service } = world({
      faults: faultsInTurn({ is: 'unprocessed', handsBack: () => true }),
    });
    await harness.write(puts(25));
    await harness.until(() => harness.writer.metrics()['retries'] === 25);
    await harness.write(puts(26).slice(25));
    await harness.finish();
    expect(sizes(service)).toEqual([25, 25, 1]);
    expect(service.table.items()).toHaveLength(26);
  });

  it('FC-A07: two puts of one key make no refused request, and one is counted as replaced', async () => {
    const { harness, service } = world();
    await harness.write([
      put({ pk: 'u1', v: 1 }),
      put({ pk: 'u2', v: 1 }),
      put({ pk: 'u1', v: 2 }),
    ]);
    await harness.finish();
    expect(values(service)).toEqual({ u1: '2', u2: '1' });
    expect(sizes(service)).toEqual([2]);
    expect(harness.writer.metrics()).toMatchObject({ accepted: 3, written: 2, replaced: 1 });
  });

  it('D3: with keepAll both are written, in order, in requests of their own', async () => {
    const { harness, service } = world({ keepAll: true });
    await harness.write([put({ pk: 'u1', v: 1 }), put({ pk: 'u1', v: 2 })]);
    await harness.finish();
    expect(service.table.landed.map(({ item }) => item['v']!.N)).toEqual(['1', '2']);
    expect(service.inFlightPerKeyMax).toBe(1);
  });

  it('FC-B06: 100 records are 4 requests, and more than 25 a request is refused at build', async () => {
    const { harness, service } = world();
    await harness.write(puts(100));
    await harness.finish();
    expect(sizes(service)).toEqual([25, 25, 25, 25]);
    expect(() =>
      dynamoDbSink({ table: 't', write: () => put({}), limits: { batchEntriesMax: 100 } }),
    ).toThrow('batchEntriesMax is 100; DynamoDB takes at most 25 a request');
  });

  it('FC-A12: a delete removes its item', async () => {
    const { harness, service } = world();
    await harness.write([...puts(4), deleteKey({ pk: 'k01', v: 1, op: 'delete' })]);
    await harness.finish();
    expect(Object.keys(values(service))).toEqual(['k00', 'k02', 'k03']);
  });

  it('FC-A23: 25 items of 399 KB go in few requests, none above 16 MB', async () => {
    const { harness, service } = world();
    const d = 'x'.repeat(399 * 1024);
    await harness.write(Array.from({ length: 25 }, (_, at) => put({ pk: String(at), d })));
    await harness.finish();
    expect(sizes(service)).toEqual([25]);
    const control = '\u0001'.repeat(399 * 1024);
    await expectBatches(control, [6, 6, 6, 6, 1]);
  });

  async function expectBatches(d: string, batches: readonly number[]) {
    const { harness, service } = world();
    await harness.write(Array.from({ length: 25 }, (_, at) => put({ pk: String(at), d })));
    await harness.finish();
    expect(sizes(service)).toEqual(batches);
  }

  it.each([
    'ProvisionedThroughputExceededException',
    'ThrottlingException',
    'RequestLimitExceeded',
  ])('FC-A25: %s is waited out, three times', async (name) => {
    const error = serviceError({ name, message: 'slow down', status: 400 });
    const fault = { is: 'failed' as const, error };
    const { harness, service } = world({ faults: faultsInTurn(fault, fault, fault) });
    await harness.write(puts(25));
    await harness.finish();
    expect(service.table.items()).toHaveLength(25);
    expect(harness.writer.metrics()['visited']).toContain('throttled');
  });

  it('D9: a refused batch is resent one by one; the good land, the bad one is named', async () => {
    const isPoison = (item: Item) => pkOf(item) === 'k07';
    const { harness, service } = world({ isPoison });
    await harness.write(puts(25));
    await expect(harness.finish()).rejects.toThrow(/record \{"pk":"k07"\}.*were invalid/);
    expect(service.table.items()).toHaveLength(24);
  });

  it('FC-A33: a missing table fails the job before a record is taken, naming it', async () => {
    const { clock, service } = world();
    const options = { table: 'nowhere', region: 'eu-west-1', write: (write: Write) => write };
    const sink = simulatedDynamoDbSink<Write>(service, options);
    const harness = new SinkHarness(sink, clock, seededRandom(1));
    expect(harness.writer.credit()).toBe(0);
    await expect(harness.write(puts(1))).rejects.toThrow(
      'There is no table "nowhere" in eu-west-1; create it',
    );
  });

  it('FC-A13, FC-A18: a bad item fails the job with its key, path and reason', async () => {
    const { harness, service } = world();
    await harness.until(() => harness.writer.credit() > 0);
    await expect(harness.write([put({ pk: '1', tags: ['a', undefined] })])).rejects.toThrow(
      'The put of {"pk":"1"} to table "t" was not sent: attribute tags[1] is undefined',
    );
    expect(service.received).toEqual([]);
  });

  it('D1, D3, N1: for 60 seeds of faults, every key ends with its last value', async () => {
    for (let seed = 1; seed <= 60; seed++) await oneSeed(seed);
  }, 60_000);

  async function oneSeed(seed: number) {
    const random = seededRandom(seed);
    const shares = { unprocessed: 0.3, throttled: 0.15, reset: 0.1, silent: 0.05 };
    const { harness, service } = world({
      seed,
      latencyMs: { min: 1, max: 50 },
      keepAll: seed % 2 === 0,
      limits: {
        inFlightRequestsMax: 4,
        bufferRecordsMax: 40,
        batchEntriesMax: 10,
        requestMsMax: 500,
      },
      faults: faultsAtRandom(random, shares, () => throughputExceededError('t')),
    });
    const records = Array.from({ length: 150 }, (_, v) => {
      const pk = `k${String(Math.floor(random.next() * 20))}`;
      return random.next() < 0.1 ? deleteKey({ pk }) : put({ pk, v });
    });
    await harness.write(records);
    await harness.finish();
    expect(values(service)).toEqual(lastValues(records));
    expect(service.inFlightPerKeyMax).toBe(1);
    const { accepted, written, replaced } = harness.writer.metrics();
    expect([accepted, Number(written) + Number(replaced)]).toEqual([150, 150]);
  }

  function lastValues(records: readonly Write[]) {
    const rows = new Map<string, string>();
    for (const { operation, item } of records) {
      const { pk, v } = item as { pk: string; v: number };
      if (operation === 'put') rows.set(pk, String(v));
      else rows.delete(pk);
    }
    return Object.fromEntries(rows);
  }

  it('E3: the same seed gives the same requests at the same times', async () => {
    const trace = async () => {
      const shares = { unprocessed: 0.4, throttled: 0.2 };
      const faults = faultsAtRandom(seededRandom(7), shares, () => throughputExceededError('t'));
      const { harness, service } = world({ seed: 7, latencyMs: { min: 1, max: 20 }, faults });
      await harness.write(puts(60));
      await harness.finish();
      return service.received.map(({ at, requests }) => [at, requests.length]);
    };
    expect(await trace()).toEqual(await trace());
  });

  it('is throttled by a capacity in write units, and stops the source meanwhile', async () => {
    const limits = { bufferRecordsMax: 50, inFlightRequestsMax: 2 };
    const { harness, service, clock } = world({ capacity: { unitsPerSecond: 100 }, limits });
    await harness.write(
      puts(99).concat(Array.from({ length: 400 }, (_, v) => put({ pk: `x${String(v)}` }))),
    );
    await harness.finish();
    expect(service.table.items()).toHaveLength(499);
    expect(clock.now()).toBeGreaterThan(4_000);
    expect(Number(harness.writer.metrics()['demandStops'])).toBeGreaterThan(0);
    expect(Number(harness.writer.metrics()['maxBuffered'])).toBeLessThanOrEqual(50);
  });
});
