/** D9: what a refused record does to the others, whoever refuses it. */
import { MillraceError } from '../../model/error.js';
import { SinkHarness, entryOf, type SinkHarnessOptions } from './sink-harness.fixture.js';

const isBad = (value: string): boolean => value.startsWith('bad');

/** Records that begin with "bad" become no entry. */
function picky(value: string) {
  if (isBad(value)) throw new MillraceError('NO_KEY', `no key in ${value}`, { key: value });
  return entryOf(value);
}

const limits = {
  batchEntriesMax: 3,
  bufferRecordsMax: 12,
  inFlightRequestsMax: 2,
  lingerMsMax: 1_000_000,
  requestMsMax: 1_000,
  backoffMsMin: 100,
  backoffMsMax: 800,
  closeMsMax: 500,
};

async function opened(options: SinkHarnessOptions = {}): Promise<SinkHarness> {
  const harness = new SinkHarness({ toEntry: picky, ...options, limits });
  await harness.open();
  return harness;
}

const messages = (h: SinkHarness): string[] =>
  h.failures.map((error) => (error as MillraceError).message);

const counts = (h: SinkHarness): number[] =>
  ['accepted', 'written', 'refused', 'buffered', 'inFlight'].map((name) => h.metric(name));

describe('a record that becomes no entry', () => {
  it('D9: fails the job after all that came before and beside it is written', async () => {
    const h = await opened();
    h.write('before');
    h.write('a', 'bad', 'b', 'c', 'd', 'e');
    expect([h.state, h.writer.credit(), h.batches]).toEqual([
      'flushing',
      0,
      ['before a b', 'c d e'],
    ]);
    h.sent[0]!.reply();
    await h.turn();
    expect([h.failures, h.writer.settled()]).toEqual([[], false]);
    h.sent[1]!.reply('e');
    await h.advance(100);
    expect([h.batches.at(-1), h.failures]).toEqual(['e', []]);
    h.sent[2]!.reply();
    await h.turn();
    expect(messages(h)).toEqual(['The sink orders cannot take the record "bad": no key in bad']);
    expect(h.failures[0]).toMatchObject({ code: 'SINK_RECORD_REFUSED', key: 'bad' });
    expect([h.state, counts(h)]).toEqual(['failed', [6, 6, 1, 0, 0]]);
    expect(await h.close()).toEqual({ records: 1, keys: ['bad'] });
  });

  it('D9: the first of several is the cause, and all are counted and reported', async () => {
    const h = await opened();
    h.write('bad1', 'a', 'bad2');
    h.sent[0]!.reply();
    await h.turn();
    expect(messages(h)[0]).toContain('no key in bad1');
    expect(counts(h)).toEqual([1, 1, 2, 0, 0]);
    expect(await h.close()).toEqual({ records: 2, keys: ['bad1', 'bad2'] });
  });

  it('D9: the service may refuse another one meanwhile; it is isolated as ever', async () => {
    const h = await opened();
    h.write('bad', 'a', 'worse');
    h.sent[0]!.refuse('poison');
    await h.turn();
    expect(h.batches).toEqual(['a worse', 'a', 'worse']);
    h.sent[2]!.refuse('poison');
    await h.turn();
    expect(h.failures).toEqual([]);
    h.sent[1]!.reply();
    await h.turn();
    expect(messages(h)[0]).toContain('no key in bad');
    expect(counts(h)).toEqual([2, 1, 2, 0, 1]);
    expect(await h.close()).toEqual({ records: 2, keys: ['bad', 'worse'] });
  });

  it('D9: fails the job at once when nothing else is there', async () => {
    const h = await opened();
    expect(() => h.write('bad')).toThrow('The sink orders cannot take the record "bad"');
    expect([h.state, h.clock.armed, h.sent.length]).toEqual(['failed', 0, 0]);
    expect(await h.close()).toEqual({ records: 1, keys: ['bad'] });
  });

  it('D9: is the cause also when the service fails afterwards', async () => {
    const h = await opened();
    h.write('bad', 'a');
    h.sent[0]!.refuse('fatal');
    await h.turn();
    expect(messages(h)[0]).toContain('no key in bad');
    expect(await h.close()).toEqual({ records: 2, keys: ['bad', 'a'] });
  });

  it('D9: fails the job, and does not end it well, when the input ends meanwhile', async () => {
    const h = await opened();
    h.write('bad', 'a');
    h.writer.finish();
    h.sent[0]!.reply();
    await h.turn();
    expect(messages(h)[0]).toContain('no key in bad');
    expect([h.writer.finished(), h.state]).toEqual([false, 'failed']);
  });

  it('D9: waits for those that are throttled', async () => {
    const h = await opened();
    h.write('bad', 'a');
    h.sent[0]!.refuse('throttled');
    await h.turn();
    expect([h.state, h.failures, h.writer.credit()]).toEqual(['throttled', [], 0]);
    await h.advance(100);
    h.pending[0]!.reply();
    await h.turn();
    expect(messages(h)[0]).toContain('no key in bad');
    expect(counts(h)).toEqual([1, 1, 1, 0, 0]);
  });

  it('D9, N2: is reported with the others when the job is cancelled meanwhile', async () => {
    const h = await opened({ heedsAbort: true });
    h.write('a', 'bad', 'b', 'c', 'd');
    h.sent[0]!.reply();
    await h.turn();
    expect(await h.close()).toEqual({ records: 2, keys: ['bad', 'd'] });
    expect([h.failures, h.state, counts(h)]).toEqual([[], 'closed', [4, 3, 1, 1, 0]]);
  });
});

it('D9: all that was accepted is written before a refusal by the service fails the job', async () => {
  const h = await opened({ toEntry: entryOf });
  h.write('a', 'bad', 'c', 'd', 'e');
  h.sent[0]!.refuse('poison');
  await h.turn();
  h.sent[2]!.refuse('poison');
  await h.turn();
  expect(h.writer.credit()).toBe(0);
  for (let answers = 0; answers < 4 && h.pending.length > 0; answers++) {
    expect(h.failures).toEqual([]);
    h.pending[0]!.reply();
    await h.turn();
  }
  expect(h.batches).toEqual(['a bad c', 'a', 'bad', 'c', 'd e']);
  expect(messages(h)).toEqual([
    'The sink orders was refused the record bad: the service says poison',
  ]);
  expect(counts(h)).toEqual([5, 4, 1, 0, 1]);
  expect(await h.close()).toEqual({ records: 1, keys: ['bad'] });
});
