/**
 * Owns: a job that writes to a table, is stopped or cannot start, and what is open afterwards: with a
 *   client of the sink's own, or a given one (FC-G05).
 */
import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { defineJob, runJob, type JobHandle } from '@millrace/core';
import { dynamoDbSink, put } from '@millrace/dynamodb';
import { endlessSource } from '@millrace/testing';
import { tell } from './row-table.fixture.js';

const [how, endpoint = ''] = process.argv.slice(2);

const settings = {
  endpoint,
  region: 'local',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
};
const given = how === 'given' ? new DynamoDBClient({ ...settings, maxAttempts: 1 }) : undefined;

const sink = dynamoDbSink<number>({
  table: 'orders',
  write: (n) => put({ airport: 'SFO', day: String(n % 100) }),
  limits: { openMsMax: 200 },
  ...(given === undefined ? settings : { client: given }),
});

const job = defineJob('orders', (env) => {
  env.fromSource(endlessSource((n) => n)).sinkTo(sink, { uid: 'table' });
});

let destroyed = 0;
const { destroy } = DynamoDBClient.prototype;
DynamoDBClient.prototype.destroy = function (this: DynamoDBClient): void {
  destroyed += 1;
  destroy.call(this);
};

async function main(): Promise<void> {
  const handle = await runJob(job);
  if (how !== 'refused') {
    await untilWritten(handle);
    void handle.stop();
    if (how === 'stopped twice') void handle.stop();
  }
  const ended = await handle.done.then(
    (result) => result.ended,
    (error: unknown) => String(error),
  );
  await turn();
  tell({
    ended,
    handles: handles(),
    destroyed,
    ...(given && { afterwards: await statusOf(given) }),
  });
  given?.destroy();
}

async function untilWritten(handle: JobHandle): Promise<void> {
  while (!((handle.metrics().sinks['table']?.['written'] as number) > 0)) await turn();
}

const turn = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, 1));

/** What keeps the process alive, but for the pipe that it tells through. */
const handles = (): readonly string[] =>
  process.getActiveResourcesInfo().filter((name) => name !== 'PipeWrap');

async function statusOf(client: DynamoDBClient): Promise<string | undefined> {
  const { Table } = await client.send(new DescribeTableCommand({ TableName: 'orders' }));
  return Table?.TableStatus;
}

void main();
