import { EventEmitter } from 'node:events';
import { settlePromises } from '@millrace/testing';
import { closeWithGrace, type Signal } from './close-with-grace.js';

function setUp() {
  const calls: unknown[] = [];
  const signals = new EventEmitter();
  // Whoever waits for `done` hears of it; a rejection nobody owns would end the process.
  const stop = (options: object): Promise<never> => {
    calls.push(['stop', options]);
    return Promise.reject(new Error('the job failed while it was draining'));
  };
  const broken = Promise.reject<never>(new Error('it did not start'));
  broken.catch(() => undefined);
  const grace = closeWithGrace([Promise.resolve({ stop }), broken, Promise.resolve({ stop })], {
    signals,
    drainMsMax: 9,
    onSignal: (signal: Signal) => calls.push(signal),
    endNow: (signal: Signal) => calls.push(['end now', signal]),
  });
  return { calls, signals, grace };
}

it.each(['SIGINT', 'SIGTERM'] as const)('%s drains every job that starts', async (name) => {
  const { calls, signals, grace } = setUp();
  expect(grace.signal()).toBeUndefined();
  signals.emit(name, name);
  await settlePromises();
  const stopped = ['stop', { drain: true, within: 9 }];
  expect(calls).toEqual([name, stopped, stopped]);
  expect(grace.signal()).toBe(name);
});

it('ends at once on a second signal, and drains nothing again', async () => {
  const { calls, signals, grace } = setUp();
  signals.emit('SIGTERM', 'SIGTERM');
  await settlePromises();
  signals.emit('SIGINT', 'SIGINT');
  await settlePromises();
  expect(calls.slice(3)).toEqual([['end now', 'SIGINT']]);
  expect(grace.signal()).toBe('SIGTERM');
});

it('FC-G03: asked, listens once per process for 20 jobs, and leaves it as it was', () => {
  const listeners = () => ['SIGTERM', 'SIGINT'].map((name) => process.listenerCount(name));
  const [before, jobs] = [
    listeners(),
    Array.from({ length: 20 }, () => new Promise<never>(() => {})),
  ];
  const endNow = () => undefined;
  for (let round = 0; round < 100; round++) {
    const grace = closeWithGrace(jobs, {
      signals: process,
      drainMsMax: 1,
      onSignal: endNow,
      endNow,
    });
    expect(listeners()).toEqual(before.map((count) => count + 1));
    grace.letGo();
  }
  expect(listeners()).toEqual(before);
});

it('listens once per signal, and gives the signals back', () => {
  const { signals, grace } = setUp();
  const listeners = () => [signals.listenerCount('SIGINT'), signals.listenerCount('SIGTERM')];
  expect(listeners()).toEqual([1, 1]);
  grace.letGo();
  expect(listeners()).toEqual([0, 0]);
});
