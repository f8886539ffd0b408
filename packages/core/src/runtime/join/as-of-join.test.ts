/** Owns: what an as-of join promises: which version a record meets, when, and what is kept for that. */
import { collectSink, simulate, testJob } from '@millrace/testing';
import {
  boundedOutOfOrderness,
  defineJob,
  fromArray,
  outputTag,
  type AsOfJoin,
  type FailedRecord,
} from '../../index.js';
import { item, joinJob, late, started, type Item } from './join-job.fixture.js';

type Joining = AsOfJoin<Item, Item, Item | undefined>;

const joined = (how: (join: AsOfJoin<Item, Item, Item>) => Joining) =>
  joinJob((left, right) =>
    how(left.asOfJoin(right))
      .sideOutputLeftLateData(late.left)
      .sideOutputRightLateData(late.right)
      .apply((l, r) => `${l.id} ${r?.id ?? 'none'}`, { uid: 'join' }),
  );

const plain = (join: AsOfJoin<Item, Item, Item>): Joining => join;

describe('as-of join', () => {
  it('J10: each record of the left meets the newest of the right that is not later, in time', async () => {
    const { test, push, out } = await started(joined(plain));
    await push('left', item(5), item(10), item(20));
    await push('right', item(4, 'a'));
    await push('right', item(10, 'b'), item(15, 'c'), item(15, 'd'));
    // The watermark of both is at 14: nothing at 20 can be answered yet.
    expect(out.values).toEqual(['5 a', '10 b']);
    await push('right', item(21, 'e'));
    await push('left', item(22));
    expect(out.values).toEqual(['5 a', '10 b', '20 d']);
    expect(out.timestamps).toEqual([5, 10, 20]);
    await test.end();
    expect(out.values.at(-1)).toBe('22 e');
  });

  it('a record without a version goes, or is joined with nothing', async () => {
    for (const how of [plain, (join: AsOfJoin<Item, Item, Item>) => join.keepUnmatched()]) {
      const { test, push, out } = await started(joined(how));
      await push('left', item(5));
      await push('right', item(6));
      await push('left', item(7));
      await test.end();
      expect(out.values).toEqual(how === plain ? ['7 6'] : ['5 none', '7 6']);
    }
  });

  it('S78: a late record of the left is dropped, for the version that it needs may be gone', async () => {
    const { test, push, out, kept } = await started(joined(plain));
    await push('right', item(1), item(2), item(150));
    await push('left', item(100));
    expect(test.watermark('join')).toBe(99);
    // Of the versions up to the watermark, the newest alone is kept.
    expect(kept('right')).toEqual([2, 150]);
    await push('left', item(1, 'late'));
    expect(test.sink<Item>('late-left').values).toEqual([item(1, 'late')]);
    expect(test.metrics().operators['join']!['numLateRecordsDropped']).toBe(1);
    await test.end();
    expect(out.values).toEqual(['100 2']);
  });

  it('J12: a late version is of use as long as no newer one is in force', async () => {
    const { test, push, out } = await started(joined(plain));
    await push('right', item(50), item(110));
    await push('left', item(101));
    expect(test.watermark('join')).toBe(100);
    await push('right', item(90, 'newer'));
    await push('right', item(40, 'older'));
    expect(test.sink<Item>('late-right').values).toEqual([item(40, 'older')]);
    await push('left', item(150));
    await test.end();
    expect(out.values).toEqual(['101 newer', '150 110']);
  });

  it('J13: with a tolerance, too old a version is none, and is not kept for ever', async () => {
    const { test, push, out, kept } = await started(
      joined((join) => join.within(10).keepUnmatched()),
    );
    await push('right', item(5));
    await push('left', item(15), item(16));
    await push('right', item(17, 'other'));
    await push('left', item(17));
    expect(out.values).toEqual(['15 5', '16 none']);
    expect(kept('right')).toEqual([17]);
    await push('left', item(40));
    await push('right', item(40));
    // At 39 nothing that may still come is near enough to 17.
    expect(kept('right')).toEqual([40]);
    await test.end();
    expect(out.values.at(-1)).toBe('40 40');
    expect(test.metrics().operators['join']!['numKeys']).toBe(0);
  });

  it('E6: a record of the left at which the function throws goes by the policy, with its key', async () => {
    const failed = outputTag<FailedRecord<number>>('failed');
    const [out, aside] = [collectSink<number>(), collectSink<FailedRecord<number>>()];
    const job = defineJob('failing', (env) => {
      const watermarks = boundedOutOfOrderness<number>(0, (at) => at);
      const left = env.fromSource(fromArray([1, 2, 3]), { uid: 'left', watermarks });
      const right = env.fromSource(fromArray([1]), { uid: 'right', watermarks });
      const answers = left
        .keyBy(() => 'k')
        .asOfJoin(right.keyBy(() => 'k'))
        .apply(
          (at, version) => {
            if (at === 2) throw new Error('two');
            return at + version;
          },
          { uid: 'join', onError: failed },
        );
      answers.sinkTo(out, { uid: 'out' });
      answers.getSideOutput(failed).sinkTo(aside, { uid: 'aside' });
    });
    await simulate(job);
    expect(out.values).toEqual([2, 4]);
    expect(aside.values).toMatchObject([
      { value: 2, timestamp: 2, error: { operator: 'join', key: 'k' } },
    ]);
  });

  it('J10, C3: more answers of one time than there is credit for go as it comes', async () => {
    const limits = { channelRecords: 8, runRecordsMax: 8, parkedRecordsMax: 8 };
    const test = await testJob(joined(plain), { limits });
    test.source<Item>('right').push(item(1, 'version'), item(10));
    test.source<Item>('left').push(...Array.from({ length: 5_000 }, (_, nth) => item(5, `${nth}`)));
    await test.settle();
    test.source<Item>('left').push(item(10));
    await test.settle();
    const answers = Array.from({ length: 5_000 }, (_, nth) => `${nth} version`);
    expect(test.sink('out').values).toEqual(answers);
    expect(new Set(test.sink('out').timestamps)).toEqual(new Set([5]));
    await test.end();
  });

  // Half of them fail: neither they nor the answers may be more than there is credit for.
  it.each(['skip', 'side output'] as const)(
    'J14, C3: what fails beyond the credit goes by the policy (%s), and nothing else does',
    async (policy) => {
      const failed = outputTag<FailedRecord<number>>('failed');
      const [out, aside] = [collectSink<number>(), collectSink<FailedRecord<number>>()];
      const job = defineJob('failing', (env) => {
        const watermarks = boundedOutOfOrderness<number>(0, () => 5);
        const numbers = Array.from({ length: 5_000 }, (_, nth) => nth);
        const left = env.fromSource(fromArray(numbers), { uid: 'left', watermarks });
        const right = env.fromSource(fromArray([1]), { uid: 'right', watermarks });
        const answers = left
          .keyBy(() => 'k')
          .asOfJoin(right.keyBy(() => 'k'))
          .apply(
            (nth, version) => {
              if (nth >= 2_500) throw new Error('too many');
              return nth + version;
            },
            { uid: 'join', onError: policy === 'skip' ? 'skip' : failed },
          );
        answers.sinkTo(out, { uid: 'out' });
        if (policy !== 'skip') answers.getSideOutput(failed).sinkTo(aside, { uid: 'aside' });
      });
      const limits = { channelRecords: 8, runRecordsMax: 8, parkedRecordsMax: 8 };
      const { metrics } = await simulate(job, { limits });
      expect(out.values).toEqual(Array.from({ length: 2_500 }, (_, nth) => nth + 1));
      expect(metrics.operators['join']!['numRecordsInErrors']).toBe(2_500);
      expect(aside.values).toHaveLength(policy === 'skip' ? 0 : 2_500);
    },
  );

  it('refuses a tolerance that is none', () => {
    expect(() => joined((join) => join.within(-1))).toThrow(
      expect.objectContaining({ code: 'INTERVAL_INVALID' }),
    );
  });
});
