import { minutes, seconds } from '@millrace/core';
import { gap, records } from '@millrace/testing';
import { faultsInTurn, type Fault } from '../simulator/fault.js';
import { atOnce, JobWorld, pkOf, puts } from '../simulator/job-world.fixture.js';
import { throughputExceededError } from '../simulator/service-error.js';
import { dynamoDbSink } from './dynamodb-sink.js';
import type { Item } from './item.js';
import { put } from './write.js';

const handsBackAll: Fault = { is: 'unprocessed', handsBack: () => true };
const failed = (error: Error): Fault => ({ is: 'failed', error });
const namesOf = (world: JobWorld, request: number) =>
  world.service.received[request]!.requests.map(({ PutRequest }) => pkOf(PutRequest!.Item!));

describe('what comes back unprocessed', () => {
  const back = new Set(['k07', 'k19']);
  const twoComeBack = faultsInTurn({
    is: 'unprocessed',
    handsBack: (item: Item) => back.has(pkOf(item)),
  });

  it('FC-A01: two of 25 are sent again, alone and after a wait, and are not done before', async () => {
    const world = new JobWorld({ faults: twoComeBack });
    const seen: unknown[] = [];
    const { result } = await world.run(atOnce(...puts(25)), {
      during: ({ clock }) => {
        clock.after(3, () => seen.push(world.handle.status, world.metrics()));
      },
    });
    // The first reply came at 2 ms, and nothing has been sent again yet.
    expect(seen).toEqual(['running', expect.objectContaining({ written: 23, retries: 2 })]);
    expect(world.sizes()).toEqual([25, 2]);
    expect(namesOf(world, 1)).toEqual(['k07', 'k19']);
    expect(world.waits()[0]).toBeGreaterThan(2);
    expect(world.service.table.items()).toHaveLength(25);
    expect(result).toMatchObject({ ended: 'finished', unwritten: new Map() });
    expect(world.metrics()).toMatchObject({ written: 25, retries: 2, requests: 2 });
  });

  it('FC-A01: between the two replies, the two that came back are unwritten', async () => {
    const world = new JobWorld({ faults: twoComeBack });
    const { result } = await world.run(atOnce(...puts(25)), {
      during: ({ clock, handle }) => void clock.after(3, () => void handle.stop()),
    });
    expect(result.unwritten.get('out')).toEqual({
      records: 2,
      keys: ['{"pk":"k07"}', '{"pk":"k19"}'],
    });
  });

  it('FC-A03: one item taken with each request is progress, for longer than the limit', async () => {
    const faults = () =>
      ({ is: 'unprocessed', handsBack: (_: Item, at: number) => at > 0 }) as const;
    const world = new JobWorld({ faults, sink: { stalledMsMax: 100 } });
    const { endedAt } = await world.run(atOnce(...puts(25)));
    expect(world.sizes()).toEqual(Array.from({ length: 25 }, (_, at) => 25 - at));
    expect(world.service.table.items()).toHaveLength(25);
    expect(endedAt).toBeGreaterThan(300);
  });

  it('FC-A04: the 26th record, after 25 that were refused as a whole, is stored before the end', async () => {
    const world = new JobWorld({ faults: faultsInTurn(handsBackAll) });
    const [last] = puts(26).slice(25);
    const script = [records(...puts(25)), gap(3), records(last!)];
    const { result, endedAt } = await world.run(script);
    expect(world.sizes()).toEqual([25, 25, 1]);
    expect(namesOf(world, 2)).toEqual(['k25']);
    expect(world.service.table.items()).toHaveLength(26);
    expect(result.ended).toBe('finished');
    expect(endedAt).toBeGreaterThanOrEqual(world.service.table.landed[25]!.at);
  });

  it('FC-A05: no request has more than 25, whatever mix of returned and new waits', async () => {
    let mixed = 0;
    for (let seed = 1; seed <= 20; seed++) {
      const shares: Fault = { is: 'unprocessed', handsBack: (_, at) => at % 3 !== seed % 3 };
      const world = new JobWorld({
        seed,
        faults: faultsInTurn(...Array<Fault>(9).fill(shares)),
        latencyMs: { min: 30, max: 30 },
      });
      const more = puts(60)
        .slice(25)
        .map((write) => records(write));
      await world.run([records(...puts(25)), gap(seed), ...more, gap(900)], { seed });
      expect(Math.max(...world.sizes())).toBe(25);
      expect(world.metrics()).toMatchObject({ refused: 0, written: 60 });
      const sent = new Set<string>();
      for (let request = 0; request < world.sizes().length; request++) {
        const names = namesOf(world, request);
        if (names.some((name) => sent.has(name)) && names.some((name) => !sent.has(name))) mixed++;
        for (const name of names) sent.add(name);
      }
    }
    expect(mixed).toBeGreaterThan(20);
  });
});

describe('FC-A02: what is never taken', () => {
  const faults = () => handsBackAll;

  it('FC-A02: fails the job after its limit, with all 25 named', async () => {
    const world = new JobWorld({ faults, sink: { stalledMsMax: minutes(1) } });
    await expect(world.run(atOnce(...puts(25)))).rejects.toThrow(
      'Table "t" in eu-west-1 took no write within 60000 ms: all writes were handed back',
    );
    expect(world.clock.now()).toBeGreaterThanOrEqual(minutes(1));
    expect(world.clock.now()).toBeLessThan(minutes(1) + seconds(10));
    expect(world.handle.status).toBe('failed');
    expect(world.unwritten().records).toBe(25);
    expect(world.unwritten().keys).toHaveLength(25);
    expect(world.metrics()).toMatchObject({ written: 0 });
  });

  it('N2: what never gets an answer fails the job after its limit as well', async () => {
    const faults = ({ number }: { readonly number: number }): Fault =>
      number === 0
        ? failed(throughputExceededError('t'))
        : { is: number === 1 ? 'none' : 'silent' };
    const world = new JobWorld({ faults, sink: { stalledMsMax: minutes(1) } });
    const script = [records(...puts(25)), gap(seconds(2)), records(...puts(26).slice(25))];
    await expect(world.run(script)).rejects.toThrow(
      'took no write within 60000 ms: no answer came',
    );
    expect(world.metrics()).toMatchObject({ written: 25, timeouts: 6 });
  });

  it('FC-A02: waits grow up to their limit, and differ by seed', async () => {
    const seeds = Array.from({ length: 40 }, (_, seed) => seed + 1);
    const series = await Promise.all(
      seeds.map(async (seed) => {
        const world = new JobWorld({ seed, faults, sink: { stalledMsMax: seconds(30) } });
        await expect(world.run(atOnce(...puts(25)))).rejects.toThrow('took no write');
        return world.waits();
      }),
    );
    expect(new Set(series.map((waits) => waits.join())).size).toBe(40);
    const mean = (at: number) => series.reduce((sum, waits) => sum + waits[at]!, 0) / 40;
    for (let at = 0; at < 5; at++) expect(mean(at + 1)).toBeGreaterThan(mean(at) * 1.2);
    expect(Math.max(...series.flat())).toBeLessThanOrEqual(seconds(5) + 2);
  });

  it('FC-A02: stop ends a wait, and tells of 25 that are unwritten', async () => {
    const stopped = { at: 0, state: '' };
    const world = new JobWorld({
      faults: ({ number }) => {
        if (number === 2) world.clock.after(2, () => stop());
        return handsBackAll;
      },
    });
    const stop = () => {
      stopped.at = world.clock.now();
      stopped.state = String(world.metrics()['state']);
      void world.handle.stop();
    };
    const { result, endedAt } = await world.run(atOnce(...puts(25)));
    expect(stopped.state).toBe('throttled');
    expect(endedAt - stopped.at).toBeLessThan(seconds(1));
    expect(result).toMatchObject({ ended: 'stopped' });
    expect(result.unwritten.get('out')?.records).toBe(25);
    expect(world.sizes()).toHaveLength(3);
  });
});

describe('FC-B06: the size of a batch', () => {
  it.each([
    [100, [25, 25, 25, 25]],
    [26, [25, 1]],
  ])('FC-B06: %d records are %j', async (count, sizes) => {
    const world = new JobWorld();
    await world.run(atOnce(...puts(count)));
    expect(world.sizes()).toEqual(sizes);
  });

  it.each([100, 26])('FC-B06: %d a request is refused at build', (batchEntriesMax) => {
    const build = () =>
      dynamoDbSink({ table: 't', write: () => put({}), limits: { batchEntriesMax } });
    expect(build).toThrow(
      `batchEntriesMax is ${String(batchEntriesMax)}; DynamoDB takes at most 25 a request`,
    );
  });
});
