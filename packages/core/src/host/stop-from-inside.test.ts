/** `stop()` called, and awaited, by functions that the job itself calls. */
import { simulate } from '@millrace/testing';
import { asyncSink, asyncSinkLimits, fifoBuffer, type AsyncSinkSpec } from '../connector.js';
import {
  defineJob,
  forEachSink,
  fromSequence,
  runJob,
  type JobDefinition,
  type JobHandle,
  type JobResult,
  type Sink,
  type StopOptions,
} from '../index.js';

const LAST = 1_000;

/** A handle that the job's own functions may use, once the job has been made. */
interface Inside {
  handle?: JobHandle;
  readonly settled: Promise<JobResult>[];
  stop(options?: StopOptions): Promise<JobResult>;
}

function inside(): Inside {
  const settled: Promise<JobResult>[] = [];
  return {
    settled,
    // As an async callback of a user does: it ends when the job has.
    async stop(options) {
      const result = this.handle!.stop(options);
      settled.push(result);
      return result;
    },
  };
}

async function endOf(within: Inside, job: JobDefinition): Promise<JobResult> {
  within.handle = await runJob(job);
  const result = await within.handle.done;
  // The promise that was awaited inside has settled too, and with the same.
  expect(await Promise.all(within.settled)).toEqual([result]);
  return result;
}

describe.each([
  ['plain', {}],
  ['with a drain', { drain: true }],
  ['with a drain within a time', { drain: true, within: 5_000 }],
] as const)('FC-H10: stop, %s, settles when it is awaited', (_, options) => {
  it('J4, E2: by the function of a forEachSink, at the last record', async () => {
    const self = inside();
    const job = defineJob('inside', (env) => {
      env.fromSource(fromSequence(1, Number.MAX_SAFE_INTEGER), { uid: 'n' }).sinkTo(
        forEachSink((n) => void (n === LAST && self.stop(options))),
        { uid: 'out' },
      );
    });
    expect((await endOf(self, job)).ended).toBe('stopped');
  });

  it('by an operator of another task', async () => {
    const self = inside();
    let after = 0;
    const job = defineJob('inside', (env) => {
      env
        .fromSource(fromSequence(1, Number.MAX_SAFE_INTEGER), { uid: 'n' })
        .keyBy((n) => n % 7)
        .reduce((_sum, n) => (n === LAST && void self.stop(options), n), { uid: 'last' })
        .sinkTo(
          forEachSink(() => (after += 1)),
          { uid: 'out' },
        );
    });
    expect((await endOf(self, job)).ended).toBe('stopped');
    expect(after).toBeGreaterThan(LAST / 2);
  });
});

/** A connector whose request does not end before the job has. */
function waitingSink(self: Inside, options: StopOptions): Sink<number> {
  const spec: AsyncSinkSpec<number, { readonly n: number }> = {
    name: 'waiting',
    limits: asyncSinkLimits({ closeMsMax: 300, lingerMsMax: 0, requestMsMax: 2_000 }),
    connect: () => ({
      buffer: fifoBuffer({ keyOf: ({ n }) => String(n) }),
      toEntry: (n) => ({ n }),
      describe: ({ n }) => String(n),
      connection: {
        open: () => Promise.resolve(),
        send: async () => {
          await self.stop(options);
          return { unprocessed: [] };
        },
        classify: () => ({ kind: 'ambiguous', reason: 'aborted' }),
        close: () => undefined,
      },
    }),
  };
  return asyncSink(spec);
}

describe('FC-H10: stop settles when a request of a sink waits for it', () => {
  const run = async (options: StopOptions) => {
    const self = inside();
    const job = defineJob('inside', (env) => {
      env.fromSource(fromSequence(1, 3), { uid: 'n' }).sinkTo(waitingSink(self, options), {
        uid: 'out',
      });
    });
    const simulated = await simulate(job, {
      during: ({ handle }) => void (self.handle = handle),
    });
    expect(self.settled.length).toBeGreaterThan(0);
    expect(await self.settled[0]).toEqual(simulated.result);
    return simulated;
  };

  it('plain: after the time that aborted requests get to end', async () => {
    const { result, endedAt } = await run({});
    expect([result.ended, endedAt]).toEqual(['stopped', 300]);
    expect(result.unwritten.get('out')).toEqual({ records: 3, keys: ['1', '2', '3'] });
  });

  it('with a drain: at its deadline, and says what was left', async () => {
    const { result, endedAt } = await run({ drain: true, within: 500 });
    expect([result.ended, endedAt]).toEqual(['stopped', 800]);
    expect(result.unwritten.get('out')).toEqual({ records: 3, keys: ['1', '2', '3'] });
  });
});
