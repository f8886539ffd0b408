/**
 * Owns: the proof that one timer does for all calls, however many there are (A5).
 */
import { VirtualClock } from '@millrace/testing';
import { AsyncCall } from './async-call.js';
import { Deadlines } from './deadlines.js';

const TIMEOUT_MS = 50;
/** More than a function takes arguments. */
const CALLS = 200_000;

/** Calls that begin when they are told to; a call that has not settled ends when its time is over. */
function timed() {
  const clock = new VirtualClock();
  const calls: AsyncCall[] = [];
  const expired: AsyncCall[] = [];
  const deadlines = new Deadlines({
    timeoutMs: TIMEOUT_MS,
    timers: { clock, post: ({ deliver }) => deliver() },
    calls: () => calls,
    expire: (call) => {
      expired.push(call);
      if (call.status === 'calling') call.end('error', 'overdue');
    },
  });
  const begin = (): AsyncCall => {
    const call = new AsyncCall(calls.length, 0);
    calls.push(call);
    call.status = 'calling';
    deadlines.set(call);
    return call;
  };
  return { clock, calls, expired, begin };
}

describe('the time of calls', () => {
  it('A5: is over for each when it is, and one timer waits for the next, however many they are', async () => {
    const { clock, calls, expired, begin } = timed();
    for (let at = 0; at < CALLS; at++) {
      if (at === CALLS / 2) await clock.advanceBy(10);
      begin();
    }
    expect(clock.pendingTimers()).toEqual([TIMEOUT_MS]);
    clock.fireNext();
    expect(expired).toHaveLength(CALLS / 2);
    expect(clock.pendingTimers()).toEqual([10 + TIMEOUT_MS]);
    clock.fireNext();
    expect(expired).toHaveLength(CALLS);
    expect(expired.at(-1)).toBe(calls.at(-1));
    expect(clock.pendingTimers()).toEqual([]);
  });

  it('A5: needs no timer any more for a call that has settled, though its mail is on the way', () => {
    const { clock, expired, begin } = timed();
    const call = begin();
    call.status = 'answered';
    clock.fireNext();
    expect(expired).toEqual([call]);
    expect(clock.pendingTimers()).toEqual([]);
  });
});
