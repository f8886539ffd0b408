import { seededRandom } from '@millrace/testing';
import type { AsyncSinkLimits } from '@millrace/core/connector';
import { faultsAtRandom, type FaultPlan } from '../simulator/fault.js';
import { throughputExceededError } from '../simulator/service-error.js';
import {
  SimulatedDynamoDb,
  type SimulatedDynamoDbOptions,
} from '../simulator/simulated-dynamodb.js';
import { simulatedDynamoDbSink } from '../simulator/simulated-sink.js';
import { ManualClock, SinkHarness } from '../simulator/sink-harness.fixture.js';
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

describe('the DynamoDB sink, against a simulated service', () => {
  it('D3: with keepAll both are written, in order, in requests of their own', async () => {
    const { harness, service } = world({ keepAll: true });
    await harness.write([put({ pk: 'u1', v: 1 }), put({ pk: 'u1', v: 2 })]);
    await harness.finish();
    expect(service.table.landed.map(({ item }) => item['v']!.N)).toEqual(['1', '2']);
    expect(service.inFlightPerKeyMax).toBe(1);
  });

  it('D9: a refused batch is resent one by one; the good land, the bad one is named', async () => {
    const isPoison = (item: Item) => pkOf(item) === 'k07';
    const { harness, service } = world({ isPoison });
    await harness.write(puts(25));
    await expect(harness.finish()).rejects.toThrow(/record \{"pk":"k07"\}.*were invalid/);
    expect(service.table.items()).toHaveLength(24);
  });

  it('D9: a bad item fails the job with its key, path and reason', async () => {
    const { harness, service } = world();
    await harness.until(() => harness.writer.credit() > 0);
    await expect(harness.write([put({ pk: '1', tags: ['a', undefined] })])).rejects.toThrow(
      'The put of {"pk":"1"} to table "t" was not sent: attribute tags[1] is undefined',
    );
    expect(service.received).toEqual([]);
  });

  it('D1, D3, N1: for 60 seeds of faults, every key ends with its last value', async () => {
    for (let seed = 1; seed <= 60; seed++) await oneSeed(seed);
  });

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
