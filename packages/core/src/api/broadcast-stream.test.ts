/** Owns: what `broadcast()` and its `connect()` refuse. */
import { collectSink } from '@millrace/testing';
import { defineJob, fromArray, mapState, seconds, valueState, type Stream } from '../index.js';

/** What a job says whose numbers are described so. */
const describing = (describe: (numbers: Stream<number>, others: Stream<number>) => void) => () =>
  defineJob('one', (one) => {
    const numbers = one.fromSource(fromArray([1]), { uid: 'n' });
    numbers.sinkTo(collectSink(), { uid: 'out' });
    defineJob('other', (other) => {
      const others = other.fromSource(fromArray([1]), { uid: 'n' });
      others.sinkTo(collectSink(), { uid: 'out' });
      describe(numbers, others);
    });
  });

describe('broadcast()', () => {
  it('refuses state that is no map, and state that expires, by its name', () => {
    const value = describing((numbers) => numbers.broadcast({ last: valueState() as never }));
    expect(value).toThrow(
      expect.objectContaining({
        code: 'BROADCAST_STATE_INVALID',
        message: expect.stringMatching(/"last", which is value state/) as string,
      }),
    );
    const expiring = mapState<string, number>({ ttl: { ttlMs: seconds(1) } });
    expect(
      describing((numbers) => numbers.broadcast({ kept: mapState(), last: expiring })),
    ).toThrow(/"last", which has a ttl; declare each as mapState\(\)/);
  });

  it('does not lead to a stream of another job', () => {
    const state = { rules: mapState<string, number>() };
    const foreign = 'connect() was given a stream of another job';
    expect(describing((one, other) => one.connect(other.broadcast(state)))).toThrow(foreign);
    expect(describing((one, other) => one.keyBy((n) => n).connect(other.broadcast(state)))).toThrow(
      foreign,
    );
  });

  it('goes to every subtask, whatever the stream was partitioned by before', () => {
    const job = defineJob('rules', (env) => {
      const numbers = env.fromSource(fromArray([1]), { uid: 'n' });
      numbers
        .connect(numbers.rebalance().broadcast({ rules: mapState<string, number>() }))
        .process({ processElement: () => undefined, processBroadcastElement: () => undefined })
        .sinkTo(collectSink(), { uid: 'out' });
    });
    expect(job.nodes[1]!.inputs).toEqual([
      { from: 0, output: undefined, partitioner: { kind: 'unspecified' }, ordinal: 0 },
      { from: 0, output: undefined, partitioner: { kind: 'broadcast' }, ordinal: 1 },
    ]);
  });
});
