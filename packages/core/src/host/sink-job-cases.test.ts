/** Field cases of jobs with an asynchronous sink, in virtual time: demand, order, failures, the end. */
import { endlessSource, simulate } from '@millrace/testing';
import {
  asyncSink,
  asyncSinkLimits,
  fifoBuffer,
  type AsyncSinkLimits,
  type BatchReply,
  type Clock,
  type Sink,
  type SinkErrorVerdict,
  type SinkLimiter,
} from '../connector.js';
import {
  defineJob,
  forEachSink,
  fromSequence,
  minutes,
  seconds,
  type JobDefinition,
  type JobHandle,
} from '../index.js';

interface Row {
  readonly n: number;
}

interface TableParts {
  readonly limits?: Partial<AsyncSinkLimits>;
  readonly limiter?: SinkLimiter;
  readonly send: (batch: readonly Row[], clock: Clock) => Promise<BatchReply<Row>>;
}

const slowDown: SinkErrorVerdict = { kind: 'throttled', reason: 'slow down' };
const taken: BatchReply<Row> = { unprocessed: [] };

/** A sink over a service that is one function. What it rejects with is throttling. */
function tableOf({ limits, limiter, send }: TableParts): Sink<number> {
  return asyncSink<number, Row>({
    name: 'table',
    limits: asyncSinkLimits(limits),
    connect: ({ clock }) => ({
      buffer: fifoBuffer<Row>({ keyOf: ({ n }) => String(n) }),
      toEntry: (n) => ({ n }),
      describe: ({ n }) => String(n),
      ...(limiter && { limiter }),
      connection: {
        open: () => Promise.resolve(),
        send: (batch) => send(batch, clock),
        classify: () => slowDown,
        close: () => undefined,
      },
    }),
  });
}

const after = (clock: Clock, delayMs: number): Promise<void> =>
  new Promise((resolve) => void clock.after(delayMs, () => resolve()));

const readBy = (handle: JobHandle): number => handle.metrics().sources['in']!['numRecordsOut']!;

function copyTo(sink: Sink<number>, last: number): JobDefinition {
  return defineJob('copy', (env) => {
    env.fromSource(fromSequence(1, last), { uid: 'in' }).sinkTo(sink, { uid: 'table' });
  });
}

describe('FC-E: streams', () => {
  it('FC-E03: 20000 that end at once behind one that takes a tick, one at a time', async () => {
    const rows: number[] = [];
    const one = { batchEntriesMax: 1, inFlightRequestsMax: 1 };
    const table = tableOf({
      limits: one,
      send: async (batch, clock) => {
        if (rows.length === 0) await after(clock, 1);
        rows.push(...batch.map(({ n }) => n));
        return taken;
      },
    });
    const { result } = await simulate(copyTo(table, 20_000));
    expect([result.ended, rows.length, rows.at(-1)]).toEqual(['finished', 20_000, 20_000]);
  });

  it('FC-E03: a million that are filtered out behind one that takes a tick', async () => {
    let looked = 0;
    const rows: number[] = [];
    const job = defineJob('filtered', (env) => {
      env
        .fromSource(fromSequence(1, 1_000_000), { uid: 'in' })
        .filter((n) => (looked++, n === 1 || n === 1_000_000))
        .sinkTo(
          tableOf({
            limits: { batchEntriesMax: 1, inFlightRequestsMax: 1 },
            send: async ([row], clock) => {
              await after(clock, 1);
              rows.push(row!.n);
              return taken;
            },
          }),
        );
    });
    await simulate(job);
    expect([looked, rows]).toEqual([1_000_000, [1, 1_000_000]]);
  });

  it('FC-E18: a send that fails at once 20000 times, then works', async () => {
    let attempts = 0;
    let attemptsAtHalf = 0;
    const table = tableOf({
      limits: { backoffMsMin: 1, backoffMsMax: 1 },
      send: () => {
        if (++attempts <= 20_000) throw new Error('no');
        return Promise.resolve(taken);
      },
    });
    const { result, metrics } = await simulate(copyTo(table, 1), {
      // Somebody else's timer, which must have its turn in the middle.
      during: ({ clock }) => clock.after(10_000, () => (attemptsAtHalf = attempts)),
    });
    expect([result.ended, attempts]).toEqual(['finished', 20_001]);
    expect(metrics.sinks['table']).toMatchObject({ written: 1, retries: 20_000 });
    expect(attemptsAtHalf).toBeGreaterThan(1_000);
    expect(attemptsAtHalf).toBeLessThan(19_000);
  });

  it('FC-E20: of two sinks one refuses for five minutes: the other waits at the limits', async () => {
    const rows: Record<'a' | 'b', number[]> = { a: [], b: [] };
    const limits = { channelRecords: 32, runRecordsMax: 16 };
    const sinkLimits = { bufferRecordsMax: 20, batchEntriesMax: 5, backoffMsMax: seconds(1) };
    const tableNamed = (name: 'a' | 'b', refusesUntil: number): Sink<number> =>
      tableOf({
        limits: sinkLimits,
        send: async (batch, clock) => {
          if (clock.now() < refusesUntil) throw new Error('slow down');
          rows[name].push(...batch.map(({ n }) => n));
          return Promise.resolve(taken);
        },
      });
    const job = defineJob('fork', (env) => {
      const numbers = env.fromSource(fromSequence(1, 5_000), { uid: 'in' });
      numbers.sinkTo(tableNamed('a', 0), { uid: 'a' });
      numbers.sinkTo(tableNamed('b', minutes(5)), { uid: 'b' });
    });
    const seen: unknown[] = [];
    const { metrics } = await simulate(job, {
      limits,
      during: ({ handle, clock }) => {
        const look = (): void => {
          const { sinks } = handle.metrics();
          seen.push([rows.a.length, rows.b.length, readBy(handle), sinks['b']!['state']]);
        };
        for (const at of [minutes(1), minutes(4)]) clock.after(at, look);
      },
    });
    const bound = limits.channelRecords + sinkLimits.bufferRecordsMax;
    expect(seen[0]).toEqual([expect.any(Number), 0, expect.any(Number), 'throttled']);
    expect(seen[1]).toEqual(seen[0]);
    const [ofA, , read] = seen[0] as number[];
    expect(ofA).toBeGreaterThan(0);
    expect(read).toBeLessThanOrEqual(bound);
    const all = Array.from({ length: 5_000 }, (_, n) => n + 1);
    expect(rows.a.toSorted((x, y) => x - y)).toEqual(all);
    expect(rows.b.toSorted((x, y) => x - y)).toEqual(all);
    expect(metrics.sinks['b']!['demandStops']).toBeGreaterThan(0);
    expect(metrics.sinks['b']!['throttles']).toBeGreaterThan(100);
    expect(metrics.sinks['a']!['throttles']).toBe(0);
  });
});

describe('FC-F: hooks', () => {
  it('FC-F07: a hook that throws once fails the job, and nothing looks alive', async () => {
    let sends = 0;
    const limiter: SinkLimiter = {
      delayMs: () => 0,
      onSent: () => undefined,
      onReply: () => {
        throw new Error('the hook broke');
      },
    };
    const send = (): Promise<BatchReply<Row>> => ((sends += 1), Promise.resolve(taken));
    const table = tableOf({ limiter, send, limits: { inFlightRequestsMax: 1 } });
    let held: JobHandle | undefined;
    const run = simulate(
      defineJob('hooked', (env) => {
        env
          .fromSource(
            endlessSource((n) => n),
            { uid: 'in' },
          )
          .sinkTo(table, { uid: 'table' });
      }),
      { during: ({ handle }) => (held = handle) },
    );
    await expect(run).rejects.toThrow('the hook broke');
    expect([held?.status, sends]).toEqual(['failed', 1]);
    expect(held?.unwritten().get('table')?.records).toBeGreaterThan(0);
  });
});

describe('FC-H: stopping from inside', () => {
  it('FC-H10: stop from the last callback settles at once', async () => {
    let stopping: Promise<unknown> | undefined;
    let stop = (): Promise<unknown> => Promise.resolve();
    const job = defineJob('stops itself', (env) => {
      env
        .fromSource(
          endlessSource((n) => n),
          { uid: 'in' },
        )
        .sinkTo(forEachSink((n) => void (n === 10 && (stopping ??= stop()))));
    });
    const { result, endedAt } = await simulate(job, {
      during: ({ handle }) => (stop = () => handle.stop()),
    });
    expect(await stopping).toBe(result);
    expect([result.ended, endedAt]).toEqual(['stopped', 0]);
  });

  it('FC-H10: a send that waits for stop is not waited for beyond its limit', async () => {
    let stop = (): Promise<unknown> => Promise.resolve();
    const send = async (): Promise<BatchReply<Row>> => {
      await stop();
      return taken;
    };
    const { result, endedAt } = await simulate(copyTo(tableOf({ send }), 3), {
      during: ({ handle }) => (stop = () => handle.stop()),
    });
    expect([result.ended, result.unwritten.get('table')?.records]).toEqual(['stopped', 3]);
    expect(endedAt).toBe(asyncSinkLimits().closeMsMax);
  });
});
