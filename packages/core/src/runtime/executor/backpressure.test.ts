/** B1, N1: demand from end to end, through the asynchronous sink: stopped, and gone on with. */
import { endlessSource, simulate } from '@millrace/testing';
import { defineJob, minutes, seconds, type JobHandle } from '../../index.js';
import { asyncSink, asyncSinkLimits, fifoBuffer, type Sink } from '../../connector.js';

const limits = { channelRecords: 32, runRecordsMax: 16 };
const sinkLimits = asyncSinkLimits({
  bufferRecordsMax: 20,
  batchEntriesMax: 5,
  inFlightRequestsMax: 2,
  backoffMsMin: 10,
  backoffMsMax: 1_000,
});

type Mood = 'throttles' | 'hands back' | 'never answers' | 'accepts';

interface Row {
  readonly n: number;
}

class Throttled extends Error {}

/** A service in a mood, which a test changes. What it never answered it never wrote. */
class MoodyService {
  mood: Mood;
  readonly rows: number[] = [];

  constructor(mood: Mood) {
    this.mood = mood;
  }

  async send(batch: readonly Row[], signal: AbortSignal): Promise<{ unprocessed: readonly Row[] }> {
    switch (this.mood) {
      case 'throttles':
        throw new Throttled();
      case 'hands back':
        return { unprocessed: batch };
      case 'never answers':
        return new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(new Throttled()));
        });
      case 'accepts':
        this.rows.push(...batch.map(({ n }) => n));
        return { unprocessed: [] };
    }
  }
}

function sinkOf(service: MoodyService): Sink<number> {
  return asyncSink<number, Row>({
    name: 'table',
    limits: sinkLimits,
    connect: () => ({
      buffer: fifoBuffer({ keyOf: ({ n }) => String(n) }),
      toEntry: (n) => ({ n }),
      describe: ({ n }) => String(n),
      connection: {
        open: () => Promise.resolve(),
        send: (batch, signal) => service.send(batch, signal),
        classify: () => ({ kind: 'throttled', reason: 'slow down' }),
        close: () => undefined,
      },
    }),
  });
}

const readBy = (handle: JobHandle): number => handle.metrics().sources['in']!['numRecordsOut']!;

async function run(
  mood: Mood,
  seed: number,
): Promise<{ service: MoodyService; reads: number[]; read: number; demandStops: unknown }> {
  const service = new MoodyService(mood);
  const reads: number[] = [];
  const job = defineJob('endless into a table', (env) => {
    env
      .fromSource(
        endlessSource((n) => n),
        { uid: 'in' },
      )
      .keyBy((n) => n % 3)
      .reduce((_, n) => n, { uid: 'last' })
      .sinkTo(sinkOf(service), { uid: 'table' });
  });
  const { metrics, result } = await simulate(job, {
    seed,
    limits,
    during: ({ handle, clock }) => {
      for (const at of [seconds(10), minutes(1), minutes(10)]) {
        clock.after(at, () => reads.push(readBy(handle)));
      }
      clock.after(minutes(10) + 1, () => (service.mood = 'accepts'));
      // An endless source never rests once the table accepts: the service counts, and then stops it.
      const accept = service.send.bind(service);
      service.send = (batch, signal) => {
        if (service.rows.length >= 1_000) void handle.stop({ drain: true });
        return accept(batch, signal);
      };
    },
  });
  expect(result.unwritten.size).toBe(0);
  const read = metrics.sources['in']!['numRecordsOut']!;
  return { service, reads, read, demandStops: metrics.sinks['table']!['demandStops'] };
}

describe('B1 N1: a table that accepts nothing for ten minutes', () => {
  const moods: Mood[] = ['throttles', 'hands back', 'never answers'];
  it.each(moods.flatMap((mood) => [1, 2, 3].map((seed) => [mood, seed] as const)))(
    '%s: the source stops within the limits and goes on; nothing is lost or written twice (seed %i)',
    async (mood, seed) => {
      const { service, reads, read, demandStops } = await run(mood, seed);
      const bound = limits.channelRecords + sinkLimits.bufferRecordsMax;
      expect(reads[0]).toBeGreaterThan(0);
      expect(reads[0]).toBeLessThanOrEqual(bound);
      expect(reads).toEqual([reads[0], reads[0], reads[0]]);
      expect(demandStops).toBeGreaterThan(0);
      expect(read).toBeGreaterThan(1_000);
      const sorted = [...service.rows].sort((a, b) => a - b);
      expect(sorted).toEqual(Array.from({ length: read }, (_, n) => n));
    },
  );
});
