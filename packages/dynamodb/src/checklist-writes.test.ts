import { faultsInTurn } from '../simulator/fault.js';
import { atOnce, JobWorld, pkOf, puts, twoStringKeys } from '../simulator/job-world.fixture.js';
import { throughputExceededError } from '../simulator/service-error.js';
import type { Item } from './item.js';
import { deleteKey, put } from './write.js';

const requestsOf = (world: JobWorld, number: number) => world.service.received[number]!.requests;
const item = (pk: string, v: number) => ({
  PutRequest: { Item: { pk: { S: pk }, v: { N: String(v) } } },
});
const key = (pk: string) => ({ DeleteRequest: { Key: { pk: { S: pk } } } });

describe('writes and duplicates', () => {
  it('CL-D01: two puts and two deletes are one request, in order', async () => {
    const world = new JobWorld();
    const writes = [put({ pk: 'a', v: 1 }), put({ pk: 'b', v: 2 })];
    await world.run(atOnce(...writes, deleteKey({ pk: 'c' }), deleteKey({ pk: 'd' })));
    expect(world.sizes()).toEqual([4]);
    expect(requestsOf(world, 0)).toEqual([item('a', 1), item('b', 2), key('c'), key('d')]);
    expect(world.metrics()).toMatchObject({ accepted: 4, written: 4 });
  });

  it('CL-D02: of two puts of a key the later goes alone', async () => {
    const world = new JobWorld();
    await world.run(atOnce(put({ pk: 'a', v: 1 }), put({ pk: 'a', v: 2 })));
    expect(world.sizes()).toEqual([1]);
    expect(requestsOf(world, 0)).toEqual([item('a', 2)]);
  });

  it('CL-D03: of two deletes of a key one goes alone', async () => {
    const world = new JobWorld();
    await world.run(atOnce(deleteKey({ pk: 'a' }), deleteKey({ pk: 'a', v: 2 })));
    expect(world.sizes()).toEqual([1]);
    expect(requestsOf(world, 0)).toEqual([key('a')]);
    expect(world.metrics()).toMatchObject({ written: 1, replaced: 1 });
  });

  it('CL-D04: of three of one full key the last goes, and the one of another', async () => {
    const world = new JobWorld({ description: twoStringKeys });
    const of = (sk: string, v: number) => put({ pk: 'a', sk, v });
    await world.run(atOnce(of('x', 1), of('x', 2), of('y', 3), of('x', 4)));
    const sent = requestsOf(world, 0).map(({ PutRequest }) => PutRequest!.Item!);
    expect(sent.map(({ sk, v }) => [sk?.S, v?.N])).toEqual([
      ['x', '4'],
      ['y', '3'],
    ]);
  });

  it('CL-D06: throttling gives every entry back, to be sent again', async () => {
    const fault = { is: 'failed', error: throughputExceededError('t') } as const;
    const world = new JobWorld({ faults: faultsInTurn(fault) });
    await world.run(atOnce(...puts(4)));
    expect(requestsOf(world, 1)).toEqual(requestsOf(world, 0));
    expect(world.metrics()).toMatchObject({ retries: 4, written: 4 });
  });

  it('CL-D07: one put and one delete unprocessed are sent again, as what they are', async () => {
    const handsBack = (written: Item) => ['b', 'd'].includes(pkOf(written));
    const world = new JobWorld({ faults: faultsInTurn({ is: 'unprocessed', handsBack }) });
    const writes = [put({ pk: 'a', v: 1 }), put({ pk: 'b', v: 2 })];
    await world.run(atOnce(...writes, deleteKey({ pk: 'c' }), deleteKey({ pk: 'd' })));
    expect(requestsOf(world, 1)).toEqual([item('b', 2), key('d')]);
    expect(world.sizes()).toEqual([4, 2]);
  });

  it('CL-D30: with duplicates by the full key and one request at a time, the newest stands', async () => {
    for (const keepAll of [false, true]) {
      const limits = { inFlightRequestsMax: 1, batchEntriesMax: 2 };
      const world = new JobWorld({ description: twoStringKeys, sink: { keepAll, limits } });
      const writes = Array.from({ length: 20 }, (_, v) =>
        put({ pk: 'a', sk: `s${String(v % 2)}`, v }),
      );
      await world.run(atOnce(...writes));
      const rows = world.service.table.items().map(({ sk, v }) => [sk?.S, v?.N]);
      expect(rows.sort()).toEqual([
        ['s0', '18'],
        ['s1', '19'],
      ]);
    }
  });
});
