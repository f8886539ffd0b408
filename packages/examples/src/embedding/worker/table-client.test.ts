/** Whose client of DynamoDB is destroyed when a job ends. */
import { setImmediate as immediate } from 'node:timers/promises';
import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { runJob } from '@millrace/core';
import { dynamoDbSink, put, type DynamoDbSinkOptions } from '@millrace/dynamodb';
import { Intake } from '../intake.js';
import { pageViews, type PageCount, type PageView } from '../page-views.js';
import { startTableEndpoint, TABLE, type TableEndpoint } from '../table-endpoint.fixture.js';

let table: TableEndpoint;
beforeEach(async () => {
  table = await startTableEndpoint('answers');
});
afterEach(() => table.close());

const settings = () => ({
  endpoint: table.url,
  region: 'local',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
});

/** A job that has written a row and ended. */
async function written(how: Partial<DynamoDbSinkOptions<PageCount>>): Promise<void> {
  const write = (count: PageCount) => put({ ...count });
  const counts = dynamoDbSink<PageCount>({ table: TABLE, write, ...how });
  const intake = new Intake<PageView>({ recordsMax: 1 });
  intake.offer({ page: '/' });
  const handle = await runJob(pageViews({ views: intake.source, counts }));
  await handle.stop({ drain: true });
  expect(handle.metrics().sinks['counts']).toMatchObject({ written: 1 });
}

it('FC-G05: one that the sink made', async () => {
  await written(settings());
  // Otherwise its sockets stay open for the next request, and this does not end.
  while (table.connections() > 0) await immediate();
  expect(table.connections()).toBe(0);
});

it('FC-G05: not one that the user gave', async () => {
  const client = new DynamoDBClient({ ...settings(), maxAttempts: 1 });
  await written({ client });
  const open = table.connections();
  expect(open).toBeGreaterThan(0);
  const { Table } = await client.send(new DescribeTableCommand({ TableName: TABLE }));
  expect([Table?.TableName, table.connections()]).toEqual([TABLE, open]);
  client.destroy();
});
