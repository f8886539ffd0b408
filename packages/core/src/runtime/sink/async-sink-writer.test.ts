import { SinkHarness } from './sink-harness.fixture.js';

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

async function opened(options: ConstructorParameters<typeof SinkHarness>[0] = {}) {
  const harness = new SinkHarness({ ...options, limits: { ...small, ...options.limits } });
  await harness.open();
  return harness;
}

describe('from open to closed', () => {
  it('writes full batches, then the last partial one, and ends (C04, C06, N2)', async () => {
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
  });
});
