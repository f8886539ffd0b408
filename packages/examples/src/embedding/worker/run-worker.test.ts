/** The built worker as a process of its own, with real signals; `npm test` builds first. */
import { killChildren, startChild } from '../child-process.fixture.js';
import { startCollector, type Collector } from '../collector.fixture.js';
import { startTableEndpoint, type TableEndpoint } from '../table-endpoint.fixture.js';

let collector: Collector;
beforeEach(async () => {
  collector = await startCollector();
});
afterEach(async () => {
  killChildren();
  await collector.close();
  for (const table of tables.splice(0)) await table.close();
});

const tables: TableEndpoint[] = [];
async function startTable(manner: 'answers' | 'silent'): Promise<TableEndpoint> {
  const table = await startTableEndpoint(manner);
  tables.push(table);
  return table;
}

const startWorker = (drainMsMax = 60_000) =>
  startChild('esm/embedding/worker/main.js', {
    COLLECTOR_URL: collector.url,
    DRAIN_MS_MAX: String(drainMsMax),
  });

/** Every view of every page, without a gap. */
const gapless = (views: readonly number[]) => views.map((_, at) => at + 1);

it('FC-G10: SIGTERM drains, with exit code 0 and every record written that was read', async () => {
  collector.hold();
  const worker = startWorker();
  await collector.heldOne;
  worker.signal('SIGTERM');
  await worker.line('draining');
  collector.release();
  const { code, signal, stderr } = await worker.exit;
  for (const page of ['/', '/docs', '/blog']) {
    const counts = collector.rows.filter((row) => row.page === page);
    const views = counts.map((row) => row.views).sort((a, b) => a - b);
    expect(views.length).toBeGreaterThan(100);
    expect(views).toEqual(gapless(views));
  }
  expect(worker.log).toEqual([
    { draining: 'SIGTERM' },
    { job: 'page-views', ended: 'stopped', unwritten: {}, queued: 0, waiting: 0 },
  ]);
  expect([code, signal, stderr]).toEqual([0, null, '']);
});

it('tells what a deadline left, with exit code 1', async () => {
  collector.hold();
  const worker = startWorker(50);
  await collector.heldOne;
  worker.signal('SIGINT');
  const { unwritten } = (await worker.line('unwritten')) as {
    readonly unwritten: { readonly counts: { readonly records: number; readonly keys: string[] } };
  };
  expect(unwritten.counts.records).toBeGreaterThanOrEqual(25);
  expect(unwritten.counts.keys.slice(0, 4)).toEqual(['/ 1', '/docs 1', '/blog 1', '/ 2']);
  expect((await worker.exit).code).toBe(1);
});

it('FC-G10: a second signal ends it at once', async () => {
  collector.hold();
  const worker = startWorker();
  await collector.heldOne;
  worker.signal('SIGINT');
  await worker.line('draining');
  worker.signal('SIGINT');
  expect((await worker.exit).code).toBe(128 + 2);
  expect(worker.log).toEqual([{ draining: 'SIGINT' }]);
});

describe('FC-G10: a crash is no clean end:', () => {
  const crash = (fault: string) =>
    startChild('esm/embedding/worker/crashing-worker.fixture.js', { FAULT: fault });

  it('a function of the job that throws fails the job', async () => {
    const worker = crash('in the job');
    expect((await worker.exit).code).toBe(1);
    expect(worker.log).toEqual([
      expect.objectContaining({ ended: 'failed', failure: 'out failed: a fault of the user' }),
    ]);
  });

  it.each(['beside the job', 'a promise nobody owns'])('%s', async (fault) => {
    const worker = crash(fault);
    const { code, stderr } = await worker.exit;
    expect(code).toBe(1);
    expect(stderr).toContain('a fault of the user');
    expect(worker.log).toEqual([]);
  });
});

const startTableWorker = (ends: string, endpoint: string) =>
  startChild('esm/embedding/worker/table-worker.fixture.js', {
    ENDS: ends,
    TABLE_ENDPOINT: endpoint,
  });

it('SIGTERM while the table is checked: stopped, closed, no record taken', async () => {
  const table = await startTable('silent');
  const worker = startTableWorker('signal', table.url);
  await table.asked;
  worker.signal('SIGTERM');
  const { code, stderr } = await worker.exit;
  expect(worker.log).toEqual([
    { source: 'opened' },
    { draining: 'SIGTERM' },
    { source: 'closed' },
    { job: 'told', ended: 'stopped', unwritten: {}, queued: 0, waiting: 0 },
    { open: [] },
  ]);
  expect([code, stderr, table.connections()]).toEqual([0, '', 0]);
});

describe('FC-G05: the process ends by itself, with nothing open,', () => {
  it.each(['stop', 'stop twice'])('after: %s', async (ends) => {
    const table = await startTable('answers');
    const worker = startTableWorker(ends, table.url);
    const { code, signal, stderr } = await worker.exit;
    expect(worker.log).toEqual([{ open: [] }]);
    expect([code, signal, stderr]).toEqual([0, null, '']);
  });

  it('after: a start that fails, since the connection is refused', async () => {
    const worker = startTableWorker('failure', 'http://127.0.0.1:1');
    const { code, stderr } = await worker.exit;
    const failure = expect.stringContaining('ECONNREFUSED') as string;
    expect(worker.log).toEqual([{ failure }, { open: [] }]);
    expect([code, stderr]).toEqual([0, '']);
  });
});
