/**
 * Owns: the DynamoDB sink as it is, over a service that adds up the items and keeps none: what the
 *   sink itself costs, its lanes and batches and the making of items, without network and table.
 * Refuses: to be slow or to fail; `@millrace/dynamodb/simulator` has a service that does both, but it
 *   keeps every write.
 */
import type { Sink } from '@millrace/core/connector';
import { put } from '@millrace/dynamodb';
import { simulatedDynamoDbSink } from '@millrace/dynamodb/simulator';
import { delayRow, type DayOfDelays, type DelayRow } from '@millrace/examples/flight-delays';
import type { RowAdder } from './row-sums.js';

type Service = Parameters<typeof simulatedDynamoDbSink>[0];
type Write = Parameters<Service['batchWriteItem']>[1][number];
type Item = NonNullable<NonNullable<Write['PutRequest']>['Item']>;

const DESCRIPTION: Awaited<ReturnType<Service['describeTable']>> = {
  TableStatus: 'ACTIVE',
  KeySchema: [
    { AttributeName: 'airport', KeyType: 'HASH' },
    { AttributeName: 'day', KeyType: 'RANGE' },
  ],
  AttributeDefinitions: [
    { AttributeName: 'airport', AttributeType: 'S' },
    { AttributeName: 'day', AttributeType: 'S' },
  ],
};

export function addingDynamoDbSink(adder: RowAdder): Sink<DayOfDelays> {
  return simulatedDynamoDbSink<DayOfDelays>(addingService(adder), {
    table: 'delays',
    write: (day) => put(delayRow(day)),
  });
}

function addingService(adder: RowAdder): Service {
  return {
    describeTable: () => Promise.resolve(DESCRIPTION),
    batchWriteItem: (_, requests) => {
      for (const { PutRequest } of requests) adder.add(rowOf(PutRequest!.Item!));
      return Promise.resolve([]);
    },
    close: () => undefined,
  };
}

function rowOf(item: Item): DelayRow {
  const number = (name: keyof DelayRow): number => Number(item[name]?.N);
  return {
    airport: String(item['airport']?.S),
    day: String(item['day']?.S),
    flights: number('flights'),
    delayed: number('delayed'),
    meanDelay: number('meanDelay'),
    worstDelay: number('worstDelay'),
  };
}
