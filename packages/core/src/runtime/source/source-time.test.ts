/** What a source says to those downstream: its statuses and watermarks, and what stands before what. */
import { VirtualClock } from '@millrace/testing';
import type { Mail } from '../../model/mail.js';
import { monotonousTimestamps } from '../../index.js';
import { AlignmentGroups } from './alignment-group.js';
import { SourceTime } from './source-time.js';
import type { SplitTime } from './split-time.js';

/** The time of a source whose splits are idle after 10 ms. */
class TimeInHand {
  readonly clock = new VirtualClock();
  readonly time = new SourceTime({
    operator: 'in',
    strategy: monotonousTimestamps<unknown>((n) => n as number, { idleAfterMs: 10 }),
    timers: { clock: this.clock, post: (mail: Mail) => mail.deliver() },
    groups: new AlignmentGroups(),
    notify: () => undefined,
  });

  said(): readonly unknown[] {
    const said: unknown[] = [];
    for (let next; (next = this.time.takeControl()) !== undefined;) {
      said.push(next.kind === 'watermark' ? next.timestamp : 'status' in next && next.status);
    }
    return said;
  }

  async fallsSilent(split: SplitTime): Promise<void> {
    this.time.onNothing(split);
    await this.clock.advanceBy(10);
    this.time.onNothing(split);
  }

  gives(split: SplitTime, timestamp: number): number {
    this.time.onRecords(split);
    return this.time.onRun(timestamp);
  }
}

describe('T3: what a source says', () => {
  it('S11: at its end it is active, if it was idle', async () => {
    const source = new TimeInHand();
    const split = source.time.addSplit('only');
    await source.fallsSilent(split);
    expect(source.said()).toEqual(['idle']);
    source.time.onEnd();
    expect(source.said()).toEqual(['active']);
    expect(source.clock.pendingTimers()).toEqual([]);
  });

  it('the status of a record stands before it, once, and the watermark behind', async () => {
    const source = new TimeInHand();
    const split = source.time.addSplit('only');
    await source.fallsSilent(split);
    source.said();
    source.time.onRecords(split);
    expect(source.said()).toEqual(['active']);
    expect(source.time.onRun(5)).toBe(4);
    expect([source.gives(split, 9), source.said()]).toEqual([8, []]);
  });

  it('T2: the time of the splits that are left, when one falls silent or ends', async () => {
    const source = new TimeInHand();
    const [a, b, c] = ['a', 'b', 'c'].map((id) => source.time.addSplit(id));
    expect([source.gives(a!, 11), source.gives(b!, 6), source.gives(c!, 21)]).toEqual([
      Number.MIN_SAFE_INTEGER,
      Number.MIN_SAFE_INTEGER,
      5,
    ]);
    await source.fallsSilent(b!);
    expect(source.said()).toEqual([10]);
    source.time.finishSplit(a!);
    expect(source.said()).toEqual([20]);
    source.time.finishSplit(c!);
    expect(source.said()).toEqual(['idle']);
    source.time.addSplit('d');
    expect(source.said()).toEqual(['active']);
  });

  it('nothing between two splits, until it is known that there is none', () => {
    const source = new TimeInHand();
    const first = source.time.addSplit('first');
    expect(source.gives(first, 11)).toBe(10);
    source.time.finishSplit(first);
    expect(source.said()).toEqual([]);
    const second = source.time.addSplit('second');
    expect([source.said(), source.gives(second, 5)]).toEqual([[], 10]);
    source.time.finishSplit(second);
    source.time.onNoSplits();
    expect(source.said()).toEqual(['idle']);
  });
});
