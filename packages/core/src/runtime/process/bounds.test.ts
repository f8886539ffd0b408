/** B1: what operators that fan out hold before a sink that accepts nothing stays under the named limits. */
import fc from 'fast-check';
import { endlessSource, simulate, stuckSink } from '@millrace/testing';
import { defineJob, outputTag, type Collector } from '../../index.js';

const limits = fc.record({
  channelRecords: fc.integer({ min: 1, max: 20 }),
  runRecordsMax: fc.integer({ min: 1, max: 20 }),
  parkedRecordsMax: fc.integer({ min: 5, max: 30 }),
});

it('B1: records that were read and are held stay under channels, runs and parked output', async () => {
  const copies = outputTag<number>('copies');
  const perCall = 5;
  await fc.assert(
    fc.asyncProperty(
      limits,
      fc.boolean(),
      fc.integer({ min: 1, max: 99 }),
      async (chosen, aside, seed) => {
        let emitted = 0;
        const job = defineJob('held', (env) => {
          const spread = env
            .fromSource(
              endlessSource((n) => n),
              { uid: 'in' },
            )
            .keyBy((n) => n % 3)
            .process(
              {
                processElement: (n, context, out: Collector<number>) => {
                  for (let i = 0; i < perCall; i++, emitted++) {
                    if (aside) context.output(copies, n);
                    else out.collect(n);
                  }
                },
              },
              { uid: 'spread' },
            );
          spread.getSideOutput(copies).sinkTo(stuckSink<number>({ bufferRecordsMax: 3 }));
          spread.sinkTo(stuckSink<number>({ bufferRecordsMax: 3 }), { uid: 'out' });
        });
        const { metrics } = await simulate(job, {
          limits: chosen,
          seed,
          during: ({ handle, clock }) => {
            clock.after(1_000, () => void handle.stop());
          },
        });
        const { channelRecords, runRecordsMax, parkedRecordsMax } = chosen;
        // What goes in waits in its channel, or as the rest of a run.
        const read = metrics.sources['in']!['numRecordsOut']!;
        const taken = emitted / perCall;
        expect(read - taken).toBeLessThanOrEqual(channelRecords + runRecordsMax);
        // What comes out waits in a channel, in the sink, or parked.
        expect(emitted).toBeLessThanOrEqual(channelRecords + 3 + parkedRecordsMax);
        expect(emitted).toBeGreaterThan(0);
      },
    ),
    { numRuns: 40 },
  );
});
