/**
 * Owns: the table as the example uses it, wherever it is: a sink to write it, a scan to read it back,
 *   and what has to be let go afterwards.
 * Refuses: to retry, batch or wait; the sink does.
 */
import { DynamoDBClient, ScanCommand, type AttributeValue } from '@aws-sdk/client-dynamodb';
import { seconds, type Milliseconds, type RuntimeLimits, type Sink } from '@millrace/core';
import { dynamoDbSink, put, type ClientSettings } from '@millrace/dynamodb';
import { throttlingEndpoint } from '@millrace/dynamodb/simulator';
import { delayRow, type DelayRow } from './delay-row.js';
import { embeddedDynamoDb } from './embedded-dynamodb.js';
import type { DayOfDelays } from './flight-delays-job.js';
import { SLOW_JOB_LIMITS, SLOW_SINK_LIMITS } from './slow-limits.js';
import { localSettings, type TablePlace } from './table-place.js';

/** Nobody wants to wait for a minute to hear that nothing answers. */
const OPEN_MS_MAX: Milliseconds = seconds(3);

export interface DelayTable extends AsyncDisposable {
  /** As a sentence calls it: `the table "delays" at http://localhost:8000`. */
  readonly name: string;
  readonly sink: Sink<DayOfDelays>;
  /** Limits of the job that go with the table's pace. */
  readonly jobLimits: Partial<RuntimeLimits>;
  rows(): Promise<readonly DelayRow[]>;
}

export const DEFAULT_TABLE = 'flight-delays';

export async function openDelayTable(place: TablePlace): Promise<DelayTable> {
  switch (place.is) {
    case 'outside':
      return outsideTable(place);
    case 'embedded':
      return embeddedTable();
    case 'slow':
      return slowTable(place.unitsPerSecond);
  }
}

type SinkLimits = NonNullable<Parameters<typeof dynamoDbSink>[0]['limits']>;

function outsideTable(place: TablePlace & { readonly is: 'outside' }): DelayTable {
  const { table, settings } = place;
  const where = settings.endpoint === undefined ? '' : ` at ${settings.endpoint}`;
  return {
    name: `the table "${table}"${where}`,
    sink: sinkTo(table, settings),
    jobLimits: {},
    rows: () => scan(table, settings),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

async function embeddedTable(): Promise<DelayTable> {
  const database = await embeddedDynamoDb(DEFAULT_TABLE);
  const settings = localSettings(database.endpoint);
  return {
    name: 'an embedded DynamoDB table',
    sink: sinkTo(DEFAULT_TABLE, settings),
    jobLimits: {},
    rows: () => scan(DEFAULT_TABLE, settings),
    [Symbol.asyncDispose]: () => database.close(),
  };
}

async function slowTable(unitsPerSecond: number): Promise<DelayTable> {
  const database = await embeddedDynamoDb(DEFAULT_TABLE);
  const slow = await throttlingEndpoint({
    target: database.endpoint,
    unitsPerSecond,
    // A second's worth, so that no unit is lost while the sink backs off.
    burstUnits: unitsPerSecond,
  });
  return {
    name: 'a slow embedded DynamoDB table',
    sink: sinkTo(DEFAULT_TABLE, localSettings(slow.url), SLOW_SINK_LIMITS),
    jobLimits: SLOW_JOB_LIMITS,
    rows: () => scan(DEFAULT_TABLE, localSettings(database.endpoint)),
    [Symbol.asyncDispose]: async () => {
      await slow.close();
      await database.close();
    },
  };
}

function sinkTo(
  table: string,
  settings: ClientSettings,
  limits: SinkLimits = {},
): Sink<DayOfDelays> {
  return dynamoDbSink<DayOfDelays>({
    ...settings,
    table,
    limits,
    openMsMax: OPEN_MS_MAX,
    write: (day) => put(delayRow(day)),
  });
}

async function scan(TableName: string, settings: ClientSettings): Promise<readonly DelayRow[]> {
  const client = new DynamoDBClient(settings);
  const rows: DelayRow[] = [];
  let from: Record<string, AttributeValue> | undefined;
  do {
    const page = await client.send(
      new ScanCommand({ TableName, ConsistentRead: true, ExclusiveStartKey: from }),
    );
    rows.push(...(page.Items ?? []).map(storedRow));
    from = page.LastEvaluatedKey;
  } while (from !== undefined);
  client.destroy();
  return rows;
}

function storedRow(item: Record<string, AttributeValue>): DelayRow {
  const number = (name: keyof DelayRow) => Number(item[name]?.N);
  return {
    airport: String(item['airport']?.S),
    day: String(item['day']?.S),
    flights: number('flights'),
    delayed: number('delayed'),
    meanDelay: number('meanDelay'),
    worstDelay: number('worstDelay'),
  };
}
