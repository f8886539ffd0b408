/**
 * Owns: broadcast state in whole jobs and by properties: each record is judged by what its subtask has seen,
 *     and who is stuck keeps nobody else from his records.
 */
import fc from 'fast-check';
import { collectSink, simulate, stuckSink, testJob, twoInputHarness } from '@millrace/testing';
import {
  defineJob,
  forEachSink,
  fromArray,
  fromSequence,
  mapState,
  type Collector,
  type JobHandle,
  type Stream,
} from '../../index.js';

interface Seen {
  readonly key: string;
  readonly rules: readonly number[];
}

const noting = (keys: Stream<string>, rules: Stream<number>): Stream<Seen> =>
  keys
    .keyBy((key) => key)
    .connect(rules.broadcast({ rules: mapState<number, true>() }))
    .process(
      {
        processElement: (key, { broadcastState }, out: Collector<Seen>) => {
          out.collect({ key, rules: [...broadcastState.rules.keys()] });
        },
        // An odd rule takes the one before it away.
        processBroadcastElement: (rule, { broadcastState }) => {
          if (rule % 2 === 0) broadcastState.rules.put(rule, true);
          else broadcastState.rules.remove(rule - 1);
        },
      },
      { uid: 'noting' },
    );

/** The rules that hold after some of them. */
const holding = (rules: readonly number[]): readonly number[] =>
  rules.filter((rule) => rule % 2 === 0 && !rules.includes(rule + 1));

describe('broadcast state in jobs', () => {
  it('ST13: each record is judged by the rules before it, in any order, at any parallelism and after any rescale', () => {
    const parallelism = fc.integer({ min: 1, max: 3 });
    const act = fc.oneof(
      fc.record({ key: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f') }),
      fc.record({ rules: fc.integer({ min: 1, max: 3 }) }),
      fc.record({ parallelism }),
    );
    fc.assert(
      fc.property(parallelism, fc.array(act, { maxLength: 25 }), (first, acts) => {
        let harness = twoInputHarness(noting, { parallelism: first });
        const seen: Seen[] = [];
        const [expected, rules]: [Seen[], number[]] = [[], []];
        for (const done of acts) {
          if ('key' in done) {
            harness.first.processElement(done.key);
            expected.push({ key: done.key, rules: holding(rules) });
          } else if ('rules' in done) {
            const more = Array.from({ length: done.rules }, (_, at) => rules.length + at);
            rules.push(...more);
            harness.second.processElements(more.map((value) => ({ value })));
          } else {
            seen.push(...harness.values);
            harness = harness.restore(harness.snapshot(), done);
          }
        }
        expect([...seen, ...harness.values]).toEqual(expected);
      }),
    );
  });

  it.each([1, 2, 3])(
    'each subtask has seen the rules up to one of them, in their order (seed %p)',
    async (seed) => {
      const out = collectSink<Seen>();
      const rules = Array.from({ length: 40 }, (_, n) => n);
      const keys = Array.from({ length: 400 }, (_, n) => `key ${n % 7}`);
      const job = defineJob('noted', (env) => {
        const all = env.fromSource(fromArray(rules), { uid: 'rules' });
        noting(env.fromSource(fromArray(keys), { uid: 'keys' }), all).sinkTo(out, { uid: 'out' });
      });
      await simulate(job, {
        seed,
        parallelism: 3,
        limits: { channelRecords: 8, runRecordsMax: 3 },
      });
      expect(out.values).toHaveLength(keys.length);
      const possible = new Set(rules.map((_, upTo) => holding(rules.slice(0, upTo)).join()));
      possible.add(holding(rules).join());
      const wrong = out.values.filter((record) => !possible.has(record.rules.join()));
      expect(wrong).toEqual([]);
      // The interesting thing has happened: records came before, among and after the rules.
      expect(new Set(out.values.map((record) => record.rules.join())).size).toBeGreaterThan(3);
    },
  );

  it('every subtask gets every rule, and each key sees those that came before', async () => {
    const test = await testJob(
      defineJob('noted', (env) => {
        const rules = env.fromSource(fromArray<number>([]), { uid: 'rules' });
        const keys = env.fromSource(fromArray<string>([]), { uid: 'keys' });
        noting(keys, rules).sinkTo(
          forEachSink(() => undefined),
          { uid: 'out' },
        );
      }),
      { parallelism: 3 },
    );
    const keys = Array.from({ length: 30 }, (_, n) => `key ${n}`);
    test.source<number>('rules').push(0, 2, 3, 4);
    await test.settle();
    test.source<string>('keys').push(...keys);
    await test.settle();
    const { values } = test.sink<Seen>('out');
    expect(values.map(({ key }) => key).sort()).toEqual([...keys].sort());
    expect(new Set(values.map(({ rules }) => rules.join()))).toEqual(new Set(['0,4']));
    await test.end();
  });

  it.each(['keys', 'rules'])(
    'C5: where the stream of the %s is stuck elsewhere, the other goes on',
    async (which) => {
      const [stuck, out] = [stuckSink<number>({ bufferRecordsMax: 4 }), collectSink<string>()];
      let rulesSeen = 0;
      const job = defineJob('stuck', (env) => {
        const endless = env.fromSource(fromSequence(1, 1_000_000), { uid: 'stuck one' });
        endless.sinkTo(stuck, { uid: 'stuck' });
        const other = env.fromSource(fromSequence(1, 2_000), { uid: 'other' });
        const [keys, rules] = which === 'keys' ? [endless, other] : [other, endless];
        keys
          .keyBy((n) => n % 5)
          .connect(rules.broadcast({ rules: mapState<number, true>() }))
          .process(
            {
              processElement: (n, _context, collector: Collector<string>) => {
                collector.collect(String(n));
              },
              processBroadcastElement: () => {
                rulesSeen += 1;
              },
            },
            { uid: 'both', parallelism: 2 },
          )
          .sinkTo(out, { uid: 'out' });
      });
      let handle: JobHandle | undefined;
      await simulate(job, {
        limits: { channelRecords: 64, runRecordsMax: 16 },
        during: (view) => {
          handle = view.handle;
          view.clock.after(1_000, () => void view.handle.cancel());
        },
      });
      const [keysSeen, rulesOfEach] = [out.values.length, rulesSeen / 2];
      expect(which === 'keys' ? rulesOfEach : keysSeen).toBe(2_000);
      // Of the stuck one, as much as its sink holds and its channel.
      expect(which === 'keys' ? keysSeen : rulesOfEach).toBeLessThanOrEqual(68);
      expect(handle!.metrics().operators['both']!['numRecordsIn']).toBe(keysSeen + rulesSeen);
    },
  );
});
