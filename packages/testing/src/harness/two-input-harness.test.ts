/** Owns: the proof that a harness of two inputs gives each what it is given, and that their time is one. */
import { outputTag, valueState, type Collector, type Stream } from '@millrace/core';
import { twoInputHarness } from './two-input-harness.js';

const seen = outputTag<string>('seen');

/** Each word with the last number of its key, and a timer at 10 that says so. */
const labelled = (words: Stream<string>, numbers: Stream<number>): Stream<string> =>
  words
    .keyBy(() => 'all')
    .connect(numbers.keyBy(() => 'all'))
    .process(
      {
        state: { last: valueState<number>() },
        processElement1: (word, { state, timers }, out: Collector<string>) => {
          timers.registerEventTimeTimer(10);
          out.collect(`${word} ${String(state.last.value())}`);
        },
        processElement2: (n, { state, output }) => {
          state.last.update(n);
          output(seen, String(n));
        },
        onTimer: (time, { state }, out) => {
          out.collect(`${String(time)} ${String(state.last.value())}`);
        },
      },
      { uid: 'labelled' },
    );

describe('twoInputHarness', () => {
  it('gives records to the input that is named, and shows all that comes out', () => {
    const harness = twoInputHarness(labelled, { sideOutputs: [seen] });
    harness.second.processElement(1, 5);
    harness.first.processElements([{ value: 'a', timestamp: 6 }, { value: 'b' }]);
    expect(harness.output).toEqual([
      { value: 'a 1', timestamp: 6 },
      { value: 'b 1', timestamp: undefined },
    ]);
    expect(harness.sideOutput(seen)).toEqual([{ value: '1', timestamp: 5 }]);
    expect(harness.state('labelled', 'last').get('all')).toBe(1);
    expect(harness.metrics()['labelled']!['numRecordsIn']).toBe(3);
  });

  it('T2: time is that of the slower input, and an idle one does not count', () => {
    const harness = twoInputHarness(labelled);
    harness.first.processElement('a', 1);
    harness.first.processWatermark(20);
    harness.second.processWatermark(4);
    expect(harness.output.at(-1)).toEqual({ watermark: 4 });
    harness.second.processWatermarkStatus('idle');
    expect(harness.output.slice(-2)).toEqual([
      { value: '10 undefined', timestamp: 10 },
      { watermark: 20 },
    ]);
  });

  it('T2: after a restore each input goes on from what it had said', () => {
    const before = twoInputHarness(labelled);
    before.first.processElement('a', 1);
    before.first.processWatermark(20);
    const harness = before.restore(before.snapshot());
    harness.second.processWatermark(12);
    expect(harness.output).toEqual([{ value: '10 undefined', timestamp: 10 }, { watermark: 12 }]);
  });

  it('ends one input, and both, each once, also after a restore', () => {
    const before = twoInputHarness(labelled);
    before.first.processElement('a', 1);
    before.second.endInput();
    before.first.processWatermark(3);
    expect(before.output.at(-1)).toEqual({ watermark: 3 });
    const harness = before.restore(before.snapshot());
    harness.first.processElement('b', 8);
    harness.endInput();
    harness.endInput();
    expect(harness.output.filter((element) => 'watermark' in element)).toEqual([
      { watermark: Number.MAX_SAFE_INTEGER },
    ]);
    expect(harness.values).toEqual(['b undefined', '10 undefined']);
  });

  it('keeps records of both inputs from an output that is full, and none that is in a channel in a snapshot', () => {
    const harness = twoInputHarness(labelled, { outputCredit: 0 });
    harness.first.processElement('a');
    harness.second.processElement(1);
    expect(harness.status()).toBe('queued');
    expect(() => harness.snapshot()).toThrow(/2 records wait between operators/);
    harness.grantOutputCredit(2);
    expect(harness.status()).toBe('at-rest');
    expect(harness.values).toHaveLength(1);
  });

  it('refuses an option that it does not know', () => {
    expect(() => twoInputHarness(labelled, { outputCredits: 1 } as never)).toThrow(
      /twoInputHarness.*outputCredit"/,
    );
  });
});
