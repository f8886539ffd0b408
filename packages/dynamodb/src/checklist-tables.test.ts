import { defineJob, fromArray, runJob } from '@millrace/core';
import {
  embeddedTables,
  settings,
  type EmbeddedTables,
} from '../simulator/embedded-table.fixture.js';
import { puts } from '../simulator/job-world.fixture.js';
import { dynamoDbSink } from './dynamodb-sink.js';
import type { DynamoDbSinkOptions } from './sink-options.js';
import { put, type Write } from './write.js';

describe('through the real client, against dynalite', () => {
  let tables: EmbeddedTables;
  beforeAll(async () => {
    tables = await embeddedTables();
    await tables.createTable('rows', { pk: 'S' });
  });
  afterAll(() => tables.close());

  async function run(writes: readonly Write[], options: Partial<DynamoDbSinkOptions<Write>> = {}) {
    const sink = dynamoDbSink<Write>({
      ...settings(tables.endpoint),
      table: 'rows',
      write: (write) => write,
      openMsMax: 500,
      ...options,
    });
    const job = defineJob('rows', (env) => {
      env.fromSource(fromArray(writes), { uid: 'in' }).sinkTo(sink, { uid: 'out' });
    });
    const handle = await runJob(job);
    return handle.done;
  }

  it('CL-D25: 10 items are 10 rows', async () => {
    await run(Array.from({ length: 10 }, (_, v) => put({ pk: `ten-${String(v)}`, v })));
    const rows = (await tables.items('rows')).filter(({ pk }) => String(pk).startsWith('ten-'));
    expect(rows.map(({ v }) => v).sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('CL-D26: an item of 500 KB fails the job, and the message speaks of its size', async () => {
    const large = put({ pk: 'large', d: 'x'.repeat(500 * 1024) });
    await expect(run([put({ pk: 'small' }), large])).rejects.toThrow(
      /put of \{"pk":"large"\} to table "rows" was not sent: it has 512008 bytes; 409600 \(400 KB\)/,
    );
  });

  it('CL-D27: an unknown table fails the job for good', async () => {
    await expect(run(puts(1), { table: 'nowhere' })).rejects.toThrow(
      `There is no table "nowhere" at ${tables.endpoint}; create it, or check its name`,
    );
  });

  it('D9: 30 items of 399 KB are all stored', async () => {
    const d = 'x'.repeat(399 * 1024);
    const writes = Array.from({ length: 30 }, (_, v) => put({ pk: `near-${String(v)}`, d }));
    await expect(run(writes, { bufferBytesMax: 8 * 1024 * 1024 })).resolves.toMatchObject({
      ended: 'finished',
      unwritten: new Map(),
    });
    for (const { item: written } of writes) {
      expect(await tables.item('rows', { pk: (written as { pk: string }).pk })).toEqual(written);
    }
  });

  const environment = { ...process.env };
  afterEach(() => {
    process.env = { ...environment };
  });

  it('CL-D23: no region, a bad one, and no credentials fail the start with what to do', async () => {
    delete process.env['AWS_REGION'];
    process.env['AWS_CONFIG_FILE'] = 'no-such-file';
    const { credentials } = settings('');
    const none = dynamoDbSink<Write>({ table: 'rows', credentials, write: (write) => write });
    const job = (sink: typeof none) =>
      runJob(
        defineJob(
          'start',
          (env) =>
            void env.fromSource(fromArray(puts(1)), { uid: 'in' }).sinkTo(sink, { uid: 'out' }),
        ),
      );
    await expect((await job(none)).done).rejects.toThrow(
      'No region is set for table "rows"; give dynamoDbSink one, or set AWS_REGION.',
    );
    await expect(run(puts(1), { region: 'not a region' })).rejects.toThrow(
      'failed: Region not accepted: region="not a region" is not a valid hostname',
    );
    const missing = Object.assign(new Error('Could not load credentials from any providers'), {
      name: 'CredentialsProviderError',
    });
    await expect(run(puts(1), { credentials: () => Promise.reject(missing) })).rejects.toThrow(
      /The credentials for table "rows" .* are missing, expired or invalid \(Could not load.*; renew/,
    );
  });
});
