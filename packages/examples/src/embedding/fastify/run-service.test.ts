/** The built service as a process of its own, with real signals; `npm test` builds first. */
import { killChildren, startChild, type Child } from '../child-process.fixture.js';
import { startCollector, type Collector } from '../collector.fixture.js';

let collector: Collector;
beforeEach(async () => {
  collector = await startCollector();
});
afterEach(async () => {
  killChildren();
  await collector.close();
});

interface Service extends Child {
  readonly view: (page: string) => Promise<Response>;
  readonly health: (kind: 'ready' | 'live') => Promise<Response>;
  readonly ready: () => Promise<void>;
  readonly draining: () => Promise<void>;
}

async function startService(drainMsMax = 60_000): Promise<Service> {
  const child = startChild('esm/embedding/fastify/main.js', {
    COLLECTOR_URL: collector.url,
    PORT: '0',
    DRAIN_MS_MAX: String(drainMsMax),
  });
  const { listening } = (await child.line('listening')) as { readonly listening: string };
  const health: Service['health'] = (kind) => fetch(`${listening}/health/${kind}`);
  const says = async (status: string): Promise<void> => {
    while (((await (await health('ready')).json()) as { status: string }).status !== status);
  };
  const view = (page: string): Promise<Response> => {
    const headers = { 'content-type': 'application/json' };
    return fetch(`${listening}/views`, { method: 'POST', headers, body: JSON.stringify({ page }) });
  };
  return { ...child, view, health, ready: () => says('ready'), draining: () => says('draining') };
}

it('drains what it has accepted before it closes, with exit code 0', async () => {
  const service = await startService();
  await service.ready();
  for (const page of ['/a', '/b', '/a']) expect((await service.view(page)).status).toBe(202);
  service.signal('SIGTERM');
  const { code, signal, stderr } = await service.exit;
  expect(collector.rows).toEqual([
    { page: '/a', views: 1 },
    { page: '/b', views: 1 },
    { page: '/a', views: 2 },
  ]);
  expect(service.log.slice(1)).toEqual([
    { draining: 'SIGTERM' },
    { job: 'page-views', ended: 'stopped', unwritten: {}, queued: 0, waiting: 0 },
  ]);
  expect([code, signal, stderr]).toEqual([0, null, '']);
});

it('FC-G14: says that it drains, and refuses views by a name of their own, while it does', async () => {
  collector.hold();
  const service = await startService();
  await service.ready();
  expect((await service.health('ready')).status).toBe(200);
  expect((await service.view('/a')).status).toBe(202);
  await collector.heldOne;
  expect((await service.view('/b')).status).toBe(202);
  service.signal('SIGTERM');
  await service.draining();
  const late = await service.view('/late');
  expect([late.status, late.headers.get('connection')]).toEqual([503, 'close']);
  expect(await late.json()).toMatchObject({ code: 'INTAKE_STOPPING' });
  expect((await service.health('ready')).status).toBe(503);
  expect((await service.health('live')).status).toBe(200);
  collector.release();
  expect((await service.exit).code).toBe(0);
  expect(collector.rows.map(({ page }) => page)).toEqual(['/a', '/b']);
});

it('lets clients feel a collector that does not answer, and loses nothing of what it took', async () => {
  collector.hold();
  const service = await startService();
  let taken = 0;
  let answer = await service.view('/');
  // Far more than all limits of the service together.
  for (; answer.status === 202 && taken < 1_000; taken++) answer = await service.view('/');
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '1']);
  expect(await answer.json()).toMatchObject({ code: 'INTAKE_FULL' });
  collector.release();
  service.signal('SIGTERM');
  expect((await service.exit).code).toBe(0);
  expect(collector.rows).toHaveLength(taken);
});

it('tells what a deadline left, by number and keys, with an exit code that is not 0', async () => {
  collector.hold();
  const service = await startService(100);
  for (const page of ['/a', '/b']) await service.view(page);
  await collector.heldOne;
  service.signal('SIGTERM');
  const report = { job: 'page-views', ended: 'stopped', queued: 0, waiting: 0 };
  const unwritten = { counts: { records: 2, keys: ['/a', '/b'] } };
  expect(await service.line('unwritten')).toEqual({ ...report, unwritten });
  expect((await service.exit).code).toBe(1);
});

it('FC-G10: a job that fails ends the service, with its reason and exit code 1', async () => {
  collector.refuse(400);
  const service = await startService();
  await service.view('/a');
  const { code } = await service.exit;
  expect(service.log.at(-1)).toMatchObject({
    ended: 'failed',
    failure: expect.stringContaining('answered with status 400') as string,
    unwritten: { counts: { records: 1, keys: ['/a'] } },
  });
  expect(code).toBe(1);
});

it('FC-G10: a second signal ends it at once', async () => {
  collector.hold();
  const service = await startService();
  await service.view('/a');
  service.signal('SIGTERM');
  await service.draining();
  service.signal('SIGTERM');
  const { code, signal } = await service.exit;
  expect([code, signal]).toEqual([128 + 15, null]);
  expect(service.log.at(-1)).toEqual({ draining: 'SIGTERM' });
});

it('ends the job when it cannot listen, and says why', async () => {
  const { port } = new URL(collector.url);
  const child = startChild('esm/embedding/fastify/main.js', {
    COLLECTOR_URL: collector.url,
    PORT: port,
  });
  const { code, stderr } = await child.exit;
  expect(stderr).toContain('EADDRINUSE');
  expect([code, child.log]).toEqual([1, []]);
});
