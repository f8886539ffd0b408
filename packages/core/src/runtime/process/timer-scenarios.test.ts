/** Timers by the public checklist, S26 to S40: through a harness, or a simulated job. */
import { collectSink, operatorHarness, simulate, type OperatorHarness } from '@millrace/testing';
import {
  boundedOutOfOrderness,
  continuousProcessingTimeTrigger,
  defineJob,
  fromArray,
  MAX_TIMESTAMP,
  tumbling,
  valueState,
  type Collector,
  type KeyedProcessContext,
  type PendingTimersAtEnd,
  type Stream,
} from '../../index.js';

type NoState = Record<never, never>;
type Context = KeyedProcessContext<string, NoState>;
/** What a record does: it is the key, and what is asked for it. */
type Wish = readonly [key: string, act: (context: Context) => void];

const at =
  (...times: readonly number[]) =>
  (context: Context): void => {
    for (const time of times) context.timers.registerEventTimeTimer(time);
  };

const atClock =
  (...times: readonly number[]) =>
  (context: Context): void => {
    for (const time of times) context.timers.registerProcessingTimeTimer(time);
  };

interface Fires {
  readonly onTimer?: (time: number, context: Context) => void;
  readonly pendingTimersAtEnd?: PendingTimersAtEnd;
}

/** Each record does what it wishes; each timer says its key and its time. */
const wishing =
  ({ onTimer, pendingTimersAtEnd = 'fire' }: Fires = {}) =>
  (wishes: Stream<Wish>): Stream<string> =>
    wishes
      .keyBy(([key]) => key)
      .process(
        {
          pendingTimersAtEnd,
          processElement: ([key, act], context, out: Collector<string>) => {
            act(context);
            out.collect(`${key}!`);
          },
          onTimer: (time, context, out) => {
            const domain = context.timeDomain === 'processing-time' ? 'p' : '';
            out.collect(`${context.key}${domain}${String(time)}`);
            onTimer?.(time, context);
          },
        },
        { uid: 'timers' },
      );

const harnessOf = (wishes: readonly Wish[], fires?: Fires): OperatorHarness<Wish, string> => {
  const harness = operatorHarness(wishing(fires));
  for (const wish of wishes) harness.processElement(wish);
  return harness;
};

/** What came out since the last look, without the records' own. */
const looks = ({ values }: { readonly values: readonly string[] }, from = 0): readonly string[] =>
  values.slice(from).filter((text) => !text.endsWith('!'));

describe('event-time timers', () => {
  it('S26: T5: a timer that is registered twice fires once', () => {
    const harness = harnessOf([
      ['k', at(10, 10)],
      ['k', at(10)],
    ]);
    harness.processWatermark(10);
    expect(looks(harness)).toEqual(['k10']);
  });

  it('S27: T5: timers of one time fire in the order in which they were registered, in every run', () => {
    const harness = harnessOf([
      ['b', at(10)],
      ['a', at(10)],
      ['c', at(5)],
    ]);
    harness.processWatermark(10);
    expect(looks(harness)).toEqual(['c5', 'b10', 'a10']);
  });

  it('S28: T5: timers fire in ascending time, those that the watermark has come to', () => {
    const harness = harnessOf([['k', at(30, 10, 20)]]);
    harness.processWatermark(25);
    expect(looks(harness)).toEqual(['k10', 'k20']);
    harness.processWatermark(30);
    expect(looks(harness)).toEqual(['k10', 'k20', 'k30']);
  });

  it('S29: a timer that is registered by one for a time that has come fires in the same advance', () => {
    const onTimer = (time: number, context: Context): void => {
      if (time === 10) at(20, 40)(context);
    };
    const harness = harnessOf([['k', at(10)]], { onTimer });
    harness.processWatermark(25);
    expect(harness.output.slice(1).map((e) => ('value' in e ? e.value : e))).toEqual([
      'k10',
      'k20',
      { watermark: 25 },
    ]);
    harness.processWatermark(40);
    expect(looks(harness)).toEqual(['k10', 'k20', 'k40']);
  });

  it('S30: T5: a timer that is registered in the past waits for the next watermark', () => {
    const harness = operatorHarness(wishing());
    harness.processWatermark(100);
    harness.processElement(['k', at(50)]);
    expect(looks(harness)).toEqual([]);
    harness.processWatermark(101);
    expect(looks(harness)).toEqual(['k50']);
  });

  it('S31: a timer that another one deletes does not fire', () => {
    const onTimer = (time: number, { timers }: Context): void => {
      if (time === 10) timers.deleteEventTimeTimer(20);
    };
    const harness = harnessOf([['k', at(10, 20, 30)]], { onTimer });
    harness.processWatermark(25);
    harness.processWatermark(35);
    expect(looks(harness)).toEqual(['k10', 'k30']);
  });

  it('S33: a timer at the end of time fires once, with the last watermark', () => {
    const harness = harnessOf([['k', at(MAX_TIMESTAMP)]]);
    harness.processWatermark(MAX_TIMESTAMP - 1);
    expect(looks(harness)).toEqual([]);
    harness.endInput();
    expect(looks(harness)).toEqual([`k${String(MAX_TIMESTAMP)}`]);
  });

  // Flink would spin.
  it('S34: T5: a timer that registers itself again for ever comes to an end with time', () => {
    const onTimer = (time: number, context: Context): void => at(time + 1_000)(context);
    const harness = harnessOf([['k', at(1_000)]], { onTimer });
    harness.processWatermark(3_000);
    expect(looks(harness)).toEqual(['k1000', 'k2000', 'k3000']);
    harness.endInput();
    expect(looks(harness)).toEqual(['k1000', 'k2000', 'k3000', 'k4000']);
    expect(harness.output.at(-1)).toEqual({ watermark: MAX_TIMESTAMP });
  });
});

describe('processing-time timers', () => {
  it('S32: T5: a timer at T fires when the clock has passed T, behind what comes at T itself', () => {
    const harness = harnessOf([['k', atClock(1_000)]]);
    harness.setProcessingTime(1_000);
    expect(looks(harness)).toEqual([]);
    harness.processElement(['k', () => undefined]);
    harness.setProcessingTime(1_001);
    expect(harness.values).toEqual(['k!', 'k!', 'kp1000']);
    // The clock says nothing about event time.
    expect(harness.output.at(-1)).not.toHaveProperty('timestamp', 1_000);
  });

  // Flink drops them. "Wait" is not offered: a bounded job would take as long as its timers are late.
  it('S35: pending timers fire in order at the end of the input, before the last watermark, or are dropped', () => {
    const wishes: Wish[] = [
      ['k', atClock(3_000, 1_000)],
      ['k', at(50)],
    ];
    const fire = harnessOf(wishes);
    fire.endInput();
    expect(fire.output.slice(2).map((e) => ('value' in e ? e.value : e))).toEqual([
      'k50',
      'kp1000',
      'kp3000',
      { watermark: MAX_TIMESTAMP },
    ]);
    const drop = harnessOf(wishes, { pendingTimersAtEnd: 'drop' });
    drop.endInput();
    expect(looks(drop)).toEqual(['k50']);
    drop.setProcessingTime(5_000);
    expect(looks(drop)).toEqual(['k50']);
  });

  it('S36: what the clock has passed while nothing ran fires after a restore, ascending, before any record', () => {
    const before = harnessOf([['k', atClock(300, 100, 200)]]);
    const restored = before.restore({ ...before.snapshot(), processingTime: 1_000 });
    restored.processElement(['k', () => undefined]);
    expect(restored.values).toEqual(['kp100', 'kp200', 'kp300', 'k!']);
  });

  it('S40: timers of one number in both domains are two', () => {
    const harness = harnessOf([
      ['k', at(100)],
      ['k', atClock(100)],
    ]);
    harness.processWatermark(100);
    expect(looks(harness)).toEqual(['k100']);
    harness.setProcessingTime(101);
    expect(looks(harness)).toEqual(['k100', 'kp100']);
  });
});

// Fewer than the million of S37, since these are restored as well.
const MANY = 100_000;

/** One record sets so many timers of its key. */
const many = (count: number) => (stream: Stream<number>) =>
  stream
    .keyBy(() => 'k')
    .process(
      {
        processElement: (_n, { timers }, _out: Collector<number>) => {
          for (let time = 1; time <= count; time++) timers.registerEventTimeTimer(time);
        },
        onTimer: (time, _, out) => out.collect(time),
      },
      { uid: 'many' },
    );

describe('many timers', () => {
  it('S37, E4, T1: of a million that are due at one watermark, a snapshot comes between, the watermark last', () => {
    const harness = operatorHarness(many(1_000_000), { outputCredit: 5_000 });
    harness.processElement(0);
    harness.processWatermark(1_000_000);
    expect(harness.values).toHaveLength(5_000);
    expect(harness.metrics()['many']!['numFiredTimers']).toBeLessThan(6_100);
    const { keyed } = harness.snapshot().execution.operators.get('many')![0]!;
    expect(keyed.size).toBe(1);
    harness.grantOutputCredit(Number.MAX_SAFE_INTEGER);
    expect(harness.values).toHaveLength(1_000_000);
    expect(harness.values.every((time, at) => time === at + 1)).toBe(true);
    expect(harness.output.findIndex((element) => !('value' in element))).toBe(1_000_000);
    expect(harness.output.at(-1)).toEqual({ watermark: 1_000_000 });
    // A million of anything takes its time on a busy machine.
  }, 180_000);

  it('K2: timers that were due when a snapshot came fire behind it, once, and the watermark last', () => {
    const harness = operatorHarness(many(MANY), { outputCredit: 5_000 });
    harness.processElement(0);
    harness.processWatermark(MANY);
    const restored = harness.restore(harness.snapshot(), { outputCredit: Number.MAX_SAFE_INTEGER });
    expect(restored.values).toHaveLength(MANY - 5_000);
    expect(restored.values[0]).toBe(5_001);
    expect(restored.output.at(-1)).toEqual({ watermark: MANY });
    const marks = [harness, restored].flatMap(({ output }) =>
      output.filter((e) => !('value' in e)),
    );
    expect(marks).toEqual([{ watermark: MANY }]);
  });

  it('S37, E4: a step fires no more than timersPerStepMax, so that a checkpoint, a stop and other tasks are heard', async () => {
    const out = collectSink<number>();
    const job = defineJob('many', (env) => {
      many(10_000)(env.fromSource(fromArray([0]), { uid: 'in' })).sinkTo(out);
    });
    const { steps } = await simulate(job, { limits: { timersPerStepMax: 10 } });
    expect(out.values).toHaveLength(10_000);
    expect(steps).toBeGreaterThan(1_000);
  });

  it('S38: what has not fired when the job is cancelled does not fire', async () => {
    let fired = 0;
    let cancel: () => void = () => undefined;
    const job = defineJob('cancelled', (env) => {
      env
        .fromSource(fromArray([0]), { uid: 'in' })
        .keyBy(() => 'k')
        .process({
          processElement: (_n, { timers }, _out: Collector<number>) => {
            for (let time = 1; time <= 1_000; time++) timers.registerEventTimeTimer(time);
          },
          onTimer: () => {
            fired += 1;
            if (fired === 100) cancel();
          },
        })
        .sinkTo(collectSink<number>());
    });
    const { result } = await simulate(job, {
      limits: { timersPerStepMax: 10 },
      stepsPerTurnMax: 2,
      during: ({ handle }) => {
        cancel = () => void handle.cancel();
      },
    });
    expect(result.ended).toBe('cancelled');
    expect(fired).toBeGreaterThanOrEqual(100);
    expect(fired).toBeLessThanOrEqual(120);
  });

  it('S39: a timer sees the state of its key, whatever record came last', () => {
    const harness = operatorHarness((stream: Stream<readonly [string, number]>) =>
      stream
        .keyBy(([key]) => key)
        .process({
          state: { last: valueState<number>() },
          processElement: ([, n], { state, timers }, _out: Collector<string>) => {
            state.last.update(n);
            timers.registerEventTimeTimer(10);
          },
          onTimer: (_time, { key, state }, out) => {
            out.collect(`${key} ${String(state.last.value())}`);
          },
        }),
    );
    harness.processElement(['a', 1]);
    harness.processElement(['b', 2]);
    harness.processWatermark(10);
    expect(harness.values).toEqual(['a 1', 'b 2']);
  });
});

describe('FC-C23: timers at and after the end', () => {
  it('FC-C23: a timer of 30 s fires before the end is announced when the input ends at 10 s, or not at all', () => {
    const wishes: Wish[] = [
      ['a', atClock(30_000)],
      ['b', atClock(30_000)],
    ];
    const fire = harnessOf(wishes);
    fire.setProcessingTime(10_000);
    fire.endInput();
    expect(fire.output.slice(2).map((e) => ('value' in e ? e.value : e))).toEqual([
      'ap30000',
      'bp30000',
      { watermark: MAX_TIMESTAMP },
    ]);
    const ended = fire.output.length;
    fire.setProcessingTime(60_000);
    expect(fire.output).toHaveLength(ended);
  });

  it('FC-C23: no timer fires for a window that has been closed and cleaned up', async () => {
    const out = collectSink<number>();
    const job = defineJob('closed', (env) => {
      env
        .fromSource(fromArray([1, 2, 15]), {
          uid: 'in',
          watermarks: boundedOutOfOrderness<number>(0, (n) => n),
        })
        .keyBy(() => 'k')
        .window(tumbling(10))
        .trigger(continuousProcessingTimeTrigger(30_000))
        .reduce((sum, n) => sum + n)
        .map(({ value }) => value)
        .sinkTo(out);
    });
    const { endedAt } = await simulate(job);
    expect(endedAt).toBe(0);
    // Each window has closed by event time; the timers of processing time behind that find none.
    expect(out.values).toEqual([3, 15]);
  });
});
