/**
 * E6: a side output of failed records whose handler fails itself: neither failure hides the other, and
 * what was to be handled is not acknowledged.
 */
import { simulate, VirtualClock, type SimulationOptions } from '@millrace/testing';
import {
  acknowledgingSource,
  acknowledgingSourceLimits,
  asyncSink,
  asyncSinkLimits,
  fifoBuffer,
  type BatchReply,
} from '../../connector.js';
import {
  defineJob,
  forEachSink,
  fromSequence,
  isMillraceError,
  outputTag,
  seconds,
  type EachSink,
  type FailedRecord,
  type MillraceError,
  type Sink,
} from '../../index.js';
import { SimulatedQueue, type QueueMessage } from './simulated-queue.fixture.js';

type Failed = FailedRecord<string>;
type Handler = Sink<Failed> | EachSink<Failed>;
type Send = (signal: AbortSignal, clock: VirtualClock) => Promise<BatchReply<{ id: string }>>;

const REQUEST_MS_MAX = seconds(3);
const written: BatchReply<{ id: string }> = { unprocessed: [] };
const full = (): never => {
  throw new Error('the disk is full');
};

/** A sink of failed records over a service that is one function. */
function deadLetters(clock: VirtualClock, send: Send, toEntry = idOf): Sink<Failed> {
  return asyncSink<Failed, { id: string }>({
    name: 'dead letters',
    limits: asyncSinkLimits({ requestMsMax: REQUEST_MS_MAX, lingerMsMax: 0 }),
    connect: () => ({
      buffer: fifoBuffer({ keyOf: ({ id }) => id }),
      toEntry,
      describe: ({ id }) => id,
      connection: {
        open: () => Promise.resolve(),
        send: (_, signal) => send(signal, clock),
        classify: (error) => ({ kind: 'fatal', reason: (error as Error).message }),
        close: () => undefined,
      },
    }),
  });
}

const idOf = ({ value }: Failed): { id: string } => ({ id: value });

/** Ten messages of which the fifth is bad; with what is still in the queue at the end. */
async function handled(
  handler: (clock: VirtualClock) => Handler,
  during?: SimulationOptions['during'],
) {
  const clock = new VirtualClock();
  const queue = new SimulatedQueue({ clock });
  queue.send(...Array.from({ length: 10 }, (_, n) => `m${String(n + 1)}`));
  const bad = outputTag<Failed>('bad');
  const job = defineJob('handled', (env) => {
    const source = acknowledgingSource<QueueMessage, string>({
      name: 'queue',
      limits: acknowledgingSourceLimits({}),
      connect: () => queue.connection(),
      decode: ({ id }) => id,
      describe: ({ id }) => id,
    });
    const parsed = env
      .fromSource(source, { uid: 'queue' })
      .map(parse, { uid: 'parse', onError: bad });
    parsed.sinkTo(forEachSink(() => undefined));
    parsed.getSideOutput(bad).sinkTo(handler(clock), { uid: 'handler' });
  });
  const outcome = simulate(job, { clock, ...(during && { during }) });
  const ended = await outcome.then(
    ({ result, metrics }) => ({ is: 'ended', result, metrics }) as const,
    (error: unknown) => ({ is: 'failed', error }) as const,
  );
  return { ended, queue };
}

function parse(id: string): string {
  if (id === 'm5') throw new Error(`${id} has no amount`);
  return id;
}

describe('a failure handler that fails', () => {
  it.each<[string, (clock: VirtualClock) => Handler]>([
    ['throws as a function', () => forEachSink<Failed>(full)],
    [
      'throws as it takes the record',
      (clock) => deadLetters(clock, () => Promise.resolve(written), full),
    ],
    ['rejects', (clock) => deadLetters(clock, () => Promise.reject(new Error('the disk is full')))],
  ])('FC-E13, E6: and %s fails the job with both errors', async (_, handler) => {
    const { ended, queue } = await handled(handler);
    if (ended.is !== 'failed' || !isMillraceError(ended.error)) throw new Error('no failure');
    const { message, operator, cause } = ended.error;
    expect(message).toContain('the disk is full');
    expect(message).toContain('parse failed: m5 has no amount');
    expect([operator, (cause as Error).message]).toEqual(['handler', 'the disk is full']);
    expect(queue.ids()).toContain('m5');
  });

  it('FC-E13, E6: and never settles meets its deadline each time, and holds up no stop', async () => {
    const aborted: number[] = [];
    const send: Send = (signal, clock) => {
      signal.addEventListener('abort', () => aborted.push(clock.now()));
      return new Promise(() => undefined);
    };
    const { ended, queue } = await handled(
      (clock) => deadLetters(clock, send),
      ({ handle, clock }) => void clock.after(seconds(10), () => void handle.stop()),
    );
    if (ended.is !== 'ended') throw ended.error;
    const { result, metrics } = ended;
    expect(aborted[0]).toBe(REQUEST_MS_MAX);
    expect(metrics.sinks['handler']?.['timeouts']).toBeGreaterThan(1);
    expect([result.ended, result.unwritten.get('handler')]).toEqual([
      'stopped',
      { records: 1, keys: ['m5'] },
    ]);
    expect(queue.ids()).toContain('m5');
  });

  it('E6: names the key of the record, where it failed at one', async () => {
    const bad = outputTag<FailedRecord<number>>('bad');
    const job = defineJob('keyed', (env) => {
      const sums = env
        .fromSource(fromSequence(1, 20), { uid: 'in' })
        .keyBy((n) => n % 10)
        .reduce((sum, n) => (n === 15 ? full() : sum + n), { uid: 'sums', onError: bad });
      sums.sinkTo(forEachSink(() => undefined));
      sums
        .getSideOutput(bad)
        .map((failed) => ({ text: failed.error.message }))
        .sinkTo(
          forEachSink(() => {
            throw new Error('nobody answers');
          }),
          { uid: 'handler' },
        );
    });
    const error = await simulate(job).then(
      () => undefined,
      (cause: unknown) => cause as MillraceError,
    );
    expect([error?.operator, error?.key]).toEqual(['handler', 5]);
    expect(error?.message).toBe(
      'handler failed: nobody answers (with a record that had failed before: sums failed at key 5: the disk is full)',
    );
  });
});
