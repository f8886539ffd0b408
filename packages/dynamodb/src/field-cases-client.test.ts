import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { defineJob, fromArray, runJob, type JobHandle } from '@millrace/core';
import {
  embeddedTables,
  settings,
  type EmbeddedTables,
} from '../simulator/embedded-table.fixture.js';
import { puts } from '../simulator/job-world.fixture.js';
import {
  scriptedEndpoint,
  type Answer,
  type ScriptedEndpoint,
} from '../simulator/scripted-endpoint.fixture.js';
import { dynamoDbSink } from './dynamodb-sink.js';
import type { DynamoDbSinkOptions } from './sink-options.js';
import { put, type Write } from './write.js';

const quick = { backoffMsMin: 1, backoffMsMax: 5, lingerMsMax: 1 };

function jobOf(writes: readonly Write[], options: Partial<DynamoDbSinkOptions<Write>>) {
  const sink = dynamoDbSink<Write>({
    table: 't',
    write: (write) => write,
    limits: quick,
    ...options,
  });
  return defineJob('writes', (env) => {
    env.fromSource(fromArray(writes), { uid: 'in' }).sinkTo(sink, { uid: 'out' });
  });
}

const sinkMetrics = (handle: JobHandle) => handle.metrics().sinks['out']!;

describe('the real client against an endpoint that answers as the test says', () => {
  let endpoint: ScriptedEndpoint;
  let onBatch: (number: number) => Answer = () => ({ is: 'stored' });
  beforeEach(async () => {
    endpoint = await scriptedEndpoint((number) => onBatch(number));
  });
  afterEach(() => endpoint.close());

  const job = (writes: readonly Write[], options: Partial<DynamoDbSinkOptions<Write>> = {}) =>
    jobOf(writes, { ...settings(endpoint.url), ...options });

  it('FC-A26: each attempt is one HTTP request, and stop ends the attempts', async () => {
    const running: { handle?: JobHandle } = {};
    onBatch = (number) => {
      if (number === 7) void running.handle?.stop();
      return { is: 'refused', name: 'ProvisionedThroughputExceededException' };
    };
    const handle = await runJob(job(puts(25)));
    running.handle = handle;
    const { ended, unwritten } = await handle.done;
    expect(ended).toBe('stopped');
    expect(unwritten.get('out')?.records).toBe(25);
    expect(endpoint.batches).toEqual(Array(8).fill(25));
    expect(sinkMetrics(handle)).toMatchObject({ requests: 8, throttles: 7 });
  });

  it('FC-A27: after 60 resets all is delivered, with one request for each attempt', async () => {
    onBatch = (number) => (number < 60 || number % 10 === 0 ? { is: 'reset' } : { is: 'stored' });
    const limits = { ...quick, batchEntriesMax: 5, inFlightRequestsMax: 4 };
    const handle = await runJob(job(puts(300), { limits }));
    expect((await handle.done).ended).toBe('finished');
    expect(new Set(endpoint.stored).size).toBe(300);
    expect(sinkMetrics(handle)).toMatchObject({
      written: 300,
      refused: 0,
      requests: endpoint.batches.length,
    });
    // 60 batches of five, and one failure in ten: as many requests as a sink without a past needs.
    expect(endpoint.batches.length).toBeLessThanOrEqual(60 + 60 + 7);
  });

  it('a client of our own is destroyed with the job, and a given one is not', async () => {
    onBatch = () => ({ is: 'stored' });
    const own = await runJob(job(puts(3)));
    await own.done;
    await endpoint.drained();
    const client = new DynamoDBClient({ ...settings(endpoint.url), maxAttempts: 1 });
    const given = await runJob(jobOf(puts(3), { client }));
    await given.done;
    const open = endpoint.openSockets();
    expect(open).toBeGreaterThan(0);
    const { Table } = await client.send(new DescribeTableCommand({ TableName: 't' }));
    expect(Table?.TableStatus).toBe('ACTIVE');
    expect(endpoint.openSockets()).toBe(open);
    client.destroy();
    await endpoint.drained();
  });
});

describe('FC-A36: names that JavaScript treats specially', () => {
  let tables: EmbeddedTables;
  beforeAll(async () => {
    tables = await embeddedTables();
    await tables.createTable('rows', { pk: 'S' });
  });
  afterAll(() => tables.close());

  const written = async (item: unknown) => {
    const handle = await runJob(
      jobOf([put(item as object)], { ...settings(tables.endpoint), table: 'rows' }),
    );
    await handle.done;
    return (await tables.items('rows')).find(({ pk }) => pk === (item as { pk: string }).pk);
  };

  it('FC-A36: are stored', async () => {
    const item: unknown = JSON.parse(
      '{"pk":"1","constructor":"c","toString":"t","hasOwnProperty":1}',
    );
    expect(await written(item)).toEqual(item);
    const bare = Object.assign(Object.create(null) as object, { pk: '2', in: Object.create(null) });
    expect(await written(bare)).toEqual({ pk: '2', in: {} });
  });

  it.each<[string, unknown, string]>([
    ['__proto__', JSON.parse('{"pk":"3","__proto__":{"x":1},"constructor":"c"}'), '__proto__'],
    [
      'a deep __proto__',
      JSON.parse('{"pk":"4","in":[{"__proto__":1}]}'),
      'in[0] has a member __proto__',
    ],
    ['a lone surrogate', { pk: '5', text: '\ud800' }, 'attribute text has a lone surrogate'],
    ['a name that is one', { pk: '6', in: { '\ud800': 1 } }, 'has a lone surrogate'],
  ])('FC-A36: %s is refused with its path, and nothing of it is stored', async (_, item, words) => {
    await expect(written(item)).rejects.toThrow(words);
    const { pk } = item as { pk: string };
    await expect(written(item)).rejects.toThrow(
      `The put of {"pk":"${pk}"} to table "rows" was not sent`,
    );
    expect((await tables.items('rows')).some((row) => row['pk'] === pk)).toBe(false);
  });
});
