import { seededRandom } from '@millrace/testing';
import { faultsAtRandom } from '../simulator/fault.js';
import { atOnce, JobWorld, puts, twoStringKeys } from '../simulator/job-world.fixture.js';
import { throughputExceededError } from '../simulator/service-error.js';
import { deleteKey, put, type Write } from './write.js';

const PARALLELISM = 4;

function writesOf(random: () => number): readonly Write[] {
  return Array.from({ length: 200 }, (_, v) => {
    const key = { pk: `p${String(Math.floor(random() * 4))}`, sk: `s${String(v % 5)}` };
    return random() < 0.1 ? deleteKey(key) : put({ ...key, v });
  });
}

function lastValues(writes: readonly Write[]): ReadonlyMap<string, number> {
  const rows = new Map<string, number>();
  for (const { operation, item } of writes) {
    const { pk, sk, v } = item as { pk: string; sk: string; v: number };
    if (operation === 'put') rows.set(pk + sk, v);
    else rows.delete(pk + sk);
  }
  return rows;
}

describe('several subtasks of a sink', () => {
  it('D1: each key has one write in flight and ends with its last value, for 25 seeds', async () => {
    for (let seed = 1; seed <= 25; seed++) await oneSeed(seed);
  });

  async function oneSeed(seed: number) {
    const random = seededRandom(seed);
    const shares = { unprocessed: 0.3, throttled: 0.1 };
    const world = new JobWorld({
      seed,
      description: twoStringKeys,
      parallelism: PARALLELISM,
      latencyMs: { min: 1, max: 40 },
      faults: faultsAtRandom(random, shares, () => throughputExceededError('t')),
      sink: {
        key: ['pk', 'sk'],
        keepAll: seed % 2 === 0,
        limits: { batchEntriesMax: 5, bufferRecordsMax: 20, inFlightRequestsMax: 3 },
      },
    });
    const writes = writesOf(() => random.next());
    await world.run(atOnce(...writes), { seed });
    const rows = world.service.table
      .items()
      .map(({ pk, sk, v }) => [pk!.S! + sk!.S!, Number(v!.N)]);
    expect(new Map(rows as [string, number][])).toEqual(lastValues(writes));
    expect(world.service.inFlightPerKeyMax).toBe(1);
    expect(world.metrics()).toMatchObject({ accepted: 200 });
  }

  it('D1: keys are shared among the subtasks', async () => {
    const world = new JobWorld({ parallelism: PARALLELISM, sink: { key: ['pk'] } });
    await world.run(atOnce(...puts(100)));
    // One subtask would send four full batches; each of four has a partial one.
    expect(world.sizes().length).toBeGreaterThan(4);
    expect(world.service.table.items()).toHaveLength(100);
  });

  it('D1: a sink without a declared key is not spread', async () => {
    const world = new JobWorld({ parallelism: PARALLELISM });
    await expect(async () => world.run(atOnce(...puts(1)))).rejects.toThrow(
      'its sink declares no key by which subtasks could share the work',
    );
    expect(world.service.received).toEqual([]);
  });
});
