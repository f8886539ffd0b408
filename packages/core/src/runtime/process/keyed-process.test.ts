/** keyBy().process(): state and timers of the key at hand, side outputs, and what is refused. */
import { collectSink, operatorHarness, simulate, stuckSink } from '@millrace/testing';
import {
  defineJob,
  fromArray,
  fromSequence,
  outputTag,
  valueState,
  type Collector,
  type KeyedProcessFunction,
  type Stream,
} from '../../index.js';

interface Beat {
  readonly host: string;
  readonly at: number;
}

const beat = (host: string, at = 0): Beat => ({ host, at });

describe('keyed process', () => {
  it('keeps state for each key, and emits any number of records with the timestamp of theirs', () => {
    const harness = operatorHarness((beats: Stream<Beat>) =>
      beats
        .keyBy(({ host }) => host)
        .process({
          state: { seen: valueState<number>() },
          processElement: ({ host }, { state, key }, out: Collector<string>) => {
            const seen = (state.seen.value() ?? 0) + 1;
            state.seen.update(seen);
            for (let i = 0; i < seen; i++) out.collect(`${host} ${key} ${String(seen)}`);
          },
        }),
    );
    for (const [host, at] of [
      ['a', 1],
      ['b', 2],
      ['a', 3],
    ] as const) {
      harness.processElement(beat(host), at);
    }
    expect(harness.output).toEqual([
      { value: 'a a 1', timestamp: 1 },
      { value: 'b b 1', timestamp: 2 },
      { value: 'a a 2', timestamp: 3 },
      { value: 'a a 2', timestamp: 3 },
    ]);
  });

  it('C3: what a call sends beside its main output beyond its credit waits, and the watermark behind it', async () => {
    const copies = outputTag<number>('copies');
    const [stuck, out] = [stuckSink<number>({ bufferRecordsMax: 5 }), collectSink<number>()];
    const job = defineJob('copies', (env) => {
      const copied = env
        .fromSource(fromSequence(1, 1_000), { uid: 'in' })
        .keyBy((n) => n)
        .process(
          {
            processElement: (n, { output }, main: Collector<number>) => {
              for (let i = 0; i < 20; i++) output(copies, n);
              main.collect(n);
            },
          },
          { uid: 'copy' },
        );
      copied.getSideOutput(copies).sinkTo(stuck);
      copied.sinkTo(out);
    });
    const limits = { channelRecords: 8, runRecordsMax: 4, parkedRecordsMax: 20 };
    await simulate(job, {
      limits,
      during: ({ handle, clock }) => {
        clock.after(100, () => void handle.cancel());
      },
    });
    // 13 copies have room, in the sink and before it; the calls that made more wait.
    expect(out.values).toEqual([1]);
    const narrow = simulate(job, { limits: { ...limits, parkedRecordsMax: 3 } });
    await expect(narrow).rejects.toMatchObject({ code: 'FAN_OUT_EXCEEDED', operator: 'copy' });
  });

  it('T1: the watermark waits behind what a timer emitted beyond the credit', () => {
    const thrice = (stream: Stream<number>): Stream<string> =>
      stream
        .keyBy(() => 'k')
        .process({
          processElement: (time, { timers }, _out: Collector<string>) => {
            timers.registerEventTimeTimer(time);
          },
          onTimer: (time, _context, out) => {
            for (const part of ['a', 'b', 'c']) out.collect(`${String(time)}${part}`);
          },
        });
    const harness = operatorHarness(thrice, { outputCredit: 1 });
    harness.processElement(10);
    harness.processWatermark(10);
    expect(harness.output).toEqual([{ value: '10a', timestamp: 10 }]);
    harness.grantOutputCredit(9);
    expect(harness.output.slice(1)).toEqual([
      { value: '10b', timestamp: 10 },
      { value: '10c', timestamp: 10 },
      { watermark: 10 },
    ]);
  });

  it('E1: refuses a promise, and a collector that is used after its call', async () => {
    const job = (process: KeyedProcessFunction<number, number, number>) =>
      defineJob('late', (env) => {
        env
          .fromSource(fromArray([1, 2]), { uid: 'in' })
          .keyBy((n) => n)
          .process(process, { uid: 'late' })
          .sinkTo(collectSink<number>());
      });
    const promising = { processElement: (() => Promise.resolve()) as () => void };
    const answered = simulate(job(promising));
    await expect(answered).rejects.toMatchObject({ code: 'PROMISE_ANSWERED', operator: 'late' });
    let kept: Collector<number> | undefined;
    const keeping = {
      processElement: (n: number, _: unknown, out: Collector<number>) => {
        kept ??= out;
        if (n === 2) queueMicrotask(() => undefined);
      },
    };
    await simulate(job(keeping));
    expect(() => {
      kept!.collect(3);
    }).toThrow(expect.objectContaining({ code: 'CONTEXT_AFTER_CALL' }) as Error);
  });

  it('refuses a timer at no time, with the operator and the key', async () => {
    const job = defineJob('never', (env) => {
      env
        .fromSource(fromArray(['x']), { uid: 'in' })
        .keyBy((word) => word)
        .process(
          {
            processElement: (_word, { timers }, _out: Collector<string>) => {
              timers.registerEventTimeTimer(Number.NaN);
            },
          },
          { uid: 'never' },
        )
        .sinkTo(collectSink<string>());
    });
    await expect(simulate(job)).rejects.toMatchObject({
      code: 'TIMESTAMP_INVALID',
      operator: 'never',
    });
  });
});
