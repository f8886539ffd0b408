// Types flow from the source to the sink without an annotation, and a wrong one does not compile.
import {
  boundedOutOfOrderness,
  days,
  defineJob,
  forEachSink,
  fromArray,
  tumbling,
  type JobHandle,
} from '@millrace/core';
import { asyncSinkLimits } from '@millrace/core/connector';
import { dynamoDbSink, put } from '@millrace/dynamodb';
import { ndjsonFile } from '@millrace/files';
import { collectSink } from '@millrace/testing';

const flights = fromArray([{ origin: 'SFO', at: 0, delay: 12 }]);

export const delays = defineJob('delays', (env) => {
  const sums = env
    .fromSource(flights, { uid: 'flights', watermarks: boundedOutOfOrderness(0, (f) => f.at) })
    .keyBy((f) => [f.origin, f.delay > 0])
    .window(tumbling(days(1)))
    .aggregate(
      { createAccumulator: () => 0, add: (sum, f) => sum + f.delay, getResult: (sum) => sum },
      { uid: 'sums' },
    );
  sums.sinkTo(
    dynamoDbSink({
      table: 'delays',
      write: (sum) => {
        const airport: string = sum.key[0];
        const late: boolean = sum.key[1];
        return put({ airport, late, day: sum.window.start, delay: sum.value });
      },
    }),
    { uid: 'table' },
  );
  // @ts-expect-error -- the sums are numbers
  sums.map(({ value }) => value.toUpperCase());
  // @ts-expect-error -- a sink of texts does not take windows of numbers
  sums.sinkTo(forEachSink((text: string) => text.length));
});

// @ts-expect-error -- a flight has no destination
defineJob('wrong', (env) => void env.fromSource(flights).map((flight) => flight.destination));

// @ts-expect-error -- the limit is spelt wrong
asyncSinkLimits({ batchEntriesMost: 1 });

export const lines = ndjsonFile('lines.ndjson', { decode: (line) => String(line) });
export const collected: readonly number[] = collectSink<number>().values;
export const isReady = (handle: JobHandle): boolean => handle.health().status === 'ready';
