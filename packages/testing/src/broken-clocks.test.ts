/** Owns: the proof that the claims about clocks hold for ours, and catch each that is broken. */
import type { Milliseconds } from '@millrace/core';
import { breachesOf, type ClockUnderTest } from './clock-claims.fixture.js';
import { VirtualClock } from './virtual-clock.js';

/** Sets the time to the end first, as simulated clocks do that know only timers of their own. */
class JumpingClock extends VirtualClock {
  #jumpedTo: number | undefined;

  override now(): number {
    return this.#jumpedTo ?? super.now();
  }

  override advanceBy(durationMs: Milliseconds): Promise<void> {
    this.#jumpedTo = super.now() + durationMs;
    return super.advanceBy(durationMs);
  }
}

/** Fires what is due at one go, so that promises settle after the last timer. */
class HastyClock extends VirtualClock {
  override advanceBy(durationMs: Milliseconds): Promise<void> {
    this.pass(this.now() + durationMs, () => undefined);
    return Promise.resolve();
  }
}

/** Fires in the order in which timers were armed. */
class UnorderedClock extends VirtualClock {
  override after(delayMs: Milliseconds, callback: () => void): () => void {
    return super.after(Math.min(delayMs, 10), callback);
  }
}

class DeafClock extends VirtualClock {
  override after(delayMs: Milliseconds, callback: () => void): () => void {
    super.after(delayMs, callback);
    return () => undefined;
  }
}

/** Lets time pass for whoever waits, so that no test finds out that nobody advances it. */
class ObligingClock extends VirtualClock {
  override settled<T>(promise: Promise<T>): Promise<T> {
    return this.runUntil(promise);
  }
}

const broken: readonly (readonly [string, () => ClockUnderTest, RegExp])[] = [
  ['jumps', () => new JumpingClock(), /at their own time.*\[100,100,100,100\]/],
  ['is hasty', () => new HastyClock(), /promises settle between.*"timer"/],
  ['fires out of order', () => new UnorderedClock(), /before it is due: \[11\]/],
  ['does not hear of cancelling', () => new DeafClock(), /a cancelled timer does not fire: \[10\]/],
  ['is obliging', () => new ObligingClock(), /who waits.*it settled/],
];

describe('claims about clocks', () => {
  it('hold for the virtual clock', async () => {
    expect(await breachesOf(() => new VirtualClock())).toEqual([]);
  });

  it.each(broken)('catch a clock that %s', async (_, createClock, said) => {
    expect((await breachesOf(createClock)).join('\n')).toMatch(said);
  });
});
