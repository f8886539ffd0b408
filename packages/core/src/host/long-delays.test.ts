/** Delays that Node.js would cut to one millisecond, on fake timers; a process of its own has the real. */
import { realClock } from './real-clock.js';

describe('a long delay', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it.each([
    ['2^31 ms', 2 ** 31],
    ['30 days', 30 * 86_400_000],
  ])('FC-F12: of %s fires when it is over', (_, delayMs) => {
    const fired = jest.fn();
    realClock.after(delayMs, fired);
    jest.advanceTimersByTime(delayMs - 1);
    expect(fired).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    expect(fired).toHaveBeenCalledTimes(1);
  });

  it('FC-F12: for ever never fires', () => {
    const fired = jest.fn();
    const cancel = realClock.after(Infinity, fired);
    jest.advanceTimersByTime(100 * 365 * 86_400_000);
    expect(fired).not.toHaveBeenCalled();
    cancel();
    expect(jest.getTimerCount()).toBe(0);
  });
});
