import { fromArray, minutes, seconds } from '@millrace/core';
import { faultsInTurn, type Fault } from '../simulator/fault.js';
import { atOnce, JobWorld, puts } from '../simulator/job-world.fixture.js';
import { serviceError, throughputExceededError } from '../simulator/service-error.js';
import { put, type Write } from './write.js';

const failed = (error: Error): Fault => ({ is: 'failed', error });

describe('FC-A25: names for throttling', () => {
  const provisioned = 'TableWriteProvisionedThroughputExceeded';
  const keyRange = 'KeyRangeThroughputExceeded';
  const resource = 'arn:aws:dynamodb:eu-west-1:1:table/t';
  const throttled = (name: string, fields: object = {}) =>
    failed(serviceError({ name, message: 'slow down', status: 400, fields: { ...fields } }));
  const shapes: readonly (readonly [string, Fault, readonly string[]])[] = [
    [
      'reasons in capitals',
      throttled('ProvisionedThroughputExceededException', {
        ThrottlingReasons: [{ reason: provisioned, resource }],
      }),
      [`${provisioned} of ${resource}`],
    ],
    [
      'reasons in small letters',
      throttled('ThrottlingException', { throttlingReasons: [{ reason: keyRange, resource }] }),
      [`${keyRange} of ${resource}`],
    ],
    ['a name without reasons', throttled('RequestLimitExceeded'), []],
    ['no reasons', throttled('ProvisionedThroughputExceededException'), []],
    ['no reasons of the other', throttled('ThrottlingException'), []],
  ];

  it.each(shapes)(
    'FC-A25: %s: waited for three times, blamed on no record',
    async (_, fault, shown) => {
      const world = new JobWorld({ faults: faultsInTurn(fault, fault, fault) });
      const { result } = await world.run(atOnce(...puts(25)));
      expect(result.ended).toBe('finished');
      expect(world.sizes()).toEqual([25, 25, 25, 25]);
      for (const wait of world.waits()) expect(wait).toBeGreaterThan(1);
      expect(world.metrics()).toMatchObject({
        written: 25,
        refused: 0,
        throttles: 3,
        throttlingReasons: shown,
      });
    },
  );

  it('FC-A25: the error of a job that was throttled for too long gives the reason', async () => {
    const world = new JobWorld({ faults: () => shapes[1]![1], sink: { stalledMsMax: 1000 } });
    await expect(world.run(atOnce(...puts(1)))).rejects.toThrow(
      `took no write within 1000 ms: DynamoDB throttles writes to table "t" in eu-west-1 (${keyRange})`,
    );
  });
});

describe('FC-A26: a minute of throttling', () => {
  const faults = (world: () => JobWorld, untilMs: number) => () =>
    world().clock.now() < untilMs
      ? ({ is: 'failed', error: throughputExceededError('t') } as const)
      : ({ is: 'none' } as const);

  it('FC-A26: one request for each wait, and each wait shows in the metrics', async () => {
    const world: JobWorld = new JobWorld({ faults: faults(() => world, minutes(1)) });
    const states: unknown[] = [];
    await world.run(atOnce(...puts(25)), {
      during: ({ clock }) => {
        for (const at of [10, 30, 50]) {
          clock.after(seconds(at), () => states.push(world.metrics()['state']));
        }
      },
    });
    expect(states).toEqual(['throttled', 'throttled', 'throttled']);
    const { requests, throttles, throttlingReasons } = world.metrics();
    expect(throttles).toBe(Number(requests) - 1);
    expect(world.sizes()).toHaveLength(Number(requests));
    expect(Number(requests)).toBeLessThan(60);
    expect(throttlingReasons).toEqual(['TableWriteProvisionedThroughputExceeded of table/t']);
    expect(world.service.table.items()).toHaveLength(25);
  });

  it('FC-A26: stop in the middle acts within a second', async () => {
    const world: JobWorld = new JobWorld({ faults: faults(() => world, minutes(1)) });
    const { result, endedAt } = await world.run(atOnce(...puts(25)), {
      during: ({ clock, handle }) => void clock.after(seconds(30), () => void handle.stop()),
    });
    expect(result.ended).toBe('stopped');
    expect(endedAt).toBeLessThan(seconds(31));
    expect(result.unwritten.get('out')?.records).toBe(25);
  });
});

it('FC-G08: while a sink stands for a minute the source waits, memory is bounded, and all goes on', async () => {
  const count = 20_000;
  const bufferBytesMax = 2 * 1024 * 1024;
  const d = 'x'.repeat(2_000);
  const writes: readonly Write[] = Array.from({ length: count }, (_, v) =>
    put({ pk: String(v), d }),
  );
  const world: JobWorld = new JobWorld({
    faults: () =>
      world.clock.now() < minutes(1) ? failed(throughputExceededError('t')) : { is: 'none' },
    sink: { bufferBytesMax },
  });
  const read: unknown[] = [];
  const { metrics } = await world.runSource(fromArray(writes), {
    during: ({ clock, handle }) => {
      const look = () => read.push(handle.metrics().sources['in']!['numRecordsOut']);
      for (const at of [seconds(1), seconds(59)]) clock.after(at, look);
    },
  });
  expect(read[1]).toBe(read[0]);
  expect(Number(read[0])).toBeLessThanOrEqual(2_500 + 4_096);
  const { maxBufferedBytes, maxBuffered, demandStops, written } = metrics.sinks['out']!;
  expect(Number(maxBufferedBytes)).toBeLessThanOrEqual(bufferBytesMax);
  expect(Number(maxBufferedBytes)).toBeGreaterThan(bufferBytesMax / 2);
  expect(Number(maxBuffered)).toBeLessThanOrEqual(2_500);
  expect(Number(demandStops)).toBeGreaterThan(0);
  expect(written).toBe(count);
  expect(world.service.table.items()).toHaveLength(count);
});
