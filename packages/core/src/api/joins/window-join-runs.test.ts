/** J23, J26, C3, C5, K2: joins in windows with little room, under snapshots, and with a stuck branch. */
import {
  collectSink,
  simulate,
  stuckSink,
  twoInputHarness,
  verifyTwoInputOperator,
  type ExpectedOutput,
  type VerifiedTwoInput,
} from '@millrace/testing';
import fc from 'fast-check';
import {
  boundedOutOfOrderness,
  continuousEventTimeTrigger,
  defineJob,
  fromArray,
  fromSequence,
  session,
  sliding,
  tumbling,
  type KeyedStream,
  type Stream,
  type WindowOfKey,
} from '../../index.js';
import { steps } from '../../runtime/window/window-oracle.fixture.js';

interface Item {
  readonly key: string;
  readonly n: number;
}
interface Pair {
  readonly key: string;
  readonly text: string;
}

type Keyed = KeyedStream<string, Item>;
type Joining = (left: Keyed, right: Keyed) => Stream<Pair>;

const uid = 'joined';
const pair = (l: Item, r: Item): Pair => ({ key: l.key, text: `${String(l.n)}x${String(r.n)}` });
const numbers = (side: readonly Item[]): string => side.map(({ n }) => n).join();

const operatorOf =
  (joining: Joining) =>
  (left: Stream<Item>, right: Stream<Item>): Stream<Pair> =>
    joining(
      left.keyBy(({ key }) => key),
      right.keyBy(({ key }) => key),
    );

const KINDS: readonly (readonly [string, Joining])[] = [
  ['a join', (l, r) => l.join(r).window(tumbling(9)).allowedLateness(5).apply(pair, { uid })],
  [
    'a join of sessions',
    (l, r) => l.join(r).window(session(5)).allowedLateness(8).apply(pair, { uid }),
  ],
  [
    'a join with a trigger',
    (l, r) =>
      l.join(r).window(session(6)).trigger(continuousEventTimeTrigger(5)).apply(pair, { uid }),
  ],
  [
    'a co-group that answers a generator',
    (l, r) =>
      l
        .coGroup(r)
        .window(sliding(12, 5))
        .allowedLateness(5)
        .apply(
          function* (ls, rs, { key }) {
            for (const { n } of ls) yield { key, text: String(n) };
            yield { key, text: `|${numbers(rs)}` };
          },
          { uid },
        ),
  ],
  [
    'a co-group of processing time',
    (l, r) =>
      l
        .coGroup(r)
        .window(tumbling(20, { time: 'processing-time' }))
        .apply((ls, rs, { key }) => [{ key, text: `${numbers(ls)}|${numbers(rs)}` }], { uid }),
  ],
];

type Given = VerifiedTwoInput<Item, Item>;

const inputs: fc.Arbitrary<readonly Given[]> = fc
  .tuple(steps, fc.array(fc.boolean(), { minLength: 60, maxLength: 60 }))
  .map(([script, isLeft]) => {
    let mark = -Infinity;
    return script.flatMap(({ at, key }, n): readonly Given[] => {
      const passes = { processingTime: (n + 1) * 3 };
      const record = { value: { key: key!, n }, timestamp: at };
      if (key !== undefined) {
        return [isLeft[n] === true ? { first: record } : { second: record }, passes];
      }
      if (at <= mark) return [passes];
      mark = at;
      return [{ both: { watermark: at } }, passes];
    });
  });

function plainOutput(joining: Joining, input: readonly Given[]): readonly ExpectedOutput<Pair>[] {
  const harness = twoInputHarness(operatorOf(joining));
  for (const one of input) {
    if ('first' in one && 'value' in one.first) {
      harness.first.processElement(one.first.value, one.first.timestamp);
    } else if ('second' in one && 'value' in one.second) {
      harness.second.processElement(one.second.value, one.second.timestamp);
    } else if ('both' in one && 'watermark' in one.both) {
      harness.first.processWatermark(one.both.watermark);
      harness.second.processWatermark(one.both.watermark);
    } else if ('processingTime' in one) harness.setProcessingTime(one.processingTime);
  }
  harness.endInput();
  return harness.output.flatMap((one) => ('value' in one ? [one] : []));
}

describe('window joins are the same however they are run, restored or shared out', () => {
  it.each(KINDS)('J23, J26, K2, K8: %s', (_name, joining) => {
    fc.assert(
      fc.property(inputs, (input) => {
        verifyTwoInputOperator<Item, Item, Pair>({
          operator: operatorOf(joining),
          input,
          expected: plainOutput(joining, input),
          keyOf: ({ key }) => key,
        });
      }),
      { numRuns: 10 },
    );
  });
});

describe('window joins with little room', () => {
  const limits = { channelRecords: 64, runRecordsMax: 16, parkedRecordsMax: 32 };
  const watermarks = boundedOutOfOrderness<number>(0, () => 1);

  it('J23, C3: the product of 2 times 5,000 records of a window is drawn by credit', async () => {
    const out = collectSink<number>();
    const job = defineJob('product', (env) => {
      const left = env.fromSource(fromArray([1, 2]), { uid: 'left', watermarks });
      const right = env.fromSource(fromSequence(1, 5_000), { uid: 'right', watermarks });
      left
        .keyBy(() => 'all')
        .join(right.keyBy(() => 'all'))
        .window(tumbling(10))
        .apply((l, r) => l * 10_000 + r, { uid })
        .sinkTo(out, { uid: 'out' });
    });
    const { metrics } = await simulate(job, { limits });
    const expected = [1, 2].flatMap((l) =>
      Array.from({ length: 5_000 }, (_, n) => l * 10_000 + n + 1),
    );
    expect(out.values).toEqual(expected);
    expect(new Set(out.timestamps)).toEqual(new Set([9]));
    expect(metrics.operators[uid]).toMatchObject({ numRecordsIn: 5_002, numRecordsOut: 10_000 });
  });

  it('J26: what is left of an answer is in the snapshot, or declines it', () => {
    const rowsOf = (rights: number) => {
      const harness = twoInputHarness(
        operatorOf((l, r) => l.join(r).window(tumbling(10)).apply(pair)),
        {
          limits: { parkedRecordsMax: 8 },
          outputCredit: 2,
        },
      );
      harness.first.processElement({ key: 'a', n: 0 }, 1);
      for (let n = 0; n < rights; n++) harness.second.processElement({ key: 'a', n }, 1);
      harness.endInput();
      expect(harness.values).toHaveLength(2);
      return harness;
    };
    const before = rowsOf(8);
    const after = before.restore(before.snapshot(), { outputCredit: 100 });
    const texts = [...before.values, ...after.values].map(({ text }) => text);
    expect(texts).toEqual(Array.from({ length: 8 }, (_, n) => `0x${String(n)}`));
    const long = rowsOf(30);
    expect(() => long.snapshot()).toThrow('in the middle of an answer');
    long.grantOutputCredit(100);
    expect(long.values.map(({ text }) => text)).toEqual(
      Array.from({ length: 30 }, (_, n) => `0x${String(n)}`),
    );
  });

  it('E6: a function that fails when a timer fires fails the job, with its operator and key', () => {
    const failing = (): Pair => {
      throw new TypeError('no pair');
    };
    const harness = twoInputHarness(
      operatorOf((l, r) => l.join(r).window(tumbling(10)).apply(failing, { uid, onError: 'skip' })),
    );
    harness.first.processElement({ key: 'a', n: 0 }, 1);
    harness.second.processElement({ key: 'a', n: 0 }, 1);
    expect(() => harness.endInput()).toThrow('joined failed at key "a": no pair');
  });

  it('E6: one that fails when a late record fires again goes by the policy of that record', () => {
    const harness = twoInputHarness(
      operatorOf((l, r) =>
        l
          .join(r)
          .window(tumbling(10))
          .allowedLateness(100)
          .apply(
            (left, right) => {
              if (right.n === 7) throw new TypeError('no pair');
              return pair(left, right);
            },
            { uid, onError: 'skip' },
          ),
      ),
    );
    harness.first.processElement({ key: 'a', n: 0 }, 1);
    harness.second.processElement({ key: 'a', n: 1 }, 1);
    for (const input of [harness.first, harness.second]) input.processWatermark(20);
    harness.second.processElement({ key: 'a', n: 7 }, 1);
    expect(harness.values.map(({ text }) => text)).toEqual(['0x1', '0x1']);
    expect(harness.metrics()[uid]).toMatchObject({ numRecordsInErrors: 1 });
    harness.endInput();
  });

  // The late record is in two windows, which fire one after the other: for one of them the function fails.
  // Of a credit of 3, 1 is left then, and each window has two records.
  it.each([
    { failsAt: 0, outputCredit: 100 },
    { failsAt: 0, outputCredit: 3 },
    { failsAt: 5, outputCredit: 100 },
    { failsAt: 5, outputCredit: 3 },
  ])(
    'J27: what fails takes with it what else its record has made fire, whatever the credit: %j',
    ({ failsAt, outputCredit }) => {
      const answer = (
        lefts: readonly Item[],
        _rights: readonly Item[],
        at: WindowOfKey<string>,
      ) => {
        if (lefts.some(({ n }) => n === 7) && at.window.start === failsAt) {
          throw new TypeError('no answer');
        }
        return lefts.map(({ key, n }) => ({
          key,
          text: `${String(at.window.start)}: ${String(n)}`,
        }));
      };
      const harness = twoInputHarness(
        operatorOf((l, r) =>
          l
            .coGroup(r)
            .window(sliding(10, 5))
            .allowedLateness(100)
            .apply(answer, { uid, onError: 'skip' }),
        ),
        { outputCredit },
      );
      harness.first.processElement({ key: 'a', n: 0 }, 7);
      for (const input of [harness.first, harness.second]) input.processWatermark(20);
      harness.first.processElement({ key: 'a', n: 7 }, 7);
      harness.grantOutputCredit(100);
      expect(harness.values.map(({ text }) => text)).toEqual(['0: 0', '5: 0']);
      expect(harness.metrics()[uid]).toMatchObject({ numRecordsInErrors: 1 });
      harness.endInput();
    },
  );

  it('a coGroup that answers no iterable is told so', () => {
    const answer = (() => 'text') as unknown as () => Pair[];
    const harness = twoInputHarness(
      operatorOf((l, r) => l.coGroup(r).window(tumbling(10)).apply(answer, { uid })),
    );
    harness.first.processElement({ key: 'a', n: 0 }, 1);
    expect(() => harness.endInput()).toThrow('the coGroup of joined answered a string');
  });

  it('C5: while a branch of one side is stuck the other is read, and the stuck one is seen', async () => {
    const [stuck, out] = [stuckSink<number>({ bufferRecordsMax: 4 }), collectSink<number>()];
    const byTime = boundedOutOfOrderness<number>(0, (n) => n);
    const seen: { readonly rights: number; readonly paused: string }[] = [];
    const job = defineJob('stuck', (env) => {
      const left = env.fromSource(fromSequence(1, 1_000_000), { uid: 'left', watermarks: byTime });
      const right = env.fromSource(fromSequence(1, 500), { uid: 'right', watermarks: byTime });
      left.sinkTo(stuck, { uid: 'stuck' });
      left
        .keyBy(() => 'all')
        .join(right.keyBy(() => 'all'))
        .window(tumbling(10))
        .apply((l, r) => l * 1_000 + r, { uid })
        .sinkTo(out, { uid: 'out' });
    });
    await simulate(job, {
      limits,
      during: ({ clock, handle }) => {
        clock.after(1_000, () => {
          const { operators } = handle.metrics();
          seen.push({
            rights: operators['right']!['numRecordsOut']!,
            paused: handle.explainBackpressure(),
          });
          void handle.cancel();
        });
      },
    });
    expect(seen).toHaveLength(1);
    expect(seen[0]!.rights).toBe(500);
    expect(seen[0]!.paused).toContain('stuck');
    // The windows that both sides have passed have fired: 4 in the sink and 64 in its channel were read.
    const windows = new Set(out.timestamps);
    expect(windows.size).toBeGreaterThan(0);
    expect(Math.max(...windows)).toBeLessThanOrEqual(69);
    expect(out.values.filter((n) => n % 1_000 < 10)).toHaveLength(81);
  });
});
