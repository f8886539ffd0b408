/**
 * Owns: the proof of what holds when the mails of an answer and of a timeout cross (A5, A6).
 */
import { seededRandom, VirtualClock } from '@millrace/testing';
import type { Mail } from '../../model/mail.js';
import { AsyncCall } from './async-call.js';
import { AsyncCaller } from './async-caller.js';
import { ScriptedCalls } from './scripted-calls.fixture.js';

const RETRY = {
  attemptsMax: 2,
  backoffMsMin: 10,
  backoffMsMax: 10,
  backoffFactor: 1,
  jitter: 'none',
  isRetryable: () => true,
} as const;

/** A call for 1 whose time is over, by a mail that nobody has delivered. */
function overdue() {
  const clock = new VirtualClock();
  const calls = new ScriptedCalls<unknown>();
  const mails: Mail[] = [];
  const done: AsyncCall[] = [];
  const call = new AsyncCall(1, 0);
  const caller = new AsyncCaller({
    spec: {
      kind: 'async-map',
      call: calls.call,
      keyOf: undefined,
      order: 'none',
      capacity: 1,
      timeoutMs: 50,
      retry: RETRY,
      fallback: () => 'late',
    },
    clock,
    random: seededRandom(1),
    post: (mail) => mails.push(mail),
    calls: () => [call],
    onDone: (each) => done.push(each),
  });
  caller.begin(call);
  clock.fireNext();
  const deliverAll = (): void => {
    for (const mail of mails.splice(0)) mail.deliver();
  };
  return { calls, call, caller, clock, mails, done, deliverAll };
}

describe('an answer that comes between the clock and the mail of a timeout', () => {
  it('A5: counts, for it came before anybody had said that it was late', async () => {
    const { calls, call, done, caller, deliverAll } = overdue();
    calls.answer(1, 'in time');
    await Promise.resolve();
    deliverAll();
    expect(done).toEqual([call]);
    expect(call).toMatchObject({ status: 'done', outcome: 'value', result: 'in time' });
    expect(caller.metrics()).toMatchObject({ numAsyncTimeouts: 0, numAsyncCallsInFlight: 0 });
  });

  it('A5, A6: leads to no further try where it failed, and ends the call once', async () => {
    const { calls, call, done, caller, clock, deliverAll } = overdue();
    calls.fail(1);
    await Promise.resolve();
    deliverAll();
    expect(done).toEqual([call]);
    expect(call).toMatchObject({ status: 'done', outcome: 'value', result: 'late' });
    expect(clock.pendingTimers()).toEqual([]);
    expect(caller.metrics()).toMatchObject({ numAsyncTimeouts: 1, numAsyncCallsInFlight: 0 });
    expect(calls.made).toHaveLength(1);
  });
});

describe('many answers', () => {
  it('E2: are one mail until it is delivered', async () => {
    const { calls, caller, mails, deliverAll, done } = overdue();
    deliverAll();
    for (const value of [2, 3, 4]) caller.begin(new AsyncCall(value, 0));
    for (const value of [2, 3, 4]) calls.answer(value, String(value));
    await Promise.resolve();
    expect(mails.map(({ name }) => name)).toEqual(['async.answers']);
    deliverAll();
    expect(done.slice(1).map(({ result }) => result)).toEqual(['2', '3', '4']);
  });
});
