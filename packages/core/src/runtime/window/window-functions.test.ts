/** Window functions, and what building a job says of windows that cannot be. */
import {
  countTrigger,
  outputTag,
  session,
  sliding,
  tumbling,
  type Trigger,
  type WindowedStream,
} from '../../index.js';
import type { Collector } from '../../model/process-function.js';
import type { ValueStateDeclaration } from '../../model/state-declaration.js';
import { el, listing, merging, then, windowed, wm, type Reading } from './windowed-job.fixture.js';

const uid = 'windows';
const gone: unknown[] = [];

describe('window functions', () => {
  it('get all elements, the key, the window and the times, and emit what they like', async () => {
    const script = [el(1), el(3, 'l'), el(2), wm(4), then];
    const { out } = await windowed(script, (s) =>
      s.window(tumbling(5)).process((elements, context, out) => {
        const { key, window } = context;
        for (const { at } of elements) out.collect(`${key} ${String(at)}`);
        out.collect(`${String(window.end)} at ${String(context.currentWatermark())}`);
        out.collect(`clock ${String(context.currentProcessingTime())}`);
      }),
    );
    expect(out[0]).toEqual([
      'k 1 @4',
      'k 2 @4',
      '5 at 4 @4',
      'clock 0 @4',
      'l 3 @4',
      '5 at 4 @4',
      'clock 0 @4',
    ]);
  });

  it('get the result of an aggregate, by panes too, or what a reduction has made', async () => {
    const script = [el(1), el(2), el(6)];
    for (const aggregate of [listing, merging]) {
      const { out } = await windowed(script, (s) =>
        s.window(sliding(10, 5)).aggregate(aggregate, (listed, { window }, out) => {
          out.collect(`${String(window.start)}: ${listed}`);
        }),
      );
      expect(out.flat()).toEqual(['-5: 1,2 @4', '0: 1,2,6 @9', '5: 6 @14']);
    }
    const { out } = await windowed(script, (s) =>
      s.window(tumbling(5)).reduce(
        (one, other) => ({ ...one, amount: one.amount + other.amount }),
        ({ amount }, { window }, out) => {
          out.collect(`${String(window.start)}: ${String(amount)}`);
        },
      ),
    );
    expect(out.flat()).toEqual(['0: 3 @4', '5: 6 @9']);
  });

  it('send to side outputs, which take the timestamp of the results', async () => {
    const big = outputTag<Reading>('late');
    const { out, late } = await windowed(
      [el(1), el(2)],
      (s) =>
        s.window(tumbling(5)).process(
          (elements, context, out) => {
            for (const element of elements) {
              if (element.at > 1) context.output(big, element);
              else out.collect(element.at);
            }
          },
          { uid },
        ),
      { lateTag: big },
    );
    expect(out.flat()).toEqual(['1 @4']);
    expect(late).toEqual([2]);
  });

  it('W8: are told when a window goes, once, after its last firing', async () => {
    const heard: string[] = [];
    const script = [el(1), wm(4), then, el(2), wm(6), then];
    await windowed(script, (s) =>
      s
        .window(tumbling(5))
        .allowedLateness(2)
        .process<string, Record<never, never>, Record<never, never>>({
          process: (elements) => heard.push(`fires with ${String(elements.length)}`),
          clear: ({ key, window }) => heard.push(`${key} ${String(window.start)} goes`),
        }),
    );
    expect(heard).toEqual(['fires with 1', 'fires with 2', 'k 0 goes']);
  });

  it('W8: keep state for each window, which goes with it, and for each key', async () => {
    const counted = { kind: 'value', ttl: undefined } as ValueStateDeclaration<number>;
    const script = [el(1), wm(4), then, el(2), el(6), wm(9), then, wm(11), then];
    const { out, metrics } = await windowed(script, (s) =>
      s
        .window(tumbling(5))
        .allowedLateness(2)
        .process(
          {
            windowState: { firings: counted },
            globalState: { firings: counted },
            process: (elements, { windowState, globalState }, out: Collector<string>) => {
              const ofWindow = (windowState.firings.value() ?? 0) + 1;
              const ofKey = (globalState.firings.value() ?? 0) + 1;
              windowState.firings.update(ofWindow);
              globalState.firings.update(ofKey);
              out.collect(`${String(elements.length)}: ${String(ofWindow)} of ${String(ofKey)}`);
            },
            clear: ({ window, windowState, globalState }) => {
              gone.push([window.start, windowState.firings.value(), globalState.firings.value()]);
            },
          },
          { uid },
        ),
    );
    expect(out).toEqual([['1: 1 of 1 @4'], ['2: 2 of 2 @4', '1: 1 of 3 @9'], [], []]);
    expect(gone).toEqual([
      [0, 2, 2],
      [5, 1, 3],
    ]);
    expect(metrics.at(-1)).toMatchObject({ numOpenWindows: 0, numEventTimeTimers: 0 });
  });

  it('E6: fail the job by the name of the operator and the key', async () => {
    const failing = windowed([el(1)], (s) =>
      s.window(tumbling(5)).process(
        () => {
          throw new Error('no');
        },
        { uid },
      ),
    );
    await expect(failing).rejects.toMatchObject({ operator: uid, key: 'k' });
  });
});

type Windows = WindowedStream<string, Reading>;

describe('windows that cannot be', () => {
  const refused = async (describe: (windows: Windows) => unknown): Promise<unknown> =>
    windowed([], (s) => {
      describe(s.window(session(10)));
      return s.window(tumbling(5)).aggregate(listing);
    }).catch((error: unknown) => (error as { problems?: unknown }).problems);
  const problem = (code: string, message: RegExp): unknown =>
    expect.arrayContaining([
      expect.objectContaining({ code, operator: uid, message: expect.stringMatching(message) }),
    ]);

  it('S70: a trigger that cannot merge, on sessions', async () => {
    const { onMerge: _, ...deaf } = countTrigger(3);
    const trigger: Trigger<unknown, number> = deaf;
    expect(await refused((w) => w.trigger(trigger).aggregate(merging, { uid }))).toEqual(
      problem('TRIGGER_NOT_MERGING', /has the trigger count\(3\) on windows that merge/),
    );
  });

  it('S70, W8: state of each window, on sessions', async () => {
    const windowState = { seen: { kind: 'value', ttl: undefined } } as const;
    const apply = { windowState, process: () => undefined };
    expect(await refused((w) => w.process(apply, { uid }))).toEqual(
      problem('WINDOW_STATE_NOT_MERGING', /keeps the state "seen" for each window/),
    );
  });

  it('an aggregate without a merge, on sessions', async () => {
    expect(await refused((w) => w.aggregate(listing, { uid }))).toEqual(
      problem('AGGREGATE_NOT_MERGING', /its aggregate has no merge/),
    );
  });

  it.each([-1, Number.NaN, '5'])('a lateness of %p', async (lateness) => {
    expect(
      await refused((w) => w.allowedLateness(lateness as number).aggregate(merging, { uid })),
    ).toEqual(problem('LATENESS_INVALID', /cannot allow records to be/));
  });

  it.each([
    ['a tumbling window cannot be 0 ms long', () => tumbling(0)],
    ['a sliding window cannot be 1.5 ms long', () => sliding(1.5, 1)],
    ['a sliding window cannot slide by -1 ms', () => sliding(5, -1)],
    ['a session cannot have a gap of 0 ms', () => session(0)],
    ['a trigger cannot count to 0', () => countTrigger(0)],
  ])('%s', (message, make) => {
    expect(make).toThrow(
      expect.objectContaining({
        code: 'WINDOW_INVALID',
        message: expect.stringContaining(message) as string,
      }),
    );
  });

  it('a gap of a record that is none fails that record', async () => {
    const gaps = session<Reading>(({ amount }) => amount);
    const failing = windowed([el(1), el(2, 'k', 0)], (s) =>
      s.window(gaps).aggregate(merging, { uid }),
    );
    await expect(failing).rejects.toMatchObject({
      code: 'WINDOW_INVALID',
      operator: uid,
      key: 'k',
    });
    const { out } = await windowed([el(1, 'k', 3), el(4, 'k', 10), el(15)], (s) =>
      s.window(gaps).aggregate(merging),
    );
    expect(out.flat()).toEqual(['k [1,14) 3,10 @13', 'k [15,30) 15 @29']);
  });
});
