/** Owns: what an interval join promises: which pairs, when, with which time, and what is kept for them. */
import { testJob } from '@millrace/testing';
import {
  defineJob,
  forEachSink,
  fromArray,
  type IntervalJoin,
  type IntervalJoined,
} from '../../index.js';
import { item, joinJob, late, started, type Item } from './join-job.fixture.js';

const joined = (
  interval: (join: IntervalJoin<Item, Item>) => IntervalJoined<Item, Item>,
  keyOf?: (value: Item) => string,
) =>
  joinJob(
    (left, right) =>
      interval(left.intervalJoin(right))
        .sideOutputLeftLateData(late.left)
        .sideOutputRightLateData(late.right)
        .apply((l, r) => `${l.id} ${r.id}`, { uid: 'join' }),
    keyOf,
  );

describe('interval join', () => {
  it('S72: from -2 to +1, both included, or neither', async () => {
    const both = await started(joined((join) => join.between(-2, 1)));
    await both.push('right', ...[2, 3, 4, 5, 6, 7].map((at) => item(at)));
    await both.push('left', item(5));
    expect(both.out.values).toEqual(['5 3', '5 4', '5 5', '5 6']);
    expect(both.out.timestamps).toEqual([5, 5, 5, 6]);
    const neither = await started(
      joined((join) => join.between(-2, 1).lowerBoundExclusive().upperBoundExclusive()),
    );
    await neither.push('right', ...[2, 3, 4, 5, 6, 7].map((at) => item(at)));
    await neither.push('left', item(5));
    expect(neither.out.values).toEqual(['5 4', '5 5']);
    await both.test.end();
    await neither.test.end();
  });

  it('a pair is made once, whichever comes first, and only of one key', async () => {
    const test = await testJob(
      joined(
        (join) => join.between(0, 10),
        ({ id }) => id.charAt(0),
      ),
    );
    const [left, right] = [test.source<Item>('left'), test.source<Item>('right')];
    left.push(item(1, 'a1'), item(2, 'b1'));
    await test.settle();
    right.push(item(3, 'a2'), item(3, 'c1'));
    await test.settle();
    left.push(item(3, 'a3'));
    await test.settle();
    expect(test.sink('out').values).toEqual(['a1 a2', 'a3 a2']);
    await test.end();
  });

  // Flink's interval join would take both records, and a window neither. Here one rule holds for all (T4,
  // decision 0160): a record is late when all that it could come to is behind the watermark.
  it('S73: a record at the watermark is late if nothing could come of it in time, and else is not', async () => {
    const { test, push, out } = await started(joined((join) => join.between(0, 1)));
    await push('left', item(1_000, 'early'));
    await push('right', item(1_000, 'sets'));
    expect(test.watermark('join')).toBe(999);
    await push('right', item(999, 'right at 999'));
    expect(test.sink<Item>('late-right').values.map(({ id }) => id)).toEqual(['right at 999']);
    await push('left', item(999, 'left at 999'));
    expect(test.sink('late-left').values).toEqual([]);
    // A pair at 1,000 is in time; one at 999 would not be.
    expect(out.values).toEqual(['early sets', 'left at 999 sets']);
    expect(out.timestamps).toEqual([1_000, 1_000]);
    await push('left', item(998, 'left at 998'));
    expect(test.sink<Item>('late-left').values.map(({ id }) => id)).toEqual(['left at 998']);
    expect(test.metrics().operators['join']!['numLateRecordsDropped']).toBe(2);
    await test.end();
  });

  it('J2: a record behind the watermark meets those of the future, and none that is behind it too', async () => {
    const { test, push, out } = await started(joined((join) => join.between(-10, 10)));
    await push('right', item(998), item(1_000));
    await push('left', item(1_000));
    expect(test.watermark('join')).toBe(999);
    await push('left', item(999));
    expect(out.values).toEqual(['1000 998', '1000 1000', '999 1000']);
    await test.end();
  });

  it('S74: a late record of the right goes to the side output of the right', async () => {
    const { test, push } = await started(joined((join) => join.between(-5, 5)));
    await push('left', item(1_000));
    await push('right', item(1_000));
    await push('right', item(10));
    await push('left', item(20));
    expect(test.sink<Item>('late-right').values).toEqual([item(10)]);
    expect(test.sink<Item>('late-right').timestamps).toEqual([10]);
    expect(test.sink<Item>('late-left').values).toEqual([item(20)]);
    await test.end();
  });

  it('S75: with an upper bound below 0 the left goes at its time at the latest, the right |lower| later', async () => {
    const { test, push, kept } = await started(joined((join) => join.between(-10, -4)));
    await push('left', item(100));
    await push('right', item(96));
    expect([kept('left'), kept('right')]).toEqual([[100], [96]]);
    // Time is at 96: no right that the left at 100 could meet can come any more, and that is before 100.
    await push('left', item(105));
    await push('right', item(97));
    expect([kept('left'), kept('right')]).toEqual([[105], [96, 97]]);
    // The right at 96 waits for lefts up to 106, |lower| later.
    await push('right', item(106));
    await push('left', item(106));
    expect(kept('right')).toEqual([96, 97, 106]);
    await push('right', item(107));
    await push('left', item(107));
    expect(kept('right')).toEqual([97, 106, 107]);
    await test.end();
  });

  it('S77: a record without a timestamp fails the join by name', async () => {
    const job = joined((join) => join.between(0, 1));
    const test = await testJob({
      ...job,
      nodes: job.nodes.map((node) =>
        node.spec.kind === 'source'
          ? { ...node, spec: { ...node.spec, watermarks: undefined } }
          : node,
      ),
    });
    test.source<Item>('left').push(item(1));
    await expect(test.settle()).rejects.toMatchObject({
      code: 'TIMESTAMP_MISSING',
      message: expect.stringContaining('join joins by event time') as string,
    });
  });

  it('J4: nothing is kept of a key that does not come again', async () => {
    const { test, push, kept } = await started(joined((join) => join.between(-5, 5)));
    await push('left', item(1), item(2), item(3));
    await push('right', item(4));
    expect([kept('left'), kept('right')]).toEqual([[1, 2, 3], [4]]);
    // Both sources go on to 100, and no record of the key is near.
    await push('left', item(100));
    await push('right', item(100));
    expect([kept('left'), kept('right')]).toEqual([[100], [100]]);
    expect(test.metrics().operators['join']!['numEventTimeTimers']).toBe(1);
    await test.end();
    expect(test.metrics().operators['join']!['numKeys']).toBe(0);
  });

  it('J5, C3: more pairs than there is credit for are drawn as it comes', async () => {
    const job = joined((join) => join.between(-100_000, 100_000));
    const test = await testJob(job, {
      limits: { channelRecords: 8, runRecordsMax: 8, parkedRecordsMax: 8 },
    });
    test.source<Item>('right').push(...Array.from({ length: 5_000 }, (_, at) => item(at)));
    await test.settle();
    test.source<Item>('left').push(item(0, 'all'));
    await test.settle();
    expect(test.sink('out').values).toHaveLength(5_000);
    expect(test.sink('out').timestamps.at(-1)).toBe(4_999);
    await test.end();
  });

  it('refuses an interval that holds nothing', () => {
    for (const interval of [
      (join: IntervalJoin<Item, Item>) => join.between(1, 0),
      (join: IntervalJoin<Item, Item>) => join.between(0, 1.5),
      (join: IntervalJoin<Item, Item>) =>
        join.between(3, 4).lowerBoundExclusive().upperBoundExclusive(),
    ]) {
      expect(() => joined(interval)).toThrow(expect.objectContaining({ code: 'INTERVAL_INVALID' }));
    }
  });

  it('is refused at once over a source without timestamps', () => {
    expect(() =>
      defineJob('timeless', (env) => {
        const left = env.fromSource(fromArray([1]), { uid: 'left' }).keyBy(() => 'k');
        const right = env.fromSource(fromArray([1]), { uid: 'right' }).keyBy(() => 'k');
        const pairs = left
          .intervalJoin(right)
          .between(0, 1)
          .apply((l, r) => l + r, { uid: 'join' });
        pairs.sinkTo(
          forEachSink(() => undefined),
          { uid: 'out' },
        );
      }),
    ).toThrow(/join joins by event time, and its source "?left/);
  });
});
