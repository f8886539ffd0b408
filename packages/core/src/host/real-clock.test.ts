import { realClock } from './real-clock.js';

const YEAR_MS = 365 * 86_400_000;

describe('realClock', () => {
  beforeEach(() => void jest.useFakeTimers({ now: 1_000 }));
  afterEach(() => void jest.useRealTimers());

  it('J1: waits longer than setTimeout can, and not a millisecond less', () => {
    const fired = jest.fn();
    realClock.after(YEAR_MS, fired);
    jest.advanceTimersByTime(YEAR_MS - 1);
    expect(fired).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    expect(fired).toHaveBeenCalledTimes(1);
    expect(realClock.now()).toBe(1_000 + YEAR_MS);
    expect(jest.getTimerCount()).toBe(0);
  });

  it.each([0, 1, 2 ** 31 - 1, 2 ** 31, 2 * (2 ** 31 - 1)])('fires after %d ms', (delayMs) => {
    const fired = jest.fn();
    realClock.after(delayMs, fired);
    jest.advanceTimersByTime(Math.max(0, delayMs - 1));
    expect(fired).toHaveBeenCalledTimes(delayMs === 0 ? 1 : 0);
    jest.advanceTimersByTime(1);
    expect(fired).toHaveBeenCalledTimes(1);
  });

  it('never hands Node.js a delay that it would cut', () => {
    const armed = jest.spyOn(globalThis, 'setTimeout');
    realClock.after(YEAR_MS, () => undefined);
    jest.advanceTimersByTime(YEAR_MS);
    for (const [, legMs] of armed.mock.calls) expect(legMs).toBeLessThan(2 ** 31);
    expect(armed.mock.calls.length).toBeGreaterThan(14);
  });

  it('takes a timer back on any of its legs', () => {
    const fired = jest.fn();
    const cancel = realClock.after(YEAR_MS, fired);
    jest.advanceTimersByTime(YEAR_MS / 2);
    cancel();
    cancel();
    expect(jest.getTimerCount()).toBe(0);
    jest.advanceTimersByTime(YEAR_MS);
    expect(fired).not.toHaveBeenCalled();
  });
});
