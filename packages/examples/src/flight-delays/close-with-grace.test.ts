import { EventEmitter } from 'node:events';
import { closeWithGrace, type Signal } from './close-with-grace.js';

function setUp() {
  const calls: unknown[] = [];
  const signals = new EventEmitter();
  const handle = {
    stop: (options: object) => failed(calls, ['stop', options]),
    cancel: () => failed(calls, ['cancel']),
  };
  const onSignal = (signal: Signal) => calls.push(signal);
  return { calls, signals, grace: closeWithGrace(handle, { signals, drainMsMax: 9, onSignal }) };
}

// Whoever waits for `done` hears of it; a rejection nobody owns would end the process.
function failed(calls: unknown[], call: unknown): Promise<never> {
  calls.push(call);
  return Promise.reject(new Error('the job failed while it was draining'));
}

it.each(['SIGINT', 'SIGTERM'] as const)('%s drains, and a second signal cancels', async (name) => {
  const { calls, signals, grace } = setUp();
  expect(grace.signal()).toBeUndefined();
  signals.emit(name, name);
  expect(calls).toEqual([name, ['stop', { drain: true, within: 9 }]]);
  signals.emit('SIGINT', 'SIGINT');
  expect(calls.slice(2)).toEqual([['cancel']]);
  expect(grace.signal()).toBe(name);
  await Promise.resolve();
});

it('gives the signals back', () => {
  const { signals, grace } = setUp();
  grace.letGo();
  expect([signals.listenerCount('SIGINT'), signals.listenerCount('SIGTERM')]).toEqual([0, 0]);
});
