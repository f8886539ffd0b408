/** Field cases of queues: public faults of others, put to whole jobs in virtual time. */
import { collectSink, simulate, slowSink, VirtualClock } from '@millrace/testing';
import { defineJob, outputTag, seconds, type FailedRecord, type JobHandle } from '../../index.js';
import {
  acknowledgingSource,
  acknowledgingSourceLimits,
  type AcknowledgingSourceLimits,
  type QueueConnection,
} from '../../connector.js';
import { QueueUnavailable, SimulatedQueue, type QueueMessage } from './simulated-queue.fixture.js';

type Connection = QueueConnection<QueueMessage>;

function sourceOver(connect: () => Connection, limits: Partial<AcknowledgingSourceLimits> = {}) {
  return acknowledgingSource<QueueMessage, string>({
    name: 'queue',
    limits: acknowledgingSourceLimits(limits),
    connect,
    decode: ({ id }) => id,
    describe: ({ id }) => id,
  });
}

const later = (clock: VirtualClock, delayMs: number) =>
  new Promise<void>((resolve) => void clock.after(delayMs, resolve));

describe('a keep-alive', () => {
  it('FC-H21, Q5: does not undo the retry delay of a message that failed', async () => {
    const clock = new VirtualClock();
    const queue = new SimulatedQueue({ clock });
    queue.send('good', 'poison');
    const real = queue.connection();
    // The tick of second 30 takes effect at 31.5, half a second after the message has failed.
    const extendHold: Connection['extendHold'] = async (messages, hold) => {
      await later(clock, 1_500);
      return real.extendHold(messages, hold);
    };
    const limits = { holdMs: seconds(90), releaseDelayMs: seconds(5) };
    const source = sourceOver(() => ({ ...real, extendHold }), limits);
    const slow = slowSink<string>({ bufferRecordsMax: 1, recordsPerTick: 1, tickMs: seconds(31) });
    const job = defineJob('first', (env) => {
      env
        .fromSource(source, { uid: 'orders' })
        .map((id) => {
          if (id === 'poison') throw new Error(`it failed at ${String(clock.now())}`);
          return id;
        })
        .sinkTo(slow, { uid: 'out' });
    });
    await expect(simulate(job, { clock })).rejects.toThrow('it failed at 31000');
    const again = defineJob('second', (env) => {
      env
        .fromSource(
          sourceOver(() => real),
          { uid: 'orders' },
        )
        .sinkTo(collectSink());
    });
    await simulate(again, {
      clock,
      during: ({ handle }) =>
        void clock.after(seconds(200), () => void handle.stop({ drain: true })),
    });
    expect(queue.log.slice(0, 4)).toEqual([
      'receive good poison @0',
      'extend good poison @31500',
      'release good poison @31500',
      'receive good poison @36500',
    ]);
  });

  const refusals: [string, (real: Connection) => Connection['extendHold'], object][] = [
    [
      'by name',
      (real) => (messages, hold) => real.extendHold(messages, hold),
      { holdExtensionsRefused: 1, holdExtensionsFailed: 0 },
    ],
    [
      'as a whole',
      (real) => async (messages, hold) => {
        const { refused } = await real.extendHold(messages, hold);
        if (refused.length > 0) throw new QueueUnavailable('the message is not in flight');
        return { refused };
      },
      { holdExtensionsRefused: 0, holdExtensionsFailed: 1 },
    ],
  ];
  it.each(refusals)(
    'FC-H22: that is refused %s, since its message is deleted, is caught, counted and not repeated',
    async (_, refusing, counted) => {
      const unhandled: unknown[] = [];
      const listen = (reason: unknown): void => void unhandled.push(reason);
      process.on('unhandledRejection', listen);
      const clock = new VirtualClock();
      const queue = new SimulatedQueue({ clock });
      queue.send('m1');
      const real = queue.connection();
      // The tick of second 10 arrives at 11; the message is deleted in between.
      const extendHold: Connection['extendHold'] = async (messages, hold) => {
        await later(clock, 1_000);
        return refusing(real)(messages, hold);
      };
      const source = sourceOver(() => ({ ...real, extendHold }));
      const slow = slowSink<string>({ bufferRecordsMax: 9, recordsPerTick: 1, tickMs: 10_500 });
      const job = defineJob('deleted', (env) => {
        env.fromSource(source, { uid: 'orders' }).sinkTo(slow, { uid: 'out' });
      });
      const { metrics, result } = await simulate(job, {
        clock,
        during: ({ handle }) =>
          void clock.after(seconds(120), () => void handle.stop({ drain: true })),
      });
      process.off('unhandledRejection', listen);
      expect(queue.log).toEqual(['receive m1 @0', 'acknowledge m1 @10500', 'extend m1 @11000']);
      expect(metrics.sources['orders']).toMatchObject({ ...counted, acknowledged: 1 });
      expect([result.ended, unhandled]).toEqual(['stopped', []]);
    },
  );
});

interface Offset {
  readonly offset: number;
}

/** One partition of a log: a position, moved by acknowledging, from which a consumer begins. */
class PartitionLog {
  position: number;

  constructor(
    first: number,
    private readonly last: number,
  ) {
    this.position = first;
  }

  connection(): QueueConnection<Offset> {
    let next = this.position;
    return {
      receive: ({ messagesMax }) => {
        const end = Math.min(this.last + 1, next + messagesMax);
        const messages = Array.from({ length: end - next }, (_, n) => ({ offset: next + n }));
        next = end;
        return Promise.resolve(messages);
      },
      acknowledge: (messages) => {
        this.position = Math.max(this.position, ...messages.map(({ offset }) => offset + 1));
        return Promise.resolve({ refused: [] });
      },
      extendHold: () => Promise.resolve({ refused: [] }),
      release: () => Promise.resolve({ refused: [] }),
      classify: (error) => ({ kind: 'fatal', reason: String(error) }),
      close: () => undefined,
    };
  }
}

describe('a message that can never be processed', () => {
  const good = Array.from({ length: 18 }, (_, n) => 359 + n);

  const sourceOf = (log: PartitionLog) =>
    acknowledgingSource<Offset, number>({
      name: 'payments',
      limits: acknowledgingSourceLimits(),
      connect: () => log.connection(),
      decode: ({ offset }) => {
        if (offset === 358) throw new Error('unknown key version 2');
        return offset;
      },
      describe: ({ offset }) => `payments/3@${String(offset)}`,
    });

  it('FC-H06: goes to the handler once, and those behind it are stored and acknowledged', async () => {
    const log = new PartitionLog(358, 376);
    const [stored, handled] = [collectSink<number>(), collectSink<FailedRecord<unknown>>()];
    const refused = outputTag<FailedRecord<unknown>>('refused');
    const job = defineJob('payments', (env) => {
      const stream = env.fromSource(sourceOf(log), { uid: 'payments', onError: refused });
      stream.sinkTo(stored, { uid: 'stored' });
      stream.getSideOutput(refused).sinkTo(handled, { uid: 'handled' });
    });
    await simulate(job, {
      during: ({ handle, clock }) =>
        void clock.after(seconds(9), () => void handle.stop({ drain: true })),
    });
    expect([stored.values, log.position]).toEqual([good, 377]);
    expect(handled.values).toMatchObject([
      {
        value: { offset: 358 },
        error: {
          message: 'payments failed: message payments/3@358 cannot be read: unknown key version 2',
        },
      },
    ]);
  });

  it('FC-H06: fails the job by topic, partition and offset, at once and in sight, each time', async () => {
    const log = new PartitionLog(358, 376);
    const job = defineJob('payments', (env) => {
      env.fromSource(sourceOf(log), { uid: 'payments' }).sinkTo(collectSink(), { uid: 'stored' });
    });
    for (let start = 1; start <= 3; start++) {
      const clock = new VirtualClock();
      const notices: string[] = [];
      let handle: JobHandle | undefined;
      const run = simulate(job, {
        clock,
        during: (view) => {
          ({ handle } = view);
          handle.events$.subscribe(({ kind }) => notices.push(kind));
        },
      });
      await expect(run).rejects.toThrow('message payments/3@358 cannot be read');
      expect(handle?.health()).toMatchObject({
        status: 'failed',
        reason: expect.stringContaining('payments/3@358') as string,
      });
      expect(clock.now()).toBe(0);
      expect(notices.filter((kind) => kind === 'failure')).toHaveLength(1);
      expect(handle?.metrics().sources['payments']).toMatchObject({ unacknowledged: 10 });
    }
    expect(log.position).toBe(358);
  });
});
