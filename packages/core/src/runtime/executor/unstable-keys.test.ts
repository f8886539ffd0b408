/** Keys that depend on more than their record are found out where records are sent by them. */
import { collectSink, simulate } from '@millrace/testing';
import { defineJob, fromSequence, type JobDefinition, type Stream } from '../../index.js';

/** The numbers from 1 on as keys, each another one whenever it is asked for; `asked` never stays. */
function job(
  keyed: (stream: Stream<number>, keyOf: () => number) => Stream<unknown>,
): JobDefinition {
  let asked = 0;
  return defineJob('unstable', (env) => {
    keyed(env.fromSource(fromSequence(1, 100), { uid: 'in' }), () => (asked += 1)).sinkTo(
      collectSink(),
      { uid: 'out' },
    );
  });
}

describe('unstable keys', () => {
  it.each<[string, (stream: Stream<number>, keyOf: () => number) => Stream<unknown>]>([
    ['reduce', (stream, keyOf) => stream.keyBy(keyOf).reduce((a, b) => a + b, { uid: 'op' })],
    [
      'process',
      (stream, keyOf) =>
        stream.keyBy(keyOf).process({ processElement: () => undefined }, { uid: 'op' }),
    ],
  ])(
    'S97, ST9: a key that is another one the second time fails the job, with the operator: %s',
    async (_, keyed) => {
      const run = simulate(job(keyed), { parallelism: 2 });
      await expect(run).rejects.toMatchObject({ code: 'KEY_UNSTABLE', operator: 'op' });
      await expect(run).rejects.toThrow('answered another key when the record was sent');
    },
  );
});
