import type { MillraceError } from '../../model/error.js';
import { SinkHarness, ServiceError, type SinkHarnessOptions } from './sink-harness.fixture.js';
import { tokenBucket } from './token-bucket.fixture.js';

const small = {
  batchEntriesMax: 3,
  bufferRecordsMax: 12,
  inFlightRequestsMax: 2,
  lingerMsMax: 100,
  requestMsMax: 1_000,
  openMsMax: 5_000,
  backoffMsMin: 100,
  backoffMsMax: 800,
  closeMsMax: 500,
};

const harnessOf = (options: SinkHarnessOptions = {}): SinkHarness =>
  new SinkHarness({ ...options, limits: { ...small, ...options.limits } });

async function opened(options: SinkHarnessOptions = {}): Promise<SinkHarness> {
  const harness = harnessOf(options);
  await harness.open();
  return harness;
}

const codeOf = (error: unknown): string => (error as MillraceError).code;
const messageOf = (error: unknown): string => (error as MillraceError).message;

function expectAccounted(h: SinkHarness): void {
  const { accepted, written, replaced, buffered, inFlight } = h.writer.metrics() as Record<
    string,
    number
  >;
  expect(written! + replaced! + buffered! + inFlight!).toBe(accepted);
}

describe('from open to closed', () => {
  it('N2: writes full batches, then the last partial one, and ends', async () => {
    const h = await opened();
    h.write('a', 'b', 'c', 'd');
    expect(h.batches).toEqual(['a b c']);
    h.sent[0]!.reply();
    await h.turn();
    expect(h.metric('written')).toBe(3);
    expect(h.metric('buffered')).toBe(1);

    h.writer.finish();
    expect(h.batches).toEqual(['a b c', 'd']);
    expect(h.writer.finished()).toBe(false);
    h.sent[1]!.reply();
    await h.turn();
    expect(h.writer.finished()).toBe(true);
    expect(await h.close()).toEqual({ records: 0, keys: [] });
    expect(h.writer.metrics()['visited']).toEqual([
      'opening',
      'open',
      'writing',
      'flushing',
      'closed',
    ]);
    expect(h.failures).toEqual([]);
    expect(h.clock.armed).toBe(0);
    expect(h.connectionClosed).toBe(1);
  });

  it('N2: ends at once when nothing was written, also when it finished while opening', async () => {
    const h = harnessOf();
    h.writer.open();
    h.writer.finish();
    expect(h.writer.finished()).toBe(false);
    h.opens[0]!.resolve();
    await h.turn();
    expect(h.writer.finished()).toBe(true);
    expect(h.sent).toEqual([]);
  });

  it('E2: a reply changes nothing before its mail is delivered', async () => {
    const h = await opened();
    h.write('a', 'b', 'c');
    h.sent[0]!.reply();
    for (let i = 0; i < 20; i++) await Promise.resolve();
    expect(h.metric('written')).toBe(0);
    h.deliverOne();
    expect(h.metric('written')).toBe(3);
  });
});

describe('credit', () => {
  it('is zero while opening, and the room in the buffer then', async () => {
    const h = harnessOf();
    h.writer.open();
    expect(h.writer.credit()).toBe(0);
    h.opens[0]!.resolve();
    await h.turn();
    expect(h.writer.credit()).toBe(12);
    h.write('a', 'b', 'c', 'd');
    expect(h.writer.credit()).toBe(8);
  });

  it('is zero while throttled and while flushing', async () => {
    const h = await opened();
    h.write('a', 'b', 'c');
    h.sent[0]!.refuse('throttled');
    await h.turn();
    expect([h.state, h.writer.credit()]).toEqual(['throttled', 0]);
    h.writer.finish();
    await h.advance(100);
    expect([h.state, h.writer.credit()]).toEqual(['flushing', 0]);
  });

  it('B1: never lets the buffer exceed its bound, and counts the stops', async () => {
    const h = await opened();
    while (h.writer.credit() > 0) h.write('x');
    expect(h.metric('maxBuffered')).toBe(12);
    expect(h.metric('demandStops')).toBe(1);
    expect(h.pending).toHaveLength(2);
    h.sent[0]!.reply();
    await h.turn();
    expect(h.writer.credit()).toBe(3);
    h.write('x', 'x', 'x');
    expect(h.metric('demandStops')).toBe(2);
    h.writer.finish();
    expect(h.metric('demandStops')).toBe(2);
  });

  it('more than it fails the job', async () => {
    const h = await opened({ limits: { bufferRecordsMax: 3 } });
    expect(() => h.write('a', 'b', 'c', 'd')).toThrow(/given 4 records with credit for 3/);
    expect(h.state).toBe('failed');
    expectAccounted(h);
  });
});

describe('batches', () => {
  it('CL-C16: stop before the entry that would exceed the bytes', async () => {
    const limits = { batchBytesMax: 30, batchEntriesMax: 12 };
    const h = await opened({ limits });
    h.write(...Array.from({ length: 8 }, (_, i) => `${String(i)}:4`));
    expect(h.sent[0]!.ids).toHaveLength(7);
  });

  it('CL-C05: go when the bytes are exactly reached', async () => {
    const h = await opened({ limits: { batchBytesMax: 30 } });
    h.write('a:20', 'b:10');
    expect(h.batches).toEqual(['a:20 b:10']);
  });

  it('CL-C21: a partial one goes when the linger elapses, and not 1 ms before', async () => {
    const h = await opened();
    h.write('a');
    await h.advance(99);
    expect(h.sent).toHaveLength(0);
    await h.advance(1);
    expect(h.batches).toEqual(['a']);
  });

  it('CL-C22: 98 records in 98 ms: 90 by size, 8 when the linger elapses', async () => {
    const limits = { batchEntriesMax: 10, bufferRecordsMax: 200, inFlightRequestsMax: 20 };
    const h = await opened({ limits });
    for (let i = 0; i < 98; i++) {
      h.write(String(i));
      await h.advance(1);
    }
    expect(h.sent.map(({ ids }) => ids.length)).toEqual(Array(9).fill(10));
    await h.advance(2);
    expect(h.sent.at(-1)!.ids).toHaveLength(8);
  });

  it('CL-C28, CL-C30, CL-C31: one linger at a time; it may elapse over nothing, and begins again', async () => {
    const h = await opened();
    h.write('a');
    await h.advance(50);
    h.write('b', 'c');
    h.sent[0]!.reply();
    await h.advance(49);
    expect(h.clock.armed).toBe(1);
    await h.advance(1);
    expect([h.clock.armed, h.sent.length, h.failures]).toEqual([0, 1, []]);
    h.write('d');
    expect(h.clock.armed).toBe(1);
    await h.advance(100);
    expect(h.batches).toEqual(['a b c', 'd']);
  });

  it('CL-C32, CL-C34: wait for a free request, and keep their order', async () => {
    const h = await opened({ limits: { inFlightRequestsMax: 1 } });
    h.write('a', 'b', 'c', 'd');
    await h.advance(100);
    h.write('e');
    expect(h.batches).toEqual(['a b c']);
    h.sent[0]!.reply();
    await h.turn();
    expect(h.batches).toEqual(['a b c', 'd e']);
  });

  it('CL-C33: pass one that is stuck, when there are requests free', async () => {
    const h = await opened();
    h.write('a', 'b', 'c', 'd', 'e', 'f');
    h.sent[1]!.reply();
    await h.turn();
    expect([h.metric('written'), h.metric('inFlight'), h.state]).toEqual([3, 3, 'writing']);
  });
});

describe('backoff', () => {
  it('CL-C20: entries that come back go first, in their order, after the wait', async () => {
    const h = await opened();
    h.write('a', 'b', 'c', 'd');
    h.sent[0]!.reply('c', 'a');
    await h.turn();
    expect([h.metric('written'), h.metric('buffered'), h.state]).toEqual([1, 3, 'throttled']);
    await h.advance(99);
    expect(h.sent).toHaveLength(1);
    await h.advance(1);
    expect(h.batches).toEqual(['a b c', 'a c d']);
    expect([h.metric('retries'), h.metric('throttles')]).toEqual([2, 1]);
    expectAccounted(h);
  });

  it('keeps the order of batches, whichever fails first', async () => {
    const h = await opened();
    h.write('a', 'b', 'c', 'd', 'e', 'f');
    h.sent[1]!.refuse('throttled');
    await h.turn();
    h.sent[0]!.refuse('throttled');
    await h.advance(100);
    expect(h.batches.slice(2)).toEqual(['a b c', 'd e f']);
  });

  it.each(['throttled', 'transient', 'ambiguous'] as const)(
    'repeats without a limit: %s',
    async (kind) => {
      const h = await opened();
      h.write('a', 'b', 'c');
      for (let i = 0; i < 40; i++) {
        h.pending[0]!.refuse(kind);
        await h.turn();
        await h.advance(800);
      }
      expect(h.pending).toHaveLength(1);
      h.pending[0]!.reply();
      await h.turn();
      expect([h.metric('written'), h.metric('requests'), h.failures]).toEqual([3, 41, []]);
      expect(h.metric('throttles')).toBe(kind === 'throttled' ? 40 : 0);
    },
  );

  it('doubles once per round trip up to its limit, and begins anew after a success', async () => {
    const h = await opened();
    const waits: number[] = [];
    const refuseAll = async (): Promise<void> => {
      for (const call of h.pending) call.refuse('throttled');
      await h.turn();
      const from = h.clock.now();
      while (h.pending.length === 0) await h.advance(1);
      waits.push(h.clock.now() - from);
    };
    h.write('a', 'b', 'c', 'd', 'e', 'f');
    for (let i = 0; i < 5; i++) await refuseAll();
    expect(waits).toEqual([100, 200, 400, 800, 800]);
    for (const call of h.pending) call.reply();
    await h.turn();
    h.write('g', 'h', 'i');
    await refuseAll();
    expect(waits.at(-1)).toBe(100);
  });

  it('has full jitter', async () => {
    const h = await opened({ random: { next: () => 0.25 } });
    h.write('a', 'b', 'c');
    h.sent[0]!.refuse('throttled');
    await h.advance(24);
    expect(h.sent).toHaveLength(1);
    await h.advance(1);
    expect(h.sent).toHaveLength(2);
  });

  it('what came back does not wait for the next linger', async () => {
    const h = await opened();
    h.write('a');
    await h.advance(100);
    h.sent[0]!.refuse('transient');
    await h.advance(100);
    expect(h.batches).toEqual(['a', 'a']);
  });

  it('a send that throws at once is a rejection', async () => {
    let broken = true;
    const throws = (): Error | undefined => (broken ? new ServiceError('transient') : undefined);
    const h = await opened({ throws });
    h.write('a', 'b', 'c');
    await h.turn();
    expect(h.state).toBe('throttled');
    broken = false;
    await h.advance(100);
    expect(h.batches).toEqual(['a b c']);
  });
});

describe('deadlines', () => {
  it('CL-C35: an answer in time is the only one', async () => {
    const h = await opened();
    h.write('a', 'b', 'c');
    await h.advance(999);
    h.sent[0]!.reply();
    await h.advance(1_000);
    expect([h.sent.length, h.metric('written'), h.metric('timeouts')]).toEqual([1, 3, 0]);
  });

  it('CL-C36, CL-C38: a late answer, good or bad, is ignored and counted once', async () => {
    for (const isGood of [true, false]) {
      const h = await opened();
      h.write('a', 'b', 'c');
      await h.advance(1_000);
      expect([h.sent[0]!.signal.aborted, h.metric('timeouts'), h.state]).toEqual([
        true,
        1,
        'throttled',
      ]);
      if (isGood) h.sent[0]!.reply();
      else h.sent[0]!.refuse('fatal');
      await h.advance(100);
      expect([h.metric('lateReplies'), h.metric('written'), h.failures]).toEqual([1, 0, []]);
      expect(h.batches).toEqual(['a b c', 'a b c']);
      h.sent[1]!.reply();
      await h.turn();
      expect([h.metric('written'), h.metric('buffered')]).toEqual([3, 0]);
      expectAccounted(h);
    }
  });
});

describe('N4: the limiter', () => {
  it('holds with nothing in flight, and the sink asks again when it said', async () => {
    const h = await opened({ limiter: tokenBucket(10, 3) });
    h.write('a', 'b', 'c');
    h.sent[0]!.reply();
    await h.turn();
    h.write('d', 'e', 'f');
    expect([h.sent.length, h.metric('inFlight'), h.state]).toEqual([1, 0, 'open']);
    await h.advance(299);
    expect(h.sent).toHaveLength(1);
    await h.advance(1);
    expect(h.batches).toEqual(['a b c', 'd e f']);
    expect(h.clock.armed).toBeGreaterThan(0);
  });

  it('does not change by being asked a million times', async () => {
    const limiter = tokenBucket(10, 3);
    limiter.onSent(3, 0);
    for (let i = 0; i < 1_000_000; i++) limiter.delayMs(3, 150);
    expect(limiter.delayMs(3, 150)).toBe(150);
    expect(limiter.delayMs(3, 300)).toBe(0);
  });

  it('is told of what was sent and of what came', async () => {
    const told: unknown[] = [];
    const limiter = {
      delayMs: () => 0,
      onSent: (entries: number) => told.push(entries),
      onReply: (reply: unknown) => told.push(reply),
    };
    const h = await opened({ limiter });
    h.write('a', 'b', 'c');
    h.sent[0]!.reply('b');
    await h.turn();
    await h.advance(100);
    await h.advance(100);
    h.sent[1]!.reply();
    await h.turn();
    expect(told).toEqual([3, { written: 2, throttled: true }, 1, { written: 1, throttled: false }]);
  });
});

describe('N5: opening', () => {
  it('is tried again after transient errors, with backoff', async () => {
    const h = harnessOf();
    h.writer.open();
    h.opens[0]!.refuse('transient');
    await h.advance(99);
    expect(h.opens).toHaveLength(1);
    await h.advance(1);
    h.opens[1]!.refuse('throttled');
    await h.advance(200);
    h.opens[2]!.resolve();
    await h.turn();
    expect([h.state, h.writer.credit(), h.failures]).toEqual(['open', 12, []]);
    expect(h.clock.armed).toBe(0);
  });

  it('fails the job after openMsMax, in one sentence with the last reason', async () => {
    const h = harnessOf();
    h.writer.open();
    for (let i = 0; i < 10; i++) {
      if (h.opens.at(-1)?.answered === false) h.opens.at(-1)!.refuse('transient');
      await h.advance(500);
    }
    expect(h.failures.map(codeOf)).toEqual(['SINK_OPEN_TIMEOUT']);
    expect(messageOf(h.failures[0])).toBe(
      'The sink orders could not be opened within 5000 ms: the service says transient',
    );
    expect([h.state, h.clock.armed]).toEqual(['failed', 0]);
  });

  it('gives each attempt a deadline, and ignores what comes of it later', async () => {
    const h = harnessOf();
    h.writer.open();
    await h.advance(1_100);
    expect([h.opens.length, h.opens[0]!.signal.aborted]).toEqual([2, true]);
    h.opens[0]!.resolve();
    await h.turn();
    expect([h.state, h.metric('lateReplies')]).toEqual(['opening', 1]);
    h.opens[1]!.resolve();
    await h.turn();
    expect(h.state).toBe('open');
  });

  it('fails at once when no retry can mend it', async () => {
    const h = harnessOf();
    h.writer.open();
    h.opens[0]!.refuse('fatal');
    await h.turn();
    expect(h.failures.map(codeOf)).toEqual(['SINK_OPEN_FAILED']);
    expect(h.failures[0]).toMatchObject({ operator: 'orders' });
    expect([h.state, h.opens.length]).toEqual(['failed', 1]);
  });

  it('is given up by close, which cuts the wait short', async () => {
    const h = harnessOf({ heedsAbort: true });
    h.writer.open();
    h.opens[0]!.refuse('transient');
    await h.turn();
    expect(await h.close()).toEqual({ records: 0, keys: [] });
    expect([h.state, h.clock.armed, h.opens.length]).toEqual(['closed', 0, 1]);
  });
});

describe('errors that no retry can mend', () => {
  it('CL-C39: fatal fails the job with its reason, and aborts the others', async () => {
    const h = await opened({ heedsAbort: true });
    h.write('a', 'b', 'c', 'd', 'e', 'f');
    h.sent[0]!.refuse('fatal');
    await h.turn();
    expect(h.failures.map(codeOf)).toEqual(['SINK_FAILED']);
    expect(messageOf(h.failures[0])).toBe('The sink orders cannot write: the service says fatal');
    expect([h.state, h.sent[1]!.signal.aborted, h.clock.armed]).toEqual(['failed', true, 0]);
    expect(await h.close()).toEqual({ records: 6, keys: ['a', 'b', 'c', 'd', 'e', 'f'] });
    expectAccounted(h);
  });

  it('one bad record of a batch is named; the others are written, each alone', async () => {
    const h = await opened();
    h.write('a', 'bad', 'c');
    h.sent[0]!.refuse('poison');
    await h.turn();
    expect(h.batches.slice(1)).toEqual(['a', 'bad']);
    h.sent[2]!.refuse('poison');
    await h.turn();
    expect([h.batches.at(-1), h.failures]).toEqual(['c', []]);
    h.sent[1]!.refuse('throttled');
    h.sent[3]!.reply();
    await h.advance(100);
    expect(h.failures).toEqual([]);
    expect(h.batches.at(-1)).toBe('a');
    h.sent.at(-1)!.reply();
    await h.turn();
    expect(h.failures.map(codeOf)).toEqual(['SINK_RECORD_REFUSED']);
    expect(h.failures[0]).toMatchObject({ operator: 'orders', key: 'bad' });
    expect(messageOf(h.failures[0])).toContain('bad: the service says poison');
    expect([h.metric('written'), h.metric('refused')]).toEqual([2, 1]);
    expect(await h.close()).toEqual({ records: 1, keys: ['bad'] });
  });

  it('a batch that is well alone goes on as before', async () => {
    const h = await opened();
    h.write('a', 'b', 'c');
    h.sent[0]!.refuse('poison');
    await h.turn();
    for (const _ of ['a', 'b', 'c']) {
      h.pending[0]!.reply();
      await h.turn();
    }
    h.write('d', 'e', 'f');
    expect(h.batches).toEqual(['a b c', 'a', 'b', 'c', 'd e f']);
    expect(h.failures).toEqual([]);
  });

  it('a reply that hands back a stranger, or says nothing, is a fault of the connector', async () => {
    for (const reply of [{ unprocessed: [{ id: 'z', bytes: 1 }] }, undefined]) {
      const h = await opened();
      h.write('a', 'b', 'c');
      h.sent[0]!.resolve(reply as never);
      await h.turn();
      expect(h.failures.map(codeOf)).toEqual(['SINK_FAILED']);
      expectAccounted(h);
    }
  });

  it('a classify that throws fails the job with both reasons', async () => {
    const classify = (): never => {
      throw new Error('no such name');
    };
    const h = await opened({ classify });
    h.write('a', 'b', 'c');
    h.sent[0]!.reject(new Error('odd'));
    await h.turn();
    expect(messageOf(h.failures[0])).toMatch(/odd \(and judging it failed: no such name\)/);
  });

  it('a buffer that holds back with nothing in flight is no hang', async () => {
    const stuck = {
      waiting: () => 3,
      inFlight: () => 0,
      replaced: () => 0,
      add: () => {},
      take: () => [],
      hasFullBatch: () => true,
      settle: () => {},
      giveBack: () => {},
      keys: () => [],
    };
    const h = await opened({ buffer: stuck });
    expect(h.failures.map(codeOf)).toEqual(['SINK_BUFFER_STUCK']);
  });
});

describe('N2: close', () => {
  it('aborts, waits for the end, counts what was written meanwhile, and reports the rest', async () => {
    const h = await opened();
    h.write('a', 'b', 'c', 'd', 'e', 'f', 'g');
    const closing = h.writer.close();
    expect(h.sent.map(({ signal }) => signal.aborted)).toEqual([true, true]);
    h.sent[0]!.reply();
    h.sent[1]!.refuse('ambiguous');
    await h.advance(1);
    expect(await closing).toEqual({ records: 4, keys: ['d', 'e', 'f', 'g'] });
    expect([h.metric('written'), h.state, h.clock.armed]).toEqual([3, 'closed', 0]);
    expectAccounted(h);
  });

  it('waits for closeMsMax at most; what comes later changes nothing', async () => {
    const h = await opened();
    h.write('a', 'b', 'c');
    let isClosed = false;
    const closing = h.writer.close().then((unwritten) => {
      isClosed = true;
      return unwritten;
    });
    await h.advance(499);
    expect(isClosed).toBe(false);
    await h.advance(1);
    expect(await closing).toEqual({ records: 3, keys: ['a', 'b', 'c'] });
    h.sent[0]!.reply();
    await h.turn();
    expect([h.metric('written'), h.metric('lateReplies')]).toEqual([0, 1]);
    expectAccounted(h);
  });

  it('waits also for a request that was given up before', async () => {
    const h = await opened();
    h.write('a', 'b', 'c');
    await h.advance(1_000);
    let isClosed = false;
    void h.writer.close().then(() => (isClosed = true));
    await h.advance(10);
    expect(isClosed).toBe(false);
    h.sent[0]!.refuse('ambiguous');
    await h.turn();
    expect(isClosed).toBe(true);
  });

  it('cuts a backoff short', async () => {
    const h = await opened();
    h.write('a', 'b', 'c');
    h.sent[0]!.refuse('throttled');
    await h.turn();
    expect(await h.writer.close()).toEqual({ records: 3, keys: ['a', 'b', 'c'] });
    await h.advance(10_000);
    expect(h.sent).toHaveLength(1);
  });

  it('names at most 100 keys', async () => {
    const h = await opened({ limits: { bufferRecordsMax: 500, inFlightRequestsMax: 1 } });
    h.write(...Array.from({ length: 300 }, (_, i) => String(i)));
    const { records, keys } = await h.close();
    expect([records, keys.length, keys[0], keys[99]]).toEqual([300, 100, '0', '99']);
  });

  it('tells of a connection that does not close, and loses no report over it', async () => {
    const closeConnection = () => Promise.reject(new Error('socket stuck'));
    const h = await opened({ closeConnection });
    h.write('a');
    expect(await h.close()).toEqual({ records: 1, keys: ['a'] });
    expect(h.writer.metrics()['closeFailure']).toBe('socket stuck');
  });

  it('closes once, also before it was opened', async () => {
    const h = harnessOf();
    expect(await h.writer.close()).toEqual({ records: 0, keys: [] });
    await h.writer.close();
    expect([h.connectionClosed, h.opens.length]).toEqual([1, 0]);
  });
});
