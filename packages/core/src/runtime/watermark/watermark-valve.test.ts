/** T1, T2: the time of several inputs as one. */
import fc from 'fast-check';
import { END_OF_INPUT, watermark, type ControlElement } from '../../model/element.js';
import { MAX_TIMESTAMP, MIN_TIMESTAMP } from '../../model/time.js';
import { WatermarkValve } from './watermark-valve.js';

const A = 0;
const B = 1;
const C = 2;
const idle: ControlElement = { kind: 'watermark-status', status: 'idle' };
const active: ControlElement = { kind: 'watermark-status', status: 'active' };

const wordOf = (element: ControlElement): number | string => {
  if (element.kind === 'watermark') return element.timestamp;
  return element.kind === 'watermark-status' ? element.status : 'end';
};

/** A valve that answers in words: watermarks as numbers. */
class ValveInHand {
  readonly #valve: WatermarkValve;

  constructor(inputs: number) {
    this.#valve = new WatermarkValve(inputs);
  }

  wm(input: number, timestamp: number): (number | string)[] {
    return this.says(input, watermark(timestamp));
  }

  says(input: number, element: ControlElement): (number | string)[] {
    return this.#valve.onControl(input, element).map(wordOf);
  }
}

describe('T2: the watermark valve', () => {
  it('S4: says the minimum, once every input has said something', () => {
    const valve = new ValveInHand(2);
    expect(valve.wm(A, 10)).toEqual([]);
    expect(valve.wm(B, 7)).toEqual([7]);
    expect(valve.wm(B, 12)).toEqual([10]);
  });

  it('S5: ignores a watermark that goes back', () => {
    const valve = new ValveInHand(1);
    expect(valve.wm(A, 10)).toEqual([10]);
    expect(valve.wm(A, 8)).toEqual([]);
    expect(valve.wm(A, 11)).toEqual([11]);
  });

  it('S6: goes on when the input that held time back turns idle', () => {
    const valve = new ValveInHand(2);
    valve.wm(A, 10);
    expect(valve.wm(B, 3)).toEqual([3]);
    expect(valve.says(B, idle)).toEqual([10]);
  });

  it.each([
    ['A before B', [A, B]],
    ['B before A', [B, A]],
  ])('S7: is idle at the greatest watermark when all are idle, %s', (_, order) => {
    const valve = new ValveInHand(2);
    valve.wm(A, 5);
    valve.wm(B, 4);
    const said = order.flatMap((input) => valve.says(input, idle));
    expect(said).toEqual([5, 'idle']);
  });

  it('S8: lets an input that comes back behind the others count once it has caught up', () => {
    const valve = new ValveInHand(2);
    valve.wm(A, 10);
    valve.wm(B, 3);
    expect(valve.says(B, idle)).toEqual([10]);
    expect(valve.says(B, active)).toEqual([]);
    expect(valve.wm(B, 6)).toEqual([]);
    expect(valve.wm(A, 20)).toEqual([20]);
    expect(valve.wm(B, 21)).toEqual([]);
    expect(valve.wm(A, 30)).toEqual([21]);
  });

  it('S9: says at once what an input holds that becomes the only one caught up', () => {
    const valve = new ValveInHand(3);
    valve.wm(A, 12);
    valve.wm(B, 5);
    valve.wm(C, 10);
    expect(valve.says(B, idle)).toEqual([10]);
    valve.says(A, idle);
    expect(valve.says(C, idle)).toEqual([12, 'idle']);
    expect(valve.says(B, active)).toEqual(['active']);
    expect(valve.wm(B, 6)).toEqual([]);
    expect(valve.says(A, active)).toEqual([]);
    expect(valve.wm(A, 13)).toEqual([13]);
  });

  it('S9: says 12 when A, which held 12 while idle, turns active beside B, which is behind', () => {
    const valve = new ValveInHand(3);
    valve.wm(A, 12);
    valve.says(A, idle);
    valve.wm(B, 3);
    expect(valve.wm(C, 10)).toEqual([3]);
    expect(valve.says(B, idle)).toEqual([10]);
    valve.says(B, active);
    expect(valve.wm(B, 6)).toEqual([]);
    // C is idle at 10 now: had all been idle time would have gone to 12, but B is active, behind.
    expect(valve.says(C, idle)).toEqual([]);
    expect(valve.says(A, active)).toEqual([12]);
  });

  it('S10: goes to the greatest watermark when the last to turn idle was behind', () => {
    const valve = new ValveInHand(3);
    valve.wm(A, 10);
    valve.wm(B, 20);
    valve.wm(C, 3);
    valve.says(C, idle);
    valve.says(C, active);
    valve.wm(C, 6);
    valve.says(A, idle);
    valve.says(B, idle);
    expect(valve.says(C, idle)).toEqual(['idle']);
    const fresh = new ValveInHand(3);
    fresh.wm(A, 10);
    fresh.wm(B, 20);
    fresh.wm(C, 3);
    expect(fresh.says(C, idle)).toEqual([10]);
    fresh.says(C, active);
    fresh.wm(C, 6);
    expect(fresh.says(B, idle)).toEqual([]);
    expect(fresh.says(A, idle)).toEqual([]);
    expect(fresh.says(C, idle)).toEqual([20, 'idle']);
  });

  it('S12: a finished input beside an idle one does not push time to its end', () => {
    const valve = new ValveInHand(2);
    valve.wm(A, 40);
    expect(valve.wm(B, 50)).toEqual([40]);
    expect(valve.wm(A, MAX_TIMESTAMP)).toEqual([50]);
    expect(valve.says(A, END_OF_INPUT)).toEqual([]);
    expect(valve.says(B, idle)).toEqual(['idle']);
    expect(valve.says(B, active)).toEqual(['active']);
    expect(valve.wm(B, 60)).toEqual([60]);
    expect(valve.says(B, END_OF_INPUT)).toEqual(['end']);
  });

  it('S15: is where the other input is while one is idle', () => {
    const valve = new ValveInHand(2);
    expect(valve.says(A, idle)).toEqual([]);
    expect(valve.wm(B, 50)).toEqual([50]);
  });

  it('C1: takes a watermark of an idle input for how far it came, as its status was collapsed', () => {
    const valve = new ValveInHand(2);
    valve.wm(A, 5);
    valve.wm(B, 4);
    valve.says(A, idle);
    // A was active, said 12 and turned idle again, before anybody read it.
    expect(valve.wm(A, 12)).toEqual([]);
    expect(valve.says(A, idle)).toEqual([]);
    expect(valve.says(B, idle)).toEqual([12, 'idle']);
    expect(valve.wm(B, 15)).toEqual([15]);
  });

  it('S14: is idle without any input, and active with a new one, which holds time back', () => {
    const valve = new WatermarkValve(0);
    expect(valve.onNoInput().map(wordOf)).toEqual(['idle']);
    const { at: first, follows } = valve.addInput();
    expect(follows.map(wordOf)).toEqual(['active']);
    expect(valve.onControl(first, watermark(7)).map(wordOf)).toEqual([7]);
    const { at: second } = valve.addInput();
    expect(valve.onControl(first, watermark(9))).toEqual([]);
    expect(valve.removeInput(second).map(wordOf)).toEqual([9]);
    expect(valve.removeInput(first).map(wordOf)).toEqual(['idle']);
    expect(valve.watermark()).toBe(9);
  });

  it('ends active, and once, when the last of its inputs ends, also out of idleness', () => {
    const valve = new ValveInHand(2);
    expect(valve.says(A, END_OF_INPUT)).toEqual([]);
    expect(valve.says(B, idle)).toEqual(['idle']);
    expect(valve.says(B, END_OF_INPUT)).toEqual(['active', 'end']);
  });

  it('T1, T2: never goes back, and is never before an active input that was never idle', () => {
    const word = fc.oneof(
      fc.record({ input: fc.nat(2), timestamp: fc.integer({ min: 0, max: 50 }) }),
      fc.record({ input: fc.nat(2), status: fc.constantFrom(idle, active) }),
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 40 }), (words) => {
        const valve = new ValveInHand(4);
        // The fourth is never idle: time never passes it.
        let last = MIN_TIMESTAMP;
        valve.wm(3, 25);
        for (const { input, ...said } of words) {
          const element = 'status' in said ? said.status : watermark(said.timestamp);
          for (const answer of valve.says(input, element)) {
            if (typeof answer !== 'number') continue;
            expect(answer).toBeGreaterThan(last);
            expect(answer).toBeLessThanOrEqual(25);
            last = answer;
          }
        }
      }),
      { numRuns: 300 },
    );
  });
});
