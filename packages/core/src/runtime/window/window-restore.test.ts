/** Windows under snapshots, full outputs and other numbers of subtasks, by the harnesses. */
import { operatorHarness, verifyOperator, type VerifiedInput } from '@millrace/testing';
import fc from 'fast-check';
import {
  continuousEventTimeTrigger,
  continuousProcessingTimeTrigger,
  countTrigger,
  purgingTrigger,
  session,
  sliding,
  tumbling,
  type KeyedStream,
  type Stream,
  type WindowResult,
} from '../../index.js';
import type { Collector } from '../../model/process-function.js';
import type { ValueStateDeclaration } from '../../model/state-declaration.js';
import { listing, merging, type Reading } from './windowed-job.fixture.js';
import { steps, type Step } from './window-oracle.fixture.js';

const uid = 'windows';

type Keyed = KeyedStream<string, Reading>;
type Results = Stream<WindowResult<string, unknown>>;

const operatorOf =
  (describe: (keyed: Keyed) => Results) =>
  (readings: Stream<Reading>): Results =>
    describe(readings.keyBy(({ key }) => key!));

const reading = (key: string, at: number, amount = at): VerifiedInput<Reading> => ({
  value: { key, at, amount },
  timestamp: at,
});

/** Processing time passes as well, a little at each step. */
function inputOf(script: readonly Step[]): readonly VerifiedInput<Reading>[] {
  let mark = -Infinity;
  return script.flatMap(({ at, key }, n): readonly VerifiedInput<Reading>[] => {
    const passes = { processingTime: (n + 1) * 3 };
    if (key !== undefined) return [reading(key, at, n), passes];
    if (at <= mark) return [passes];
    mark = at;
    return [{ watermark: at }, passes];
  });
}

const firings = { kind: 'value', ttl: undefined } as ValueStateDeclaration<number>;

const KINDS: readonly (readonly [string, (keyed: Keyed) => Results])[] = [
  ['tumbling', (s) => s.window(tumbling(7)).allowedLateness(5).aggregate(listing, { uid })],
  [
    'sliding by panes',
    (s) => s.window(sliding(20, 3)).allowedLateness(5).aggregate(merging, { uid }),
  ],
  ['sliding one by one', (s) => s.window(sliding(10, 3)).aggregate(listing, { uid })],
  ['sessions', (s) => s.window(session(4)).allowedLateness(8).aggregate(merging, { uid })],
  [
    'sessions with a trigger',
    (s) => s.window(session(6)).trigger(continuousEventTimeTrigger(5)).aggregate(merging, { uid }),
  ],
  [
    'sessions that count and purge',
    (s) =>
      s
        .window(session(9))
        .trigger(purgingTrigger(countTrigger(3)))
        .aggregate(merging, { uid }),
  ],
  [
    'by the clock',
    (s) =>
      s
        .window(tumbling(40))
        .trigger(continuousProcessingTimeTrigger(10))
        .aggregate(listing, { uid }),
  ],
  [
    'of processing time',
    (s) => s.window(sliding(20, 7, { time: 'processing-time' })).aggregate(merging, { uid }),
  ],
  ['counted', (s) => s.countWindow(3, 2).aggregate(listing, { uid })],
  [
    'with state',
    (s) =>
      s
        .window(tumbling(9))
        .allowedLateness(9)
        .process(
          {
            windowState: { firings },
            globalState: { firings },
            process: (elements, context, out: Collector<WindowResult<string, unknown>>) => {
              const { key, window, windowState, globalState } = context;
              windowState.firings.update((windowState.firings.value() ?? 0) + elements.length);
              globalState.firings.update((globalState.firings.value() ?? 0) + 1);
              const value = [windowState.firings.value(), globalState.firings.value()];
              out.collect({ key, window, value });
            },
          },
          { uid },
        ),
  ],
];

describe('windows are the same however they are run, restored or shared out', () => {
  it.each(KINDS)('K2, K8, T5: %s', (_name, describeWindows) => {
    const operator = operatorOf(describeWindows);
    fc.assert(
      fc.property(steps, (script) => {
        const input = inputOf(script);
        const plain = operatorHarness(operator);
        for (const element of input) {
          if ('value' in element) plain.processElement(element.value, element.timestamp);
          else if ('watermark' in element) plain.processWatermark(element.watermark);
          else if ('processingTime' in element) plain.setProcessingTime(element.processingTime);
        }
        plain.endInput();
        const expected = plain.output.flatMap((one) => ('status' in one ? [] : [one]));
        verifyOperator<Reading, WindowResult<string, unknown>>({
          operator,
          input,
          expected,
          keyOf: ({ key }) => key,
        });
      }),
      { numRuns: 15 },
    );
  });
});

const texts = (output: readonly object[]): readonly string[] =>
  output.flatMap((one) => {
    if (!('value' in one)) return [];
    const { window, value } = one.value as WindowResult<string, unknown>;
    return [`[${String(window.start)},${String(window.end)}) ${String(value)}`];
  });

describe('windows after a restart', () => {
  it('FC-C07, K2: a late event joins two sessions after a restart: one result, nothing left', () => {
    const operator = operatorOf((s) =>
      s.window(session(10_000)).allowedLateness(30_000).aggregate(merging, { uid }),
    );
    const before = operatorHarness(operator);
    before.processElement({ key: 'k', at: 0, amount: 1 }, 0);
    before.processElement({ key: 'k', at: 18_000, amount: 2 }, 18_000);
    const after = before.restore(before.snapshot());
    after.processElement({ key: 'k', at: 9_000, amount: 3 }, 9_000);
    after.processWatermark(100_000);
    expect(texts(after.output)).toEqual(['[0,28000) 1,2,3']);
    expect(before.output.filter((one) => 'value' in one)).toEqual([]);
    const left = { numKeysWithWindows: 0, numEventTimeTimers: 0, numProcessingTimeTimers: 0 };
    expect(after.metrics()[uid]).toMatchObject(left);
  });

  it('FC-C11, K2: what had fired before the restart does not fire again after it', () => {
    const runs = [listing, merging].map((aggregate) => {
      const operator = operatorOf((s) => s.window(sliding(10, 5)).aggregate(aggregate, { uid }));
      const whole = operatorHarness(operator);
      for (let at = 1; at <= 20; at++) whole.processElement({ key: 'k', at, amount: at }, at);
      whole.processWatermark(20);
      const before = texts(whole.output);
      const restored = whole.restore(whole.snapshot());
      for (const harness of [whole, restored]) {
        harness.processWatermark(21);
        harness.processElement({ key: 'k', at: 21, amount: 21 }, 22);
        harness.endInput();
      }
      expect([...before, ...texts(restored.output)]).toEqual(texts(whole.output));
      expect(before).toHaveLength(4);
      return texts(whole.output);
    });
    expect(runs[0]).toEqual(runs[1]);
    expect(new Set(runs[0]).size).toBe(runs[0]!.length);
  });

  it('T1, K2: a source that says again what it had said takes no operator back', () => {
    const operator = operatorOf((s) => s.window(tumbling(10)).aggregate(listing, { uid }));
    const first = operatorHarness(operator);
    first.processWatermark(20);
    const restored = first.restore(first.snapshot());
    restored.processWatermark(5);
    restored.processElement({ key: 'k', at: 7, amount: 1 }, 7);
    restored.processWatermark(15);
    expect(restored.output).toEqual([]);
    restored.processWatermark(30);
    expect(restored.output).toEqual([{ watermark: 30 }]);
  });

  it('FC-C28, W1: borders are where they were, whenever the job is started again', () => {
    const at = Date.UTC(2024, 4, 1, 12, 0, 30);
    const operator = operatorOf((s) => s.window(tumbling(60_000)).aggregate(listing, { uid }));
    const first = operatorHarness(operator, { startAt: Date.UTC(2024, 4, 1, 12, 0, 0) });
    first.processElement({ key: 'k', at, amount: 1 }, at);
    const second = operatorHarness(operator, { startAt: Date.UTC(2024, 4, 1, 12, 10, 37) });
    second.processElement({ key: 'k', at, amount: 1 }, at);
    const again = first.restore(first.snapshot());
    again.setProcessingTime(Date.UTC(2024, 4, 1, 12, 10, 37));
    again.processElement({ key: 'k', at: at + 20_000, amount: 2 }, at + 20_000);
    again.endInput();
    second.endInput();
    const minute = `[${String(Date.UTC(2024, 4, 1, 12))},${String(Date.UTC(2024, 4, 1, 12, 1))})`;
    expect(texts(again.output)).toEqual([`${minute} 1,2`]);
    expect(texts(second.output)).toEqual([`${minute} 1`]);
  });
});

describe('field cases of sessions', () => {
  it('FC-C08: a hundred runs of the same ten events are the same', () => {
    const operator = operatorOf((s) => s.window(session(1_000)).aggregate(merging, { uid }));
    const outputs = Array.from({ length: 100 }, (_, seed) => {
      const harness = operatorHarness(operator, { seed: seed + 1, startAt: seed * 7 });
      for (let at = 0; at < 10; at++) harness.processElement({ key: 'k', at, amount: at }, at);
      harness.endInput();
      return texts(harness.output).join();
    });
    expect(new Set(outputs)).toEqual(new Set(['[0,1009) 0,1,2,3,4,5,6,7,8,9']));
  });
});
