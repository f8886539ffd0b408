/** Q1, Q5, Q6: what an acknowledging source does with messages, in whole jobs in virtual time. */
import { collectSink, simulate, slowSink, stuckSink, VirtualClock } from '@millrace/testing';
import {
  defineJob,
  outputTag,
  seconds,
  type EachSink,
  type FailedRecord,
  type JobHandle,
  type Sink,
  type Source,
} from '../../index.js';
import {
  acknowledgingSource,
  acknowledgingSourceLimits,
  type AcknowledgingSourceLimits,
  type QueueConnection,
} from '../../connector.js';
import { QueueUnavailable, SimulatedQueue, type QueueMessage } from './simulated-queue.fixture.js';

const ids = (count: number, first = 1): string[] =>
  Array.from({ length: count }, (_, n) => `m${String(first + n)}`);

/** A source over the queue whose records are the ids; `instead` replaces verbs of the connection. */
function sourceOver(
  queue: SimulatedQueue,
  {
    limits = {},
    instead = {},
    decode = ({ id }: QueueMessage) => id,
  }: {
    readonly limits?: Partial<AcknowledgingSourceLimits>;
    readonly instead?: Partial<QueueConnection<QueueMessage>>;
    readonly decode?: (message: QueueMessage) => string;
  } = {},
): Source<string> {
  return acknowledgingSource<QueueMessage, string>({
    name: 'queue',
    limits: acknowledgingSourceLimits(limits),
    connect: () => ({ ...queue.connection(), ...instead }),
    decode,
    describe: ({ id }) => `"${id}"`,
  });
}

const copy = (source: Source<string>, sink: Sink<string> | EachSink<string>) =>
  defineJob('copy', (env) => {
    env.fromSource(source, { uid: 'orders' }).sinkTo(sink, { uid: 'out' });
  });

interface Ended {
  readonly ended: string;
  readonly error: { readonly message: string; readonly code: string } | undefined;
  readonly counted: Readonly<Record<string, number>>;
}

/** Runs to the end, whatever that is, and tells what the source has counted. */
async function ended(
  job: ReturnType<typeof copy>,
  clock: VirtualClock,
  act: (handle: JobHandle) => void = () => undefined,
): Promise<Ended> {
  let handle!: JobHandle;
  const run = simulate(job, {
    clock,
    during: (view) => {
      ({ handle } = view);
      act(handle);
    },
  });
  const error = await run.then(
    () => undefined,
    (cause: unknown) => cause as { message: string; code: string },
  );
  return { ended: handle.status, error, counted: handle.metrics().sources['orders']! };
}

const drainAt = (clock: VirtualClock, at: number) => (handle: JobHandle) =>
  void clock.after(at - clock.now(), () => void handle.stop({ drain: true }));

describe('acknowledges', () => {
  it('Q1: a message when what came of it is written, and not while a sink holds it', async () => {
    const clock = new VirtualClock();
    const slow = slowSink<string>({ bufferRecordsMax: 9, recordsPerTick: 1, tickMs: 100 });
    const early: string[] = [];
    const queue = new SimulatedQueue({
      clock,
      onAcknowledged: (id) => slow.written.includes(id) || early.push(id),
    });
    queue.send(...ids(5));
    const { counted } = await ended(copy(sourceOver(queue), slow), clock, drainAt(clock, 2_000));
    expect([early, slow.written, queue.ids()]).toEqual([[], ids(5), []]);
    expect(queue.log.filter((line) => line.startsWith('ack'))).toEqual([
      'acknowledge m1 m2 m3 m4 m5 @500',
    ]);
    expect(counted).toMatchObject({ received: 5, acknowledged: 5, unacknowledged: 0, released: 0 });
  });

  it('several receipts at once while messages keep coming, within the limit of unacknowledged ones', async () => {
    const clock = new VirtualClock();
    const queue = new SimulatedQueue({ clock });
    queue.send(...ids(50));
    const out = collectSink<string>();
    const limits = { receiveMessagesMax: 4, batchMessagesMax: 3, unacknowledgedMessagesMax: 10 };
    await ended(copy(sourceOver(queue, { limits }), out), clock, drainAt(clock, 5_000));
    expect(out.values).toEqual(ids(50));
    expect(queue.log.slice(0, 9)).toEqual([
      'receive m1 m2 m3 m4 @0',
      'receive m5 m6 m7 m8 @0',
      'receive m9 m10 @0',
      'acknowledge m1 m2 m3 @0',
      'acknowledge m4 m5 m6 @0',
      'acknowledge m7 m8 m9 @0',
      'acknowledge m10 @0',
      'receive m11 m12 m13 m14 @0',
      'receive m15 m16 m17 m18 @0',
    ]);
    expect(queue.ids()).toEqual([]);
  });

  it('after settleDelayMsMax when a call for more hangs', async () => {
    const clock = new VirtualClock();
    const queue = new SimulatedQueue({ clock });
    queue.send(...ids(4));
    const limits = { receiveMessagesMax: 4, settleDelayMsMax: 300 };
    const job = copy(sourceOver(queue, { limits }), collectSink<string>());
    await ended(job, clock, drainAt(clock, 5_000));
    expect(queue.log.slice(0, 2)).toEqual([
      'receive m1 m2 m3 m4 @0',
      'acknowledge m1 m2 m3 m4 @300',
    ]);
  });

  it('Q6: counts what the queue refused to take, and lets it come again', async () => {
    const clock = new VirtualClock();
    const queue = new SimulatedQueue({ clock });
    queue.send(...ids(3));
    const real = queue.connection();
    let refusals = 0;
    const instead: Partial<QueueConnection<QueueMessage>> = {
      acknowledge: async (messages, signal) => {
        if (refusals++ > 0) return real.acknowledge(messages, signal);
        await real.acknowledge(messages.slice(1), signal);
        return { refused: messages.slice(0, 1) };
      },
    };
    const out = collectSink<string>();
    const job = copy(sourceOver(queue, { instead }), out);
    const { counted } = await ended(job, clock, drainAt(clock, seconds(60)));
    expect(out.values).toEqual([...ids(3), 'm1']);
    expect(counted).toMatchObject({ received: 4, acknowledged: 3, acknowledgementsRefused: 1 });
    expect(queue.ids()).toEqual([]);
  });
});

describe('receives', () => {
  it('B1: no more than unacknowledgedMessagesMax while the sink takes nothing', async () => {
    const clock = new VirtualClock();
    const queue = new SimulatedQueue({ clock });
    queue.send(...ids(100));
    const limits = { unacknowledgedMessagesMax: 20 };
    const job = copy(sourceOver(queue, { limits }), stuckSink({ bufferRecordsMax: 5 }));
    const run = await ended(job, clock, (handle) => {
      clock.after(seconds(600), () => void handle.cancel());
    });
    expect(run.ended).toBe('cancelled');
    expect(run.counted).toMatchObject({ numRecordsOut: 5, acknowledged: 0 });
    expect(run.counted['received']).toBeLessThanOrEqual(20);
  });

  it('nothing before there is demand', async () => {
    const clock = new VirtualClock();
    const queue = new SimulatedQueue({ clock });
    queue.send(...ids(9));
    const job = copy(sourceOver(queue), stuckSink({ bufferRecordsMax: 0 }));
    const { counted } = await ended(job, clock, (handle) => {
      clock.after(seconds(600), () => void handle.cancel());
    });
    expect([counted['received'], queue.log]).toEqual([0, []]);
  });

  it('again and again from a queue that is away for a while', async () => {
    const clock = new VirtualClock();
    const queue = new SimulatedQueue({ clock });
    queue.send('m1');
    const real = queue.connection();
    const receive: QueueConnection<QueueMessage>['receive'] = (request) =>
      clock.now() < seconds(30)
        ? Promise.reject(new QueueUnavailable('away'))
        : real.receive(request);
    const out = collectSink<string>();
    const job = copy(sourceOver(queue, { instead: { receive } }), out);
    const { counted } = await ended(job, clock, drainAt(clock, seconds(50)));
    expect(out.values).toEqual(['m1']);
    // The backoff ends at five seconds: hundreds of attempts would be a storm.
    expect(counted['receiveFailures']).toBeGreaterThan(5);
    expect(counted['receiveFailures']).toBeLessThan(60);
  });

  it('N5: fails within openMsMax when the queue never answers, with the last reason', async () => {
    const clock = new VirtualClock();
    const receive = () => Promise.reject(new QueueUnavailable('away'));
    const queue = new SimulatedQueue({ clock });
    const source = sourceOver(queue, { instead: { receive }, limits: { openMsMax: 20_000 } });
    const { error } = await ended(copy(source, collectSink()), clock);
    expect(error?.message).toBe('orders failed: could not receive within 20000 ms: Error: away');
    expect(clock.now()).toBeGreaterThanOrEqual(20_000);
    expect(clock.now()).toBeLessThanOrEqual(25_000);
  });

  it('fails at once when no attempt can succeed', async () => {
    const clock = new VirtualClock();
    const receive = () => Promise.reject(new Error('there is no queue orders'));
    const source = sourceOver(new SimulatedQueue({ clock }), { instead: { receive } });
    const { error } = await ended(copy(source, collectSink()), clock);
    expect(error?.message).toBe('orders failed: cannot receive: Error: there is no queue orders');
    expect(clock.now()).toBe(0);
  });

  it('refuses a queue that hands over more than it was asked for', async () => {
    const clock = new VirtualClock();
    const receive = () =>
      Promise.resolve(ids(11).map((id, receipt) => ({ id, receipt, receives: 1 })));
    const source = sourceOver(new SimulatedQueue({ clock }), { instead: { receive } });
    const { error } = await ended(copy(source, collectSink()), clock);
    expect(error?.message).toBe(
      'orders failed: its queue handed over 11 messages when asked for 10',
    );
  });
});

describe('a message that cannot be read', () => {
  const decode = ({ id }: QueueMessage): string => {
    if (id === 'm2') throw new Error('it is no JSON');
    return id;
  };

  it('fails the job under its name, and all are released', async () => {
    const clock = new VirtualClock();
    const queue = new SimulatedQueue({ clock });
    queue.send(...ids(3));
    const run = await ended(copy(sourceOver(queue, { decode }), collectSink()), clock);
    expect(run.error).toMatchObject({
      code: 'MESSAGE_UNREADABLE',
      operator: 'orders',
      message: 'orders failed: message "m2" cannot be read: it is no JSON',
    });
    expect(run.counted).toMatchObject({ unacknowledged: 3, released: 3, acknowledged: 0 });
    expect(queue.log.at(-1)).toBe('release m1 m2 m3 @0');
  });

  it('Q1: is acknowledged with the others when its side output is written', async () => {
    const clock = new VirtualClock();
    const refused = outputTag<FailedRecord<unknown>>('refused');
    const slow = slowSink<string>({ bufferRecordsMax: 9, recordsPerTick: 1, tickMs: 400 });
    const queue = new SimulatedQueue({ clock });
    queue.send(...ids(3));
    const out = collectSink<string>();
    const job = defineJob('tolerant', (env) => {
      const stream = env.fromSource(sourceOver(queue, { decode }), {
        uid: 'orders',
        onError: refused,
      });
      stream.sinkTo(out, { uid: 'out' });
      const failed = stream.getSideOutput(refused);
      failed.map(({ value }) => (value as QueueMessage).id).sinkTo(slow, { uid: 'dead letters' });
    });
    const { counted } = await ended(job, clock, drainAt(clock, 3_000));
    expect([out.values, slow.written]).toEqual([['m1', 'm3'], ['m2']]);
    expect(queue.log.slice(0, 2)).toEqual(['receive m1 m2 m3 @0', 'acknowledge m1 m2 m3 @400']);
    expect(counted).toMatchObject({ numRecordsInErrors: 1, acknowledged: 3 });
  });
});

describe('the end of a job', () => {
  const slow = () => slowSink<string>({ bufferRecordsMax: 2, recordsPerTick: 1, tickMs: 100 });

  it('N2: a drain writes and acknowledges what was received, and receives nothing more', async () => {
    const clock = new VirtualClock();
    const queue = new SimulatedQueue({ clock });
    queue.send(...ids(25));
    const sink = slow();
    const job = copy(sourceOver(queue, { limits: { unacknowledgedMessagesMax: 10 } }), sink);
    const { ended: how, counted } = await ended(job, clock, drainAt(clock, 150));
    expect([how, sink.written]).toEqual(['stopped', ids(10)]);
    expect(counted).toMatchObject({ received: 10, acknowledged: 10, unacknowledged: 0 });
    expect(queue.ids()).toEqual(ids(15, 11));
  });

  it('N2: a drain of an idle source ends at once, although a call for messages waits', async () => {
    const clock = new VirtualClock();
    const queue = new SimulatedQueue({ clock });
    const job = copy(sourceOver(queue), collectSink());
    const { ended: how } = await ended(job, clock, drainAt(clock, 150));
    expect([how, clock.now(), queue.inFlight, queue.closed]).toEqual(['stopped', 150, 0, 1]);
  });

  it.each(['cancel', 'stop'] as const)(
    'N1: a %s releases what is unacknowledged and says how much that is',
    async (verb) => {
      const clock = new VirtualClock();
      const queue = new SimulatedQueue({ clock });
      queue.send(...ids(9));
      const job = copy(sourceOver(queue, { limits: { releaseDelayMs: 700 } }), slow());
      const { counted } = await ended(job, clock, (handle) => {
        clock.after(250, () => void handle[verb]());
      });
      expect(counted).toMatchObject({ received: 9, unacknowledged: 9, released: 9 });
      expect(queue.log.at(-1)).toBe('release m1 m2 m3 m4 m5 m6 m7 m8 m9 @250');
      const again = collectSink<string>();
      const next = copy(sourceOver(queue), again);
      await ended(next, clock, drainAt(clock, 3_000));
      expect(queue.log).toContain('receive m1 m2 m3 m4 m5 m6 m7 m8 m9 @950');
      expect(again.values).toEqual(ids(9));
    },
  );

  it('counts what could not be released', async () => {
    const clock = new VirtualClock();
    const queue = new SimulatedQueue({ clock });
    queue.send(...ids(3));
    const release = () => Promise.reject(new QueueUnavailable('away'));
    const job = copy(
      sourceOver(queue, { instead: { release } }),
      stuckSink({ bufferRecordsMax: 9 }),
    );
    const { ended: how, counted } = await ended(job, clock, (handle) => {
      clock.after(250, () => void handle.cancel());
    });
    expect(how).toBe('cancelled');
    expect(counted).toMatchObject({ unacknowledged: 3, released: 0, releasesFailed: 3 });
  });

  it('N6: waits for calls that never end no longer than closeMsMax, and aborts them', async () => {
    const clock = new VirtualClock();
    const queue = new SimulatedQueue({ clock });
    queue.send(...ids(3));
    const aborts: string[] = [];
    const hangs = (verb: string, signal: AbortSignal): Promise<never> =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          aborts.push(verb);
          reject(new QueueUnavailable('aborted'));
        });
      });
    const instead: Partial<QueueConnection<QueueMessage>> = {
      extendHold: (_, { signal }) => hangs('extend', signal),
      release: (_, { signal }) => hangs('release', signal),
    };
    const limits = { holdMs: 300, closeMsMax: 50 };
    const source = sourceOver(queue, { instead, limits });
    const { counted } = await ended(
      copy(source, stuckSink({ bufferRecordsMax: 9 })),
      clock,
      (handle) => {
        clock.after(150, () => void handle.cancel());
      },
    );
    expect([aborts, clock.now()]).toEqual([['extend', 'release'], 250]);
    expect(counted).toMatchObject({ unacknowledged: 3, released: 0 });
    expect([queue.closed, clock.pendingTimers()]).toEqual([1, []]);
  });

  it('hands back what a call brought that was on its way', async () => {
    const clock = new VirtualClock();
    const queue = new SimulatedQueue({ clock });
    queue.send('m1');
    const real = queue.connection();
    // A client that does not hear an abort.
    const receive: QueueConnection<QueueMessage>['receive'] = async (request) => {
      await new Promise<void>((resolve) => void clock.after(100, resolve));
      return real.receive({ ...request, signal: new AbortController().signal });
    };
    const job = copy(sourceOver(queue, { instead: { receive } }), collectSink());
    const { counted } = await ended(job, clock, (handle) => {
      clock.after(20, () => void handle.cancel());
    });
    expect(queue.log).toEqual(['receive m1 @100', 'release m1 @100']);
    expect(counted).toMatchObject({ received: 1, unacknowledged: 1, released: 1 });
    expect(clock.pendingTimers()).toEqual([]);
  });
});

describe('holds', () => {
  it('Q5: are extended for as long as a sink takes, so that nothing comes twice', async () => {
    const clock = new VirtualClock();
    const queue = new SimulatedQueue({ clock });
    queue.send(...ids(6));
    const slow = slowSink<string>({ bufferRecordsMax: 9, recordsPerTick: 1, tickMs: seconds(20) });
    const job = copy(sourceOver(queue), slow);
    const { counted } = await ended(job, clock, drainAt(clock, seconds(150)));
    expect([slow.written, queue.ids()]).toEqual([ids(6), []]);
    expect(counted).toMatchObject({ received: 6, acknowledged: 6, holdExtensionsRefused: 0 });
    expect(counted['holdExtensions']).toBe(6 * 11);
  });

  it('are tried again before they run out when a call fails', async () => {
    const clock = new VirtualClock();
    const queue = new SimulatedQueue({ clock });
    queue.send('m1');
    const real = queue.connection();
    let calls = 0;
    const extendHold: typeof real.extendHold = (messages, hold) =>
      ++calls % 2 === 1
        ? Promise.reject(new QueueUnavailable('busy'))
        : real.extendHold(messages, hold);
    const slow = slowSink<string>({ bufferRecordsMax: 9, recordsPerTick: 1, tickMs: seconds(100) });
    const job = copy(sourceOver(queue, { instead: { extendHold } }), slow);
    const { counted } = await ended(job, clock, drainAt(clock, seconds(150)));
    expect(counted).toMatchObject({ received: 1, holdExtensions: 4, holdExtensionsFailed: 5 });
  });

  it('that the queue says are lost are not extended again', async () => {
    const clock = new VirtualClock();
    const queue = new SimulatedQueue({ clock });
    queue.send(...ids(2));
    const job = copy(sourceOver(queue), stuckSink({ bufferRecordsMax: 9 }));
    const { counted } = await ended(job, clock, (handle) => {
      clock.after(seconds(15), () => {
        queue.forget('m1');
      });
      clock.after(seconds(45), () => void handle.cancel());
    });
    expect(queue.log.filter((line) => !line.startsWith('receive'))).toEqual([
      'extend m1 m2 @10000',
      'extend m1 m2 @20000',
      'extend m2 @30000',
      'extend m2 @40000',
      'release m2 @45000',
    ]);
    expect(counted).toMatchObject({ holdExtensionsRefused: 1, unacknowledged: 2, released: 1 });
  });
});
