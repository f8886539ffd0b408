/** The checklist of sinks: what goes when, in which batch, and what becomes of entries that fail. */
import type { MillraceError } from '../../model/error.js';
import {
  ServiceError,
  SinkHarness,
  entryOf,
  type SinkHarnessOptions,
} from './sink-harness.fixture.js';

async function opened(options: SinkHarnessOptions = {}): Promise<SinkHarness> {
  const { limits, ...others } = options;
  const backoff = { backoffMsMin: 100, backoffMsMax: 100 };
  const harness = new SinkHarness({
    ...others,
    limits: { batchEntriesMax: 3, lingerMsMax: 1_000, ...backoff, ...limits },
  });
  await harness.open();
  return harness;
}

const numbered = (count: number): string[] =>
  Array.from({ length: count }, (_, n) => `r${String(n)}`);

/** The service takes everything, until no request is left. */
async function takeAll(h: SinkHarness): Promise<void> {
  while (h.pending.length > 0) {
    for (const call of h.pending) call.reply();
    await h.turn();
  }
}

const sentIds = (h: SinkHarness): string[] => h.sent.flatMap(({ ids }) => ids);

describe('batches', () => {
  it('CL-C01: 80 records in batches of 10 are all written without asking for it', async () => {
    const h = await opened({ limits: { batchEntriesMax: 10 } });
    for (const id of numbered(80)) {
      h.write(id);
      await takeAll(h);
    }
    expect(h.sent.map(({ ids }) => ids.length)).toEqual(Array(8).fill(10));
    expect([sentIds(h), h.metric('written'), h.clock.now()]).toEqual([numbered(80), 80, 0]);
  });

  it('CL-C06: 23 records and the end of input are 23 written', async () => {
    const h = await opened({ limits: { batchEntriesMax: 10 } });
    h.write(...numbered(23));
    await takeAll(h);
    expect(h.metric('written')).toBe(20);
    h.writer.finish();
    await takeAll(h);
    expect([sentIds(h), h.metric('written'), h.writer.finished()]).toEqual([
      numbered(23),
      23,
      true,
    ]);
  });

  it('CL-C07: the end of input does not wait for the linger', async () => {
    const h = await opened();
    h.write('a');
    await h.advance(10);
    expect([h.batches, h.clock.armed]).toEqual([[], 1]);
    h.writer.finish();
    expect(h.batches).toEqual(['a']);
    await takeAll(h);
    expect([h.writer.finished(), h.clock.now()]).toEqual([true, 10]);
  });

  it('CL-C18: count and bytes that are reached together are one request', async () => {
    const h = await opened({ limits: { batchBytesMax: 12 } });
    h.write('a:4', 'b:4');
    expect(h.sent).toEqual([]);
    h.write('c:4');
    expect(h.batches).toEqual(['a:4 b:4 c:4']);
    await takeAll(h);
    await h.advance(10_000);
    expect([h.sent.length, h.metric('written'), h.failures]).toEqual([1, 3, []]);
  });

  it('CL-C41: a service that answers at once is finished with at once', async () => {
    const h = await opened();
    h.write(...numbered(8));
    h.writer.finish();
    await takeAll(h);
    expect([sentIds(h), h.writer.finished(), h.clock.now()]).toEqual([numbered(8), true, 0]);
    expect(h.clock.armed).toBe(0);
  });
});

describe('entries that fail', () => {
  it('CL-C10: a send that throws at once surfaces, and what was written before stays', async () => {
    const cause = new ServiceError('fatal');
    let sends = 0;
    const h = await opened({ throws: () => (++sends === 2 ? cause : undefined) });
    h.write('a', 'b', 'c');
    await takeAll(h);
    h.write('d', 'e', 'f');
    await h.turn();
    expect(h.failures).toMatchObject([{ code: 'SINK_FAILED', operator: 'orders', cause }]);
    expect([h.state, h.metric('written')]).toEqual(['failed', 3]);
    expect(await h.close()).toEqual({ records: 3, keys: ['d', 'e', 'f'] });
  });

  it('CL-C11: go first, are written once each, and later ones follow', async () => {
    const h = await opened({ limits: { inFlightRequestsMax: 1 } });
    h.write('a', 'b', 'c', 'd', 'e');
    h.sent[0]!.reply('a', 'c');
    await h.advance(100);
    expect(h.batches.at(-1)).toBe('a c d');
    await takeAll(h);
    h.write('f');
    h.writer.finish();
    await takeAll(h);
    expect(h.batches).toEqual(['a b c', 'a c d', 'e f']);
    expect([h.metric('written'), h.metric('buffered'), h.writer.finished()]).toEqual([6, 0, true]);
  });

  it('CL-C12: are in the very next request, when a batch is full', async () => {
    const h = await opened({ limits: { inFlightRequestsMax: 1 } });
    h.write('a', 'b', 'c', 'd', 'e', 'f');
    h.sent[0]!.reply('b');
    await h.advance(100);
    expect(h.batches).toEqual(['a b c', 'b d e']);
  });

  it('CL-C12: are in the very next request, at the end of input', async () => {
    const h = await opened();
    h.write('a', 'b', 'c', 'd');
    h.sent[0]!.reply('b');
    await h.turn();
    h.writer.finish();
    await h.advance(100);
    expect(h.batches).toEqual(['a b c', 'b d']);
  });

  it('CL-C15: a record larger than the limit is refused when it is written', async () => {
    const toEntry = (value: string) => {
      const entry = entryOf(value);
      if (entry.bytes > 100)
        throw new Error(`it has ${String(entry.bytes)} bytes, the limit is 100`);
      return entry;
    };
    const h = await opened({ toEntry });
    expect(() => h.write('b:101')).toThrow('it has 101 bytes, the limit is 100');
    expect([h.state, h.metric('accepted'), h.sent.length]).toEqual(['failed', 0, 0]);
  });
});

describe('failures', () => {
  const failed = async (): Promise<SinkHarness> => {
    const h = await opened();
    h.write('a', 'b', 'c');
    h.sent[0]!.refuse('fatal');
    return h;
  };

  it('CL-O03: a failed write has failed the job before the next one is taken', async () => {
    const h = await failed();
    await h.turn();
    expect((h.failures[0] as MillraceError).message).toContain('the service says fatal');
    expect(h.writer.credit()).toBe(0);
    expect(() => h.write('d')).toThrow('credit for 0');
    expect([h.sent.length, h.metric('accepted')]).toEqual([1, 3]);
  });

  it('CL-O06: a failed write surfaces at the end of input, and in the report of close', async () => {
    const finishing = await failed();
    finishing.writer.finish();
    await finishing.turn();
    expect(finishing.failures).toMatchObject([{ code: 'SINK_FAILED' }]);
    expect(finishing.writer.finished()).toBe(false);
    for (const h of [finishing, await failed()]) {
      expect(await h.close()).toEqual({ records: 3, keys: ['a', 'b', 'c'] });
    }
  });

  it('CL-O08: unprocessed and throttled writes are repeated; others are not', async () => {
    const repeated: [string, (h: SinkHarness) => void, number][] = [
      ['unprocessed', (h) => h.sent[0]!.reply('a'), 2],
      ['throttled', (h) => h.sent[0]!.refuse('throttled'), 2],
      ['what the connector calls fatal', (h) => h.sent[0]!.refuse('fatal'), 1],
      ['what can never be written', (h) => h.sent[0]!.refuse('poison'), 1],
    ];
    for (const [name, answer, requests] of repeated) {
      const h = await opened({ limits: { batchEntriesMax: 1 } });
      h.write('a');
      answer(h);
      await h.advance(5_000);
      expect([name, h.sent.length, h.failures.length]).toEqual([name, requests, 2 - requests]);
    }
  });

  it('CL-O10: nothing is taken before the start and after the end', async () => {
    const h = new SinkHarness();
    expect(h.writer.credit()).toBe(0);
    expect(() => h.write('early')).toThrow('credit for 0');
    const ended = await opened();
    await ended.close();
    expect(() => ended.write('late')).toThrow('credit for 0');
    expect([ended.sent.length, ended.metric('accepted')]).toEqual([0, 0]);
  });

  it('CL-O10: success and failure are told, and a graceful end finishes the queue', async () => {
    const h = await opened({ limits: { inFlightRequestsMax: 1 } });
    h.write(...numbered(7));
    h.writer.finish();
    await takeAll(h);
    expect([h.metric('written'), h.writer.finished(), h.failures]).toEqual([7, true, []]);
    const broken = await failed();
    await broken.turn();
    expect([broken.metric('written'), broken.failures.length]).toEqual([0, 1]);
  });
});
