/** L1: an iterator that is always ready leaves the event loop its turns. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { settlePromises } from '@millrace/testing';
import { asyncSink, asyncSinkLimits, fifoBuffer } from '../../connector.js';
import { defineJob, fromAsyncIterable, runJob } from '../../index.js';
import { bareReader } from './door.fixture.js';

/** A table that is written to when its linger is over, for a batch is never full. */
function lingering(onWritten: (values: readonly number[]) => void) {
  return asyncSink<number, number>({
    name: 'table',
    limits: asyncSinkLimits({ lingerMsMax: 5, batchEntriesMax: 1_000 }),
    connect: () => ({
      buffer: fifoBuffer({ keyOf: String }),
      toEntry: (value) => value,
      describe: String,
      connection: {
        open: () => Promise.resolve(),
        send: (values) => {
          onWritten(values);
          return Promise.resolve({ unprocessed: [] });
        },
        classify: (error) => ({ kind: 'fatal', reason: String(error) }),
        close: () => undefined,
      },
    }),
  });
}

it('FC-E06: beside values that are always ready, timers fire in time, an endpoint answers, batches are flushed, and stop() works', async () => {
  const seen = { drawn: 0, left: 0 };
  async function* always(): AsyncGenerator<number> {
    try {
      for (;;) yield seen.drawn++;
    } finally {
      seen.left += 1;
    }
  }
  const server = createServer((_, response) => response.end(handle.health().status));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const written: number[][] = [];
  const table = lingering((values) => written.push([...values]));
  const job = defineJob('always', (env) => {
    env
      .fromSource(fromAsyncIterable(always), { uid: 'in' })
      .filter((n) => n < 3)
      .sinkTo(table, { uid: 'out' });
  });
  const handle = await runJob(job);
  // What was drawn when the loop came round, and when the timer was called back.
  const turns: number[] = [];
  let watching: 'on' | 'off' = 'on';
  const watch = (): void => {
    turns.push(seen.drawn);
    if (watching === 'on') setImmediate(watch);
  };
  watch();
  let ticks = 0;
  const ticking = setInterval(() => (ticks += 1), 5);
  try {
    const { port } = server.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${String(port)}/health`);
    // As soon as the job has begun; it has not opened its sink for long.
    expect(['starting', 'ready']).toContain(await answer.text());
    // In one batch or several: the sink lingers by the clock of a machine that may be busy.
    while (ticks < 10 || written.flat().length < 3) await new Promise(setImmediate);
    expect(written.flat()).toEqual([0, 1, 2]);
    expect([handle.status, handle.health().status]).toEqual(['running', 'ready']);
    expect((await handle.stop()).ended).toBe('stopped');
    expect(seen.left).toBe(1);
  } finally {
    // Whatever failed: an endless job and an open server would keep the process.
    watching = 'off';
    clearInterval(ticking);
    await handle.cancel();
    server.close();
    server.closeAllConnections();
  }
  // The loop came round before each of the ten ticks, each time after a part of the values.
  const shares = turns.map((at, turn) => at - (turns[turn - 1] ?? 0));
  expect(turns.length).toBeGreaterThanOrEqual(10);
  expect(Math.max(...shares)).toBeLessThan(seen.drawn / 2);
});

it('L1, O15: values are drawn for 2 ms of the clock at a stretch, however many are wanted; the mail for them is one', async () => {
  let [now, drawn] = [0, 0];
  const iterator = {
    next: () => {
      now += 0.5;
      return Promise.resolve({ done: false as const, value: drawn++ });
    },
  };
  const source = fromAsyncIterable<number>({ [Symbol.asyncIterator]: () => iterator });
  const reader = bareReader(source, () => now);
  for (const stretch of [1, 2, 3]) {
    const { values, status } = reader.poll(1_000);
    expect([values.length, status]).toEqual([stretch === 1 ? 0 : 4, 'nothing-available']);
    await settlePromises();
    expect([drawn, reader.mails.length]).toEqual([4 * stretch, 1]);
    reader.mails.shift()!.deliver();
  }
});
