import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  embeddedTables,
  settings,
  type EmbeddedTables,
} from '../simulator/embedded-table.fixture.js';
import { RealSink } from '../simulator/real-sink.fixture.js';
import { dynamoDbSink } from './dynamodb-sink.js';
import type { DynamoDbSinkOptions } from './sink-options.js';
import { decimal } from './decimal.js';
import { clientConfig, ownClientService } from './sdk-service.js';
import { deleteKey, put, type Write } from './write.js';

const sinkTo = (endpoint: string, options: Partial<DynamoDbSinkOptions<Write>> = {}) =>
  new RealSink(
    dynamoDbSink<Write>({
      ...settings(endpoint),
      table: 'rows',
      write: (write) => write,
      openMsMax: 200,
      ...options,
    }),
  );

describe('the sink through the real client, against dynalite', () => {
  let tables: EmbeddedTables;
  beforeAll(async () => {
    tables = await embeddedTables();
    await tables.createTable('rows', { pk: 'S', sk: 'N' });
    await tables.createTable('numbers', { pk: 'N' });
    await tables.createTable('bytes', { pk: 'B' });
  });
  afterAll(async () => {
    await tables.close();
  });

  it('puts 60 rows, replaces some and deletes others', async () => {
    const rows = Array.from({ length: 60 }, (_, sk) => put({ pk: 'a', sk, v: sk }));
    await sinkTo(tables.endpoint).writeAll(rows);
    const changes: Write[] = [
      put({ pk: 'a', sk: 1, v: 'new' }),
      deleteKey({ pk: 'a', sk: 2, v: 2 }),
    ];
    await sinkTo(tables.endpoint).writeAll(changes);
    const items = await tables.items('rows');
    expect(items).toHaveLength(59);
    expect(items.find(({ sk }) => sk === 1)).toEqual({ pk: 'a', sk: 1, v: 'new' });
    expect(items.find(({ sk }) => sk === 2)).toBeUndefined();
  });

  it('D8: spellings of one number are one key, and no digit is lost', async () => {
    const write = [
      put({ pk: decimal('1'), v: 1 }),
      put({ pk: decimal('1.0'), v: 2 }),
      put({ pk: 1000, v: 1 }),
      put({ pk: decimal('1e3'), v: 2 }),
      put({ pk: decimal('-0'), v: 1 }),
      put({ pk: 0, v: 2 }),
      put({ pk: 9007199254740995n, v: 2 }),
    ];
    await sinkTo(tables.endpoint, { table: 'numbers' }).writeAll(write);
    const items = await tables.items('numbers');
    expect(items.map(({ v }) => v)).toEqual([2, 2, 2, 2]);
    expect(items.map(({ pk }) => String(pk)).sort()).toEqual([
      '0',
      '1',
      '1000',
      '9007199254740995',
    ]);
  });

  it('D8: bytes as keys, and every type of attribute there and back', async () => {
    const item = {
      pk: new Uint8Array([0, 255]),
      constructor: 'c',
      list: [1, 'é', null, true],
      map: { deep: { er: [new Uint8Array([1])] } },
      set: new Set(['a', 'b']),
      empty: '',
    };
    await sinkTo(tables.endpoint, { table: 'bytes' }).writeAll([put(item), put(item)]);
    expect(await tables.items('bytes')).toEqual([item]);
  });

  it('a missing table is one clear sentence', async () => {
    await expect(sinkTo(tables.endpoint, { table: 'nowhere' }).writeAll([put({})])).rejects.toThrow(
      `There is no table "nowhere" at ${tables.endpoint}; create it, or check its name`,
    );
  });

  it('a missing table can be waited for', async () => {
    const sink = sinkTo(tables.endpoint, {
      table: 'later',
      missingTable: 'wait',
      openMsMax: 20_000,
    });
    const written = sink.writeAll([put({ pk: 'a' })]);
    await tables.createTable('later', { pk: 'S' });
    await written;
    expect(await tables.items('later')).toEqual([{ pk: 'a' }]);
  });

  it('D9: an item of 400 KB and one byte is refused before it is sent', async () => {
    const large = put({ pk: 'large', sk: 1, d: 'x'.repeat(409_600) });
    await expect(sinkTo(tables.endpoint).writeAll([large])).rejects.toThrow(
      /put of \{"pk":"large","sk":1\} to table "rows" was not sent: it has \d+ bytes; 409600/,
    );
  });

  it('N2: a sink that is closed while it uploads aborts, and reports what was not written', async () => {
    const sink = sinkTo(tables.endpoint);
    const d = 'x'.repeat(400_000);
    const left = await sink.writeAndClose([1, 2, 3].map((sk) => put({ pk: 'left', sk, d })));
    expect(left.records).toBe(3);
    expect(left.keys).toEqual([1, 2, 3].map((sk) => `{"pk":"left","sk":${String(sk)}}`));
  });

  it('N5: a refused connection is retried, then fails in one clear sentence', async () => {
    await expect(sinkTo('http://127.0.0.1:1').writeAll([put({})])).rejects.toThrow(
      /within 200 ms: Nothing answers for table "rows" at http:\/\/127\.0\.0\.1:1 \(.*ECONNREFUSED/,
    );
  });

  it('uses a given client and leaves it open', async () => {
    await sinkTo('', { client: tables.client }).writeAll([put({ pk: 'given', sk: 1 })]);
    const items = await tables.items('rows');
    expect(items.some(({ pk }) => pk === 'given')).toBe(true);
  });

  it('refuses a given client that retries by itself', async () => {
    const client = new DynamoDBClient(settings(tables.endpoint));
    await expect(sinkTo('', { client }).writeAll([put({})])).rejects.toThrow(
      'makes up to 4 attempts of its own, which would hide throttling',
    );
    client.destroy();
  });
});

describe('our own client', () => {
  const server: Server = createServer((request, response) => {
    hits += 1;
    request.resume().on('end', () => answer.call(undefined, response));
  });
  let hits = 0;
  let answer: (response: ServerResponse) => void = () => undefined;
  let endpoint = '';
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
    endpoint = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  });
  beforeEach(() => {
    hits = 0;
  });
  afterEach(() => {
    delete process.env['AWS_MAX_ATTEMPTS'];
    delete process.env['AWS_RETRY_MODE'];
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const never = () => new AbortController().signal;
  const requests = [{ PutRequest: { Item: { pk: { S: 'a' } } } }];

  it.each(['ThrottlingException', 'InternalServerError'])(
    '%s makes one HTTP request, whatever the environment says of retries',
    async (name) => {
      process.env['AWS_MAX_ATTEMPTS'] = '5';
      process.env['AWS_RETRY_MODE'] = 'adaptive';
      answer = (response) => {
        response.writeHead(name === 'InternalServerError' ? 500 : 400);
        response.end(JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${name}` }));
      };
      const service = ownClientService(settings(endpoint), 50);
      await expect(service.batchWriteItem('t', requests, never())).rejects.toMatchObject({ name });
      expect(hits).toBe(1);
      service.close();
    },
  );

  it('N1: UnprocessedItems may be absent', async () => {
    answer = (response) => response.end('{}');
    const service = ownClientService(settings(endpoint), 50);
    await expect(service.batchWriteItem('t', requests, never())).resolves.toEqual([]);
    service.close();
  });

  it('D2: an aborted request rejects at once', async () => {
    answer = () => undefined;
    const service = ownClientService(settings(endpoint), 50);
    const controller = new AbortController();
    const sent = service.batchWriteItem('t', requests, controller.signal);
    setTimeout(() => controller.abort(), 1);
    await expect(sent).rejects.toMatchObject({ name: 'AbortError' });
    service.close();
  });

  it('has a socket for each request that may be in flight', async () => {
    expect(clientConfig({}, 80)).toMatchObject({
      requestHandler: { httpAgent: { maxSockets: 80 }, httpsAgent: { maxSockets: 80 } },
    });
    let waiting: ServerResponse[] = [];
    answer = (response) => {
      waiting.push(response);
      if (waiting.length < 60) return;
      for (const held of waiting) held.end('{}');
      waiting = [];
    };
    const service = ownClientService(settings(endpoint), 60);
    const all = Array.from({ length: 60 }, () => service.batchWriteItem('t', requests, never()));
    await expect(Promise.all(all)).resolves.toHaveLength(60);
    service.close();
  });
});
