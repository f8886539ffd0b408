/** The checklist of sinks: how many requests may be out, and what a limiter hears and says. */
import { asyncSinkLimits } from './async-sink-limits.js';
import type { SinkLimiter } from './async-sink-spec.js';
import { SinkHarness, type SinkHarnessOptions } from './sink-harness.fixture.js';
import { createSinkMachine } from './sink-machine.js';

async function opened({ limits, ...others }: SinkHarnessOptions): Promise<SinkHarness> {
  const backoff = { backoffMsMin: 100, backoffMsMax: 100 };
  const harness = new SinkHarness({ ...others, limits: { ...backoff, ...limits } });
  await harness.open();
  return harness;
}

/** Entries in flight, up to a window that grows by one with a success and halves with a failure. */
class WindowLimiter implements SinkLimiter {
  readonly windows: number[];
  #inFlight = 0;

  constructor(window: number) {
    this.windows = [window];
  }

  delayMs(entries: number): number {
    return this.#inFlight + entries <= this.windows.at(-1)! ? 0 : 1_000;
  }

  onSent(entries: number): void {
    this.#inFlight += entries;
  }

  onReply({ throttled }: { readonly throttled: boolean }): void {
    const window = this.windows.at(-1)!;
    this.windows.push(throttled ? window / 2 : window + 1);
    this.#inFlight -= 1;
  }
}

describe('the limit of requests', () => {
  it('CL-C42: holds back at the limit, and lets go when one ends', async () => {
    const h = await opened({ limits: { batchEntriesMax: 1, inFlightRequestsMax: 2 } });
    h.write('a', 'b', 'c', 'd');
    expect(h.batches).toEqual(['a', 'b']);
    h.sent[0]!.reply();
    await h.turn();
    expect(h.batches).toEqual(['a', 'b', 'c']);
    expect(h.pending).toHaveLength(2);
  });

  it('CL-C43: an answer to no request does not make the count negative', () => {
    const faults: string[] = [];
    const machine = createSinkMachine({
      connect: () => {},
      armOpenDeadline: () => {},
      cancelOpenDeadline: () => {},
      armBackoff: () => {},
      cancelTimers: () => {},
      abortRequests: () => {},
      fail: (what) => faults.push(what),
    });
    machine.send({ type: 'OPEN' });
    machine.send({ type: 'OPENED' });
    machine.send({ type: 'WRITTEN', round: 0 });
    expect(faults).toEqual(['its machine did not expect WRITTEN while open']);
    expect([machine.state(), machine.credit(10), machine.maySend()]).toEqual(['failed', 0, false]);
  });

  it('CL-O01: of one: the writer is held until what is out is acknowledged, each time', async () => {
    const one = { batchEntriesMax: 1, inFlightRequestsMax: 1, bufferRecordsMax: 1 };
    const h = await opened({ limits: one });
    for (const id of ['a', 'b', 'c', 'd']) {
      expect(h.writer.credit()).toBe(1);
      h.write(id);
      await h.advance(1_000);
      expect([h.writer.credit(), h.batches.at(-1)]).toEqual([0, id]);
      h.pending[0]!.reply();
      await h.turn();
    }
    expect([h.metric('written'), h.metric('demandStops'), h.sent.length]).toEqual([4, 4, 4]);
  });
});

describe('a limiter of the user', () => {
  it('CL-C49: is asked before the limit of requests is reached', async () => {
    const limiter = new WindowLimiter(1);
    const h = await opened({ limiter, limits: { batchEntriesMax: 1, inFlightRequestsMax: 5 } });
    h.write('a', 'b', 'c');
    expect(h.batches).toEqual(['a']);
    h.sent[0]!.reply();
    await h.turn();
    expect(h.batches).toEqual(['a', 'b', 'c']);
  });

  it('CL-C50: is told what happened: a failure and a success take it from 4 to 2 to 3', async () => {
    const limiter = new WindowLimiter(4);
    const h = await opened({ limiter, limits: { batchEntriesMax: 1 } });
    h.write('a');
    h.sent[0]!.reply('a');
    await h.advance(100);
    h.sent[1]!.reply();
    await h.turn();
    expect(limiter.windows).toEqual([4, 2, 3]);
  });
});

describe('the deadline of requests', () => {
  it('CL-C57: is kept when it is given, and the default when it is not', () => {
    const { requestMsMax } = asyncSinkLimits();
    expect(requestMsMax).toBe(10_000);
    expect(asyncSinkLimits({ requestMsMax: 77 }).requestMsMax).toBe(77);
    expect(asyncSinkLimits({ lingerMsMax: 1 }).requestMsMax).toBe(requestMsMax);
  });
});
