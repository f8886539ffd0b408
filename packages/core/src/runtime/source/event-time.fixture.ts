/**
 * Owns: jobs that show event time: records in by scripted sources, windows and watermarks out.
 * Refuses: to look inside; what a test sees, a user sees.
 */
import {
  collectSink,
  records,
  scriptedSource,
  silence,
  simulate,
  type SimulationOptions,
} from '@millrace/testing';
import {
  defineJob,
  punctuated,
  tumbling,
  type JobHandle,
  type JobMetrics,
  type AnySource,
  type SourceOptions,
  type OperatorMetrics,
  type Sink,
  type WatermarkOptions,
  type WatermarkStrategy,
  type WindowResult,
} from '../../index.js';

/** One record: a name, and when it happened. */
export interface Happening {
  readonly name: string;
  readonly at: number;
  /** What a `saying` strategy takes for the watermark behind it. */
  readonly says?: number;
}

export const at = (...times: readonly number[]): Happening[] =>
  times.map((time) => ({ name: `t${String(time)}`, at: time }));

/** A record of the end of time that says a watermark, and is in no window that a test looks at. */
export const says = (watermark: number): Happening => ({ name: 'wm', at: 1e15, says: watermark });

/** Time is what the records say, so that a script gives watermarks as a channel would. */
export const saying = (options: WatermarkOptions = {}): WatermarkStrategy<Happening> =>
  punctuated(timeOf, (happening: Happening) => happening.says, {
    futureMsMax: Infinity,
    ...options,
  });

export const timeOf = (happening: Happening): number => happening.at;

export interface TimedSource {
  readonly source: AnySource<Happening>;
  readonly watermarks: WatermarkStrategy<Happening>;
  readonly parallelism?: number;
}

export interface Watched {
  /** `[start,end) names`, in the order of firing. */
  readonly windows: readonly string[];
  /** By the moments that were asked for: the watermark of the windows' input. */
  readonly watermarks: readonly (number | undefined)[];
  /** By the moments that were asked for: how many records each source had given. */
  readonly reads: readonly (readonly number[])[];
  readonly late: number | undefined;
  readonly metrics: JobMetrics;
  readonly endedAt: number;
}

export interface WatchOptions {
  readonly windowMs?: number;
  /** Moments at which the watermark is read. */
  readonly moments?: readonly number[];
  readonly simulation?: SimulationOptions;
  /** What the sources feed beside the windows, and wait for. */
  readonly slow?: Sink<Happening>;
  readonly during?: SimulationOptions['during'];
}

const listing = {
  createAccumulator: (): readonly string[] => [],
  add: (names: readonly string[], { name }: Happening) => [...names, name],
  getResult: (names: readonly string[]) => names,
};

/** Windows over all sources together, and what their time was. */
export async function watch(
  sources: readonly TimedSource[],
  { windowMs = 10, moments = [], simulation = {}, slow, during }: WatchOptions = {},
): Promise<Watched> {
  const out = collectSink<WindowResult<string, readonly string[]>>();
  const watermarks: (number | undefined)[] = [];
  const reads: number[][] = [];
  const job = defineJob('watched', (env) => {
    const streams = sources.map(({ source, ...options }, n) =>
      env.fromSource(source, {
        uid: `in${String(n)}`,
        ...options,
      } satisfies SourceOptions<Happening>),
    );
    if (slow !== undefined) streams.forEach((stream) => stream.sinkTo(slow));
    const [first, ...others] = streams;
    (others.length === 0 ? first! : first!.union(...others))
      .keyBy(() => 'all')
      .window(tumbling(windowMs))
      .aggregate(listing, { uid: 'windows', parallelism: 1 })
      .sinkTo(out, { uid: 'out' });
  });
  const { metrics, endedAt } = await simulate(job, {
    ...simulation,
    during: (view) => {
      for (const moment of moments) {
        view.clock.after(moment, () => {
          watermarks.push(watermarkOf(view.handle));
          reads.push(Object.values(view.handle.metrics().sources).map(readOf));
        });
      }
      during?.(view);
    },
  });
  const late = metrics.operators['windows']?.['numLateRecordsDropped'];
  const windows = out.values.filter(({ value }) => value[0] !== 'wm').map(textOf);
  return { windows, watermarks, reads, late, metrics, endedAt };
}

function textOf({ window, value }: WindowResult<string, readonly string[]>): string {
  return `[${String(window.start)},${String(window.end)}) ${value.join(' ')}`;
}

const readOf = (metrics: OperatorMetrics): number => metrics['numRecordsOut']!;

export function watermarkOf(handle: JobHandle): number | undefined {
  return handle.metrics().operators['windows']?.['currentInputWatermark'];
}

/** Two sources as one stream, and what its time does to a window that also hears of the watermark 100. */
export async function collectedWindows(
  sources: readonly TimedSource[],
  { moments }: Pick<Required<WatchOptions>, 'moments'>,
): Promise<{ watermarks: unknown[]; idle: unknown[] }> {
  const [watermarks, idle]: unknown[][] = [[], []];
  const job = defineJob('idle together', (env) => {
    const [a, b] = sources.map(({ source, ...options }) => env.fromSource(source, options));
    const both = a!.union(b!).map((happening) => happening, { uid: 'both', parallelism: 1 });
    const hundred = env.fromSource(scriptedSource([records(says(100)), silence]), {
      watermarks: saying(),
    });
    both
      .union(hundred)
      .keyBy(() => 'all')
      .window(tumbling(10))
      .aggregate(listing, { uid: 'windows', parallelism: 1 })
      .sinkTo(collectSink());
  });
  await simulate(job, {
    during: ({ handle, clock }) => {
      for (const moment of moments) {
        clock.after(moment, () => {
          watermarks!.push(handle.metrics().operators['both']?.['currentOutputWatermark']);
          idle!.push(watermarkOf(handle));
        });
      }
      clock.after(Math.max(...moments) + 1, () => void handle.cancel());
    },
  });
  return { watermarks: watermarks!, idle: idle! };
}
