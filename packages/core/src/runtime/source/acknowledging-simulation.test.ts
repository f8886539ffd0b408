/**
 * Q1, Q2, Q5, Q6, E3: jobs of several acknowledging sources, forks, subtasks and dead letters, over
 * queues and tables that misbehave, stopped in every way: in every order of steps, nothing is
 * acknowledged before all that came of it is written, and everything is written at last.
 */
import { seededRandom, simulate, slowSink, VirtualClock } from '@millrace/testing';
import {
  acknowledgingSource,
  acknowledgingSourceLimits,
  asyncSink,
  asyncSinkLimits,
  fifoBuffer,
  type Random,
} from '../../connector.js';
import {
  defineJob,
  fromSequence,
  outputTag,
  seconds,
  type FailedRecord,
  type JobDefinition,
  type JobHandle,
  type Sink,
} from '../../index.js';
import {
  NO_FAULTS,
  QueueUnavailable,
  SimulatedQueue,
  type QueueFaults,
  type QueueMessage,
} from './simulated-queue.fixture.js';

const MESSAGES = 40;
const SENT_WITHIN_MS = seconds(120);
const SEEDS = Array.from({ length: 20 }, (_, n) => n + 1);
const FAULTS: QueueFaults = { legMsMax: 900, refusedCalls: 0.1, lostReplies: 0.1, duplicates: 0.1 };

const numberOf = (id: string): number => Number(id.slice(1));
const isDropped = (id: string): boolean => numberOf(id) % 5 === 0;
const isPoison = (id: string): boolean => numberOf(id) % 7 === 3;

/** A table that takes its time, is throttled now and then, and waits long for batches to fill. */
function tableSink(
  name: string,
  rows: Set<string>,
  world: { clock: VirtualClock; random: Random },
): Sink<string> {
  const { clock, random } = world;
  const send = async (batch: readonly { id: string }[]): Promise<{ unprocessed: [] }> => {
    await new Promise<void>((resolve) => void clock.after(1 + random.next() * 3_000, resolve));
    if (random.next() < 0.2) throw new QueueUnavailable('throttled');
    for (const { id } of batch) rows.add(id);
    return { unprocessed: [] };
  };
  return asyncSink<string, { id: string }>({
    name,
    keyOf: (id) => id,
    limits: asyncSinkLimits({
      lingerMsMax: seconds(100),
      bufferRecordsMax: 30,
      batchEntriesMax: 4,
    }),
    connect: () => ({
      buffer: fifoBuffer({ keyOf: ({ id }) => id }),
      toEntry: (id) => ({ id }),
      describe: ({ id }) => id,
      connection: {
        open: () => Promise.resolve(),
        send,
        classify: () => ({ kind: 'throttled', reason: 'slow down' }),
        close: () => undefined,
      },
    }),
  });
}

/** Queues, tables, and what was acknowledged too early. */
class Simulation {
  readonly clock = new VirtualClock();
  readonly random: Random;
  readonly early: string[] = [];
  readonly queues: readonly SimulatedQueue[];
  readonly rows = new Set<string>();
  readonly deadLetters = new Set<string>();
  readonly fork = slowSink<string>({ bufferRecordsMax: 5, recordsPerTick: 2, tickMs: 700 });
  readonly job: JobDefinition;

  constructor(seed: number, faults: QueueFaults) {
    this.random = seededRandom(seed);
    const onAcknowledged = (id: string): void => {
      if (!this.isComplete(id)) this.early.push(id);
    };
    const { clock, random } = this;
    this.queues = ['a', 'b'].map((name) => {
      const queue = new SimulatedQueue({ clock, random, faults, onAcknowledged });
      this.#fill(queue, name);
      return queue;
    });
    this.job = this.#describe();
  }

  // Half of them at once, the others one by one: what comes alone finds empty sinks.
  #fill(queue: SimulatedQueue, name: string): void {
    for (let n = 0; n < MESSAGES; n++) {
      const send = (): void => {
        queue.send(`${name}${String(n)}`);
      };
      if (n < MESSAGES / 2) send();
      else this.clock.after(this.random.next() * SENT_WITHIN_MS, send);
    }
  }

  isComplete(id: string): boolean {
    if (isPoison(id)) return this.deadLetters.has(id);
    return isDropped(id) || (this.rows.has(id) && this.fork.written.includes(id));
  }

  left(): readonly string[] {
    return this.queues.flatMap((queue) => queue.ids());
  }

  #describe(): JobDefinition {
    const refused = outputTag<FailedRecord<string>>('refused');
    return defineJob('queues', (env) => {
      const [a, b] = this.queues.map((queue, n) =>
        env.fromSource(sourceOver(queue, n), { uid: `queue ${String(n)}` }),
      );
      const stream = a!
        .union(
          b!,
          env.fromSource(fromSequence(5, 9), { uid: 'bounded' }).map((n) => `c${String(n * 5)}`),
        )
        .rebalance()
        .map(poisoned, { uid: 'poisoned', parallelism: 2, onError: refused });
      const kept = stream.filter((id) => !isDropped(id), { parallelism: 2 });
      kept.sinkTo(tableSink('table', this.rows, this), { uid: 'table', parallelism: 2 });
      kept.sinkTo(this.fork, { uid: 'fork' });
      stream
        .getSideOutput(refused)
        .map(({ value }) => value)
        .sinkTo(tableSink('dead letters', this.deadLetters, this), { uid: 'dead letters' });
    });
  }

  /** Runs the job until `end` ends it; answers what its sources counted. */
  async run(seed: number, end: (handle: JobHandle) => void) {
    const { clock } = this;
    const limits = { channelRecords: 8, runRecordsMax: 4 };
    return simulate(this.job, {
      seed,
      clock,
      limits,
      during: ({ handle }) => {
        end(handle);
      },
    });
  }
}

function poisoned(id: string): string {
  if (isPoison(id)) throw new Error(`${id} is poison`);
  return id;
}

function sourceOver(queue: SimulatedQueue, n: number) {
  return acknowledgingSource<QueueMessage, string>({
    name: `queue ${String(n)}`,
    limits: acknowledgingSourceLimits({
      receiveMessagesMax: 4 + n,
      batchMessagesMax: 3,
      unacknowledgedMessagesMax: 12 + 9 * n,
      holdMs: seconds(6),
      requestMsMax: seconds(5),
      closeMsMax: seconds(1),
      releaseDelayMs: 500 * n,
    }),
    connect: () => queue.connection(),
    decode: ({ id }) => id,
    describe: ({ id }) => id,
  });
}

type Counted = Readonly<Record<string, number>>;

/** Several runs of the job one after the other; the last goes on until the queues are empty. */
async function simulated(seed: number, faults = FAULTS) {
  const simulation = new Simulation(seed, faults);
  const { clock, random } = simulation;
  const counted: Counted[] = [];
  const traces: (readonly string[])[] = [];
  const inFlight: number[] = [];
  const run = async (end: (handle: JobHandle) => void): Promise<void> => {
    const { metrics, trace } = await simulation.run(seed, end);
    counted.push(metrics.sources['queue 0']!, metrics.sources['queue 1']!);
    traces.push(trace);
    inFlight.push(...simulation.queues.map((queue) => queue.inFlight));
  };
  for (const verb of ['cancel', 'stop', 'drain'] as const) {
    await run((handle) => {
      clock.after(random.next() * seconds(20), () => {
        if (verb === 'cancel') void handle.cancel();
        else void handle.stop({ drain: verb === 'drain', within: seconds(5) });
      });
    });
  }
  await run((handle) => {
    const look = (): void => {
      if (clock.now() > SENT_WITHIN_MS && simulation.left().length === 0)
        void handle.stop({ drain: true });
      else clock.after(seconds(5), look);
    };
    look();
  });
  return { simulation, counted, traces, inFlight };
}

const sum = (counted: readonly Counted[], name: string): number =>
  counted.reduce((total, counters) => total + counters[name]!, 0);

describe('acknowledging sources over queues that misbehave', () => {
  const visited: Counted[] = [];

  it.each(SEEDS)(
    'Q1, Q2: nothing is acknowledged too early, and all is written (seed %i)',
    async (seed) => {
      const { simulation, counted, inFlight } = await simulated(seed);
      expect(simulation.early).toEqual([]);
      expect(simulation.left()).toEqual([]);
      for (const name of ['a', 'b']) {
        const ids = Array.from({ length: MESSAGES }, (_, n) => `${name}${String(n)}`);
        expect(ids.filter((id) => !simulation.isComplete(id))).toEqual([]);
      }
      expect(inFlight).toEqual(inFlight.map(() => 0));
      for (const c of counted) {
        const accounted =
          c['acknowledged']! +
          c['acknowledgementsRefused']! +
          c['acknowledgementsFailed']! +
          c['unacknowledged']!;
        expect(accounted).toBe(c['received']);
      }
      visited.push(...counted);
    },
  );

  it('has seen what makes it hard', () => {
    const names = [
      'acknowledgementsRefused',
      'acknowledgementsFailed',
      'holdExtensions',
      'holdExtensionsRefused',
      'holdExtensionsFailed',
      'released',
      'releasesFailed',
      'receiveFailures',
    ];
    expect(names.filter((name) => sum(visited, name) < SEEDS.length / 4)).toEqual([]);
    expect(sum(visited, 'received')).toBeGreaterThan(2 * MESSAGES * SEEDS.length);
  });

  it('E3: a seed repeats itself', async () => {
    const [first, second] = [await simulated(5), await simulated(5)];
    expect(second.traces).toEqual(first.traces);
    expect(first.traces.flat().some((line) => line.includes('sink.flush'))).toBe(true);
    expect((await simulated(6)).traces).not.toEqual(first.traces);
  });

  it('Q1: each message comes once when nothing misbehaves and nobody stops in the middle', async () => {
    const simulation = new Simulation(1, NO_FAULTS);
    const { metrics } = await simulation.run(1, (handle) => {
      simulation.clock.after(seconds(300), () => void handle.stop({ drain: true }));
    });
    expect(simulation.early).toEqual([]);
    for (const name of ['queue 0', 'queue 1']) {
      expect(metrics.sources[name]).toMatchObject({ received: MESSAGES, acknowledged: MESSAGES });
    }
  });
});
