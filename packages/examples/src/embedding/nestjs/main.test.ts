/** The built NestJS application, CommonJS in a process of its own; `npm test` builds first. */
import { killChildren, startChild } from '../child-process.fixture.js';
import { startCollector, type Collector } from '../collector.fixture.js';

let collector: Collector;
beforeEach(async () => {
  collector = await startCollector();
});
afterEach(async () => {
  killChildren();
  await collector.close();
});

const startApplication = (drainMsMax = 60_000) =>
  startChild('cjs/embedding/nestjs/main.js', {
    COLLECTOR_URL: collector.url,
    DRAIN_MS_MAX: String(drainMsMax),
  });

const health = (status: string) => expect.objectContaining({ health: status }) as object;

it('drains its job on SIGTERM, says so, and ends with exit code 0', async () => {
  collector.hold();
  const application = startApplication();
  await collector.heldOne;
  application.signal('SIGTERM');
  await application.line('draining');
  collector.release();
  const { code, signal, stderr } = await application.exit;
  const report = { job: 'page-views', ended: 'stopped', unwritten: {}, queued: 0, waiting: 0 };
  expect(application.log).toContainEqual(health('draining'));
  expect(application.log.slice(-2)).toEqual([health('ended'), report]);
  expect(collector.rows.length).toBeGreaterThan(0);
  expect([code, signal, stderr]).toEqual([0, null, '']);
});

it('tells what a deadline left, with exit code 1', async () => {
  collector.hold();
  const application = startApplication(50);
  await collector.heldOne;
  application.signal('SIGINT');
  const { code } = await application.exit;
  const { ended, unwritten } = application.log.at(-1) as {
    readonly ended: string;
    readonly unwritten: { readonly counts: { readonly records: number } };
  };
  expect(ended).toBe('stopped');
  expect(unwritten.counts.records).toBeGreaterThan(0);
  expect(code).toBe(1);
});

it('FC-G10: ends with exit code 1 when its job has failed', async () => {
  collector.refuse(400);
  const application = startApplication();
  const { code, stderr } = await application.exit;
  expect(application.log.at(-1)).toMatchObject({
    ended: 'failed',
    failure: expect.stringContaining('answered with status 400') as string,
  });
  expect(stderr).toContain('The job page-views is failed');
  expect(code).toBe(1);
});

it('FC-G10: ends at once on a second signal', async () => {
  collector.hold();
  const application = startApplication();
  await collector.heldOne;
  application.signal('SIGTERM');
  await application.line('draining');
  application.signal('SIGTERM');
  expect((await application.exit).code).toBe(128 + 15);
});
