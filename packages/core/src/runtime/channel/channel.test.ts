import fc from 'fast-check';
import { END_OF_INPUT, watermark, type ControlElement } from '../../model/element.js';
import { appendRecord, createRun, type Run } from '../../model/run.js';
import { Channel } from './channel.js';

const idle: ControlElement = { kind: 'watermark-status', status: 'idle' };
const active: ControlElement = { kind: 'watermark-status', status: 'active' };

function runOf(values: readonly number[], recordsMax = 8): Run<number> {
  const run = createRun<number>(recordsMax);
  for (const value of values) appendRecord(run, value, value * 10);
  return run;
}

const channelOf = (channelRecords: number, runRecordsMax = 8): Channel<number> =>
  new Channel({ channelRecords, runRecordsMax });

const recordsOf = (run: Run<number>): number[] => run.values.slice(0, run.length);

/** Takes everything: controls as they are, records one run at a time. */
function drained(channel: Channel<number>, recordsMax = 8): unknown[] {
  const run = createRun<number>(8);
  const out: unknown[] = [];
  for (;;) {
    const control = channel.takeControl();
    if (control !== undefined) {
      out.push(control);
      continue;
    }
    channel.take(run, recordsMax);
    if (run.length === 0) return out;
    out.push(recordsOf(run));
  }
}

/** The order of elements by C1, from the whole of what was sent. */
function collapsed(sent: readonly (number | ControlElement)[]): (number | ControlElement)[] {
  return sent.filter((element, at) => {
    if (typeof element === 'number') return true;
    const nextRecord = sent.findIndex((other, i) => i > at && typeof other === 'number');
    const gap = sent.slice(at + 1, nextRecord === -1 ? undefined : nextRecord);
    return !gap.some((other) => typeof other !== 'number' && other.kind === element.kind);
  });
}

describe('C1: a channel', () => {
  it('keeps order and timestamps, however runs are split on the way', () => {
    const element = fc.oneof(
      { weight: 3, arbitrary: fc.array(fc.nat(9), { minLength: 1, maxLength: 8 }) },
      { weight: 1, arbitrary: fc.integer({ min: 1, max: 3 }).map((t) => watermark(t)) },
      { weight: 1, arbitrary: fc.constantFrom(idle, active) },
    );
    const takes = fc.array(fc.nat(8), { maxLength: 3 });
    fc.assert(
      fc.property(fc.array(fc.tuple(element, takes), { maxLength: 40 }), (script) => {
        const channel = channelOf(13);
        const sent: (number | ControlElement)[] = [];
        const got: (number | ControlElement)[] = [];
        const run = createRun<number>(8);
        let number = 0;
        const takeOne = (recordsMax: number): void => {
          const control = channel.takeControl();
          if (control !== undefined) return void got.push(control);
          channel.take(run, recordsMax);
          for (let i = 0; i < run.length; i++) {
            expect(run.timestamps[i]).toBe(run.values[i]! * 10);
            got.push(run.values[i]!);
          }
        };
        for (const [what, thenTake] of script) {
          if (!Array.isArray(what)) {
            channel.sendControl(what);
            sent.push(what);
          } else {
            const values = what.slice(0, channel.credit()).map(() => number++);
            channel.send(runOf(values));
            sent.push(...values);
          }
          expect(channel.size()).toBeLessThanOrEqual(13);
          // Taking at every point would leave nothing to collapse, so only some scripts do.
          for (const recordsMax of thenTake) if (recordsMax > 4) takeOne(recordsMax);
        }
        for (let before = -1; before !== got.length;) {
          before = got.length;
          takeOne(8);
        }
        expect(channel.size()).toBe(0);
        expect(got.filter((e) => typeof e === 'number')).toEqual(
          sent.filter((e) => typeof e === 'number'),
        );
        if (script.every(([, thenTake]) => thenTake.every((n) => n <= 4))) {
          expect(got).toEqual(collapsed(sent));
        }
      }),
      { numRuns: 300 },
    );
  });

  it('refuses what it has no credit for, and says how much', () => {
    const channel = channelOf(4);
    channel.send(runOf([1, 2, 3]));
    expect(() => channel.send(runOf([4, 5]))).toThrow('C1: 2 records sent with credit for 1');
    expect(channel.size()).toBe(3);
  });

  it('collapses a million watermarks before a stuck receiver into one', () => {
    // A few first: where they do not collapse, a million would take for ever.
    for (const count of [10, 1_000_000]) {
      const channel = channelOf(4);
      channel.send(runOf([1]));
      for (let t = 1; t <= count; t++) channel.sendControl(watermark(t));
      expect(drained(channel)).toEqual([[1], watermark(count)]);
    }
  });

  it('keeps one watermark and one status between two runs, the newest of each, in order', () => {
    const channel = channelOf(8);
    for (const element of [watermark(1), idle, watermark(2), active, watermark(3)]) {
      channel.sendControl(element);
    }
    channel.send(runOf([1]));
    channel.sendControl(watermark(4));
    channel.sendControl(idle);
    channel.sendControl(END_OF_INPUT);
    expect(drained(channel)).toEqual([active, watermark(3), [1], watermark(4), idle, END_OF_INPUT]);
  });

  it('gives no record from behind a control element', () => {
    const channel = channelOf(8);
    channel.send(runOf([1, 2]));
    channel.sendControl(watermark(20));
    channel.send(runOf([3]));
    expect(drained(channel)).toEqual([[1, 2], watermark(20), [3]]);
  });

  it('sends control elements without credit', () => {
    const channel = channelOf(1);
    channel.send(runOf([1]));
    expect(channel.credit()).toBe(0);
    channel.sendControl(watermark(1));
    channel.sendControl(END_OF_INPUT);
    expect(drained(channel)).toEqual([[1], watermark(1), END_OF_INPUT]);
  });

  it('leaves no run with two owners', () => {
    const channel = channelOf(8, 2);
    const sender = runOf([1, 2], 2);
    channel.send(sender);
    for (const value of [8, 9]) appendRecord(sender, value);
    const first = createRun<number>(2);
    channel.take(first, 2);
    channel.send(sender);
    const second = createRun<number>(2);
    channel.take(second, 2);
    expect([recordsOf(first), recordsOf(second)]).toEqual([
      [1, 2],
      [8, 9],
    ]);
  });
});

describe('C2: credit', () => {
  it('is what was granted less what was sent, and grows by taking alone', () => {
    const channel = channelOf(8);
    channel.send(runOf([1, 2, 3]));
    channel.sendControl(watermark(1));
    expect(channel.credit()).toBe(5);
    drained(channel);
    expect(channel.credit()).toBe(8);
  });

  it('is granted half the capacity at a time, so that runs do not shrink', () => {
    const channel = channelOf(8);
    channel.send(runOf([1, 2, 3, 4, 5, 6, 7, 8]));
    const credits: number[] = [];
    const run = createRun<number>(8);
    for (let taken = 0; taken < 8; taken++) {
      channel.take(run, 1);
      credits.push(channel.credit());
    }
    expect(credits).toEqual([0, 0, 0, 4, 4, 4, 4, 8]);
  });

  it.each([1, 2, 3, 5])('comes back whatever the capacity is: %i', (capacity) => {
    const channel = channelOf(capacity, 8);
    const run = createRun<number>(8);
    for (let round = 0; round < 100; round++) {
      expect(channel.credit()).toBeGreaterThan(0);
      channel.send(runOf([round]));
      channel.take(run, 1);
      expect(recordsOf(run)).toEqual([round]);
    }
  });
});
