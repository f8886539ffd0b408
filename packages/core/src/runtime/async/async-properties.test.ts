/**
 * Owns: what holds of an asynchronous operator under random completions, failures, timeouts, credit and
 * restores, in all orders.
 */
import { MAX_TIMESTAMP, type AsyncOrder } from '@millrace/core';
import fc from 'fast-check';
import { RandomCalls, type Action, type Numbered } from './random-calls.fixture.js';

const record = fc.record({ does: fc.constant('record' as const), key: fc.nat(2) });
const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 6, arbitrary: record },
  { weight: 1, arbitrary: fc.constant({ does: 'watermark' } as const) },
  { weight: 5, arbitrary: fc.record({ does: fc.constant('answer' as const), open: fc.nat(9) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('fail' as const), open: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('pass' as const), ms: fc.nat(40) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('grant' as const), records: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.constant({ does: 'restore' } as const) },
);
const scripts = fc.record({
  capacity: fc.integer({ min: 1, max: 6 }),
  actions: fc.array(action, { maxLength: 60 }),
});

async function ran(
  order: AsyncOrder,
  script: Omit<ConstructorParameters<typeof RandomCalls>[0], 'order'>,
) {
  const calls = new RandomCalls({ order, ...script });
  await calls.run();
  const records = calls.input.flatMap((each) => ('id' in each ? [each] : []));
  const ids = calls.output.flatMap((each) => ('value' in each ? [each.timestamp!] : []));
  return { calls, records, ids };
}

describe.each(['input', 'none', 'key'] as const)(
  'an asynchronous operator in the order %s',
  (order) => {
    it('A1, A4, A5, A9, A11: emits one result for each record: what it came to at last', async () => {
      await fc.assert(
        fc.asyncProperty(scripts, async (script) => {
          const { calls, records, ids } = await ran(order, script);
          expect([...ids].sort((a, b) => a - b)).toEqual(records.map(({ id }) => id));
          const values = calls.output.flatMap((each) => ('value' in each ? [each.value] : []));
          expect(values).toEqual(ids.map((id) => calls.results.get(id)));
          expect(calls.openMax).toBeLessThanOrEqual(script.capacity);
        }),
      );
    });

    it('A2: lets each watermark stand behind all records before it, and before all others', async () => {
      await fc.assert(
        fc.asyncProperty(scripts, async (script) => {
          const { calls } = await ran(order, script);
          const said = calls.input.flatMap((each) =>
            'watermark' in each ? [each.watermark - 1] : [],
          );
          let watermark = -1;
          let seen = 0;
          for (const each of calls.output) {
            if ('watermark' in each) {
              watermark = each.watermark;
              if (watermark !== MAX_TIMESTAMP) expect(said).toContain(watermark);
              if (watermark !== MAX_TIMESTAMP) expect(seen).toBe(watermark + 1);
            } else if ('value' in each) {
              expect(each.timestamp).toBeGreaterThan(watermark);
              seen += 1;
            }
          }
          expect(watermark).toBe(MAX_TIMESTAMP);
        }),
      );
    });

    it(`${order === 'none' ? 'A2' : order === 'input' ? 'A1' : 'A3'}: keeps to the order`, async () => {
      await fc.assert(
        fc.asyncProperty(scripts, async (script) => {
          const { calls, records, ids } = await ran(order, script);
          if (order === 'input') expect(ids).toEqual(records.map(({ id }) => id));
          if (order === 'none') expect(lastOf(ids, calls.completed)).toEqual(bySegments(calls));
          if (order !== 'key') return;
          expect(calls.openOfKeyMax).toBeLessThanOrEqual(1);
          for (const key of [0, 1, 2]) {
            const ofKey = records.filter((each) => each.key === key).map(({ id }) => id);
            expect(ids.filter((id) => ofKey.includes(id))).toEqual(ofKey);
          }
        }),
      );
    });
  },
);

/** Those that left since the last restore: each of them was called for since then. */
function lastOf(ids: readonly number[], completed: readonly Numbered[]): readonly number[] {
  return completed.length === 0 ? [] : ids.slice(-completed.length);
}

/** The naive oracle: those that were completed, in that order, between each two watermarks. */
function bySegments({ input, completed }: RandomCalls): readonly number[] {
  const borders = input.flatMap((each) => ('watermark' in each ? [each.watermark] : []));
  const segmentOf = ({ id }: Numbered): number => borders.filter((border) => border <= id).length;
  return [...completed].sort((a, b) => segmentOf(a) - segmentOf(b)).map(({ id }) => id);
}
