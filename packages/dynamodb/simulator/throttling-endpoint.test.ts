import { ownClientService } from '../src/sdk-service.js';
import { dynamoDbSink } from '../src/dynamodb-sink.js';
import { put, type Write } from '../src/write.js';
import { embeddedTables, settings, type EmbeddedTables } from './embedded-table.fixture.js';
import { RealSink } from './real-sink.fixture.js';
import { throttlingEndpoint } from './throttling-endpoint.js';
import { WriteUnitBucket } from './write-unit-bucket.js';

const requestsOf = (count: number, d = '') =>
  Array.from({ length: count }, (_, at) => ({
    PutRequest: { Item: { pk: { S: `k${String(at)}` }, d: { S: d } } },
  }));
const signal = new AbortController().signal;

describe('a bucket of write units', () => {
  it('fills with time up to its burst, and lets a large write pass when it is full', () => {
    const time = { at: 0, now: () => time.at };
    const bucket = new WriteUnitBucket({ unitsPerSecond: 10, burstUnits: 5 }, time);
    expect(bucket.tryTake(5)).toBe(true);
    expect(bucket.tryTake(1)).toBe(false);
    time.at = 100;
    expect(bucket.tryTake(1)).toBe(true);
    time.at = 10_000;
    expect(bucket.tryTake(400)).toBe(true);
    time.at = 20_000;
    expect(bucket.tryTake(1)).toBe(false);
  });
});

describe('the throttling endpoint', () => {
  let tables: EmbeddedTables;
  beforeAll(async () => {
    tables = await embeddedTables();
    await tables.createTable('rows', { pk: 'S' });
  });
  afterAll(async () => {
    await tables.close();
  });

  async function slowService(unitsPerSecond: number, burstUnits: number) {
    const time = { at: 0, now: () => time.at };
    const target = tables.endpoint;
    const slow = await throttlingEndpoint({ target, unitsPerSecond, burstUnits, time });
    const service = ownClientService(settings(slow.url), 10);
    return { slow, service, time };
  }

  it('passes on what fits, hands back the rest, and throws when nothing fits', async () => {
    const { slow, service, time } = await slowService(10, 10);
    const returned = await service.batchWriteItem('rows', requestsOf(25), signal);
    expect(returned).toEqual(requestsOf(25).slice(10));
    expect(await tables.items('rows')).toHaveLength(10);
    await expect(service.batchWriteItem('rows', requestsOf(25), signal)).rejects.toMatchObject({
      name: 'ProvisionedThroughputExceededException',
      ThrottlingReasons: [{ reason: 'TableWriteProvisionedThroughputExceeded' }],
    });
    time.at = 500;
    expect(await service.batchWriteItem('rows', requestsOf(7), signal)).toHaveLength(2);
    service.close();
    await slow.close();
  });

  it('charges a unit for each KB begun', async () => {
    const { slow, service } = await slowService(10, 10);
    const returned = await service.batchWriteItem('rows', requestsOf(25, 'x'.repeat(1500)), signal);
    expect(returned).toHaveLength(20);
    service.close();
    await slow.close();
  });

  it('forwards other operations, and errors as they are', async () => {
    const { slow, service } = await slowService(10, 10);
    await expect(service.describeTable('rows', signal)).resolves.toMatchObject({
      TableName: 'rows',
    });
    await expect(service.describeTable('none', signal)).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    });
    const twice = [...requestsOf(1), ...requestsOf(1)];
    await expect(service.batchWriteItem('rows', twice, signal)).rejects.toMatchObject({
      name: 'ValidationException',
      message: expect.stringContaining('duplicates'),
    });
    service.close();
    await slow.close();
  });

  it('throttles the sink, which writes everything all the same', async () => {
    const slow = await throttlingEndpoint({
      target: tables.endpoint,
      unitsPerSecond: 1000,
      burstUnits: 20,
    });
    const sink = new RealSink(
      dynamoDbSink<Write>({
        ...settings(slow.url),
        table: 'rows',
        write: (write) => write,
        limits: {
          bufferRecordsMax: 100,
          inFlightRequestsMax: 4,
          backoffMsMin: 5,
          backoffMsMax: 50,
        },
      }),
    );
    await sink.writeAll(Array.from({ length: 300 }, (_, at) => put({ pk: `s${String(at)}` })));
    const metrics = sink.writer.metrics();
    expect(metrics['visited']).toContain('throttled');
    expect(metrics).toMatchObject({ written: 300 });
    expect(Number(metrics['demandStops'])).toBeGreaterThan(0);
    const items = await tables.items('rows');
    expect(items.filter(({ pk }) => String(pk).startsWith('s'))).toHaveLength(300);
    await slow.close();
  });

  it('answers nobody after close', async () => {
    const slow = await throttlingEndpoint({ target: tables.endpoint, unitsPerSecond: 1 });
    await slow.close();
    const service = ownClientService(settings(slow.url), 1);
    await expect(service.describeTable('rows', signal)).rejects.toMatchObject({
      message: expect.stringContaining('ECONNREFUSED'),
    });
    service.close();
  });

  it('breaks the connection when the endpoint behind is gone', async () => {
    const slow = await throttlingEndpoint({ target: 'http://127.0.0.1:1', unitsPerSecond: 1 });
    const service = ownClientService(settings(slow.url), 1);
    await expect(service.describeTable('rows', signal)).rejects.toMatchObject({
      message: expect.stringContaining('socket hang up'),
    });
    service.close();
    await slow.close();
  });
});
