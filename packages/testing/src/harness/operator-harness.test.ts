/** Owns: the proof that a harness gives what it is given, in order, and shows all that comes out. */
import { outputTag, tumbling, type Stream } from '@millrace/core';
import { operatorHarness } from './operator-harness.js';

interface Count {
  readonly key: string;
  readonly count: number;
}

const counts = (stream: Stream<Count>): Stream<Count> =>
  stream
    .keyBy(({ key }) => key)
    .reduce((sum, { key, count }) => ({ key, count: sum.count + count }), { uid: 'counts' });

const one = (key: string): Count => ({ key, count: 1 });

const late = outputTag<Count>('late');

const windows = (stream: Stream<Count>) =>
  stream
    .keyBy(({ key }) => key)
    .window(tumbling(100))
    .sideOutputLateData(late)
    .aggregate(
      { createAccumulator: () => 0, add: (sum, { count }) => sum + count, getResult: (sum) => sum },
      { uid: 'windows' },
    );

describe('operatorHarness', () => {
  it('shows records with their timestamps, and watermarks, in order', () => {
    const harness = operatorHarness(counts);
    harness.processElement(one('a'), 5);
    harness.processWatermark(7);
    harness.processElement(one('a'));
    expect(harness.output).toEqual([
      { value: { key: 'a', count: 1 }, timestamp: 5 },
      { watermark: 7 },
      { value: { key: 'a', count: 2 }, timestamp: undefined },
    ]);
    expect(harness.values.map(({ count }) => count)).toEqual([1, 2]);
  });

  it('gives several records in one run', () => {
    const harness = operatorHarness(counts);
    harness.processElements([{ value: one('a'), timestamp: 1 }, { value: one('b') }]);
    expect(harness.values).toEqual([one('a'), one('b')]);
  });

  it('shows the state of a key, also of one among several subtasks', () => {
    for (const parallelism of [1, 3]) {
      const harness = operatorHarness(counts, { parallelism });
      for (const key of ['a', 'b', 'a', 'c']) harness.processElement(one(key));
      const reduced = harness.state('counts', 'reduced');
      expect(['a', 'b', 'c', 'd'].map((key) => reduced.get(key))).toEqual([
        { key: 'a', count: 2 },
        one('b'),
        one('c'),
        undefined,
      ]);
    }
  });

  it('names what there is when asked for a state that is not there', () => {
    const harness = operatorHarness(counts);
    expect(() => harness.state('sums', 'reduced')).toThrow(/operator "sums".*"counts"/);
    expect(() => harness.state('counts', 'reduce')).toThrow(/state "reduce".*"reduced"/);
  });

  it('fires windows at the watermark and shows late records beside', () => {
    const harness = operatorHarness(windows, { sideOutputs: [late] });
    harness.processElement(one('a'), 10);
    harness.processWatermark(99);
    harness.processElement(one('b'), 20);
    expect(harness.output).toEqual([
      { value: { key: 'a', window: { start: 0, end: 100 }, value: 1 }, timestamp: 99 },
      { watermark: 99 },
    ]);
    expect(harness.sideOutput(late)).toEqual([
      { watermark: 99 },
      { value: one('b'), timestamp: 20 },
    ]);
    expect(harness.metrics()['windows']!['numLateRecordsDropped']).toBe(1);
  });

  it('refuses a side output that it was not told to read', () => {
    const harness = operatorHarness(windows, { sideOutputs: [late] });
    expect(() => harness.sideOutput(outputTag('lost'))).toThrow(/"lost".*sideOutputs/);
  });

  it('keeps what a full output does not accept, and lets it out when it does', () => {
    const harness = operatorHarness(windows, { sideOutputs: [late], outputCredit: 1 });
    for (const key of ['a', 'b', 'c']) harness.processElement(one(key), 10);
    harness.processWatermark(99);
    expect(harness.values.map(({ key }) => key)).toEqual(['a']);
    harness.grantOutputCredit(1);
    expect(harness.values.map(({ key }) => key)).toEqual(['a', 'b']);
    expect(harness.output).not.toContainEqual({ watermark: 99 });
    harness.grantOutputCredit(1);
    expect(harness.output.at(-1)).toEqual({ watermark: 99 });
  });

  it('ends time with the input, once', () => {
    const harness = operatorHarness(windows, { sideOutputs: [late] });
    harness.processElement(one('a'), 10);
    harness.endInput();
    expect(harness.output).toEqual([
      { value: { key: 'a', window: { start: 0, end: 100 }, value: 1 }, timestamp: 99 },
      { watermark: Number.MAX_SAFE_INTEGER },
    ]);
  });

  it('throws what the function throws, with the operator and the key', () => {
    const harness = operatorHarness((stream: Stream<Count>) =>
      stream
        .keyBy(({ key }) => key)
        .reduce(
          () => {
            throw new Error('no sum');
          },
          { uid: 'sum' },
        ),
    );
    harness.processElement(one('a'));
    expect(() => {
      harness.processElement(one('a'));
    }).toThrow(/sum.*no sum/);
  });

  it('refuses an option that it does not know', () => {
    expect(() => operatorHarness(counts, { outputCredits: 1 } as never)).toThrow(/outputCredit"/);
  });
});
