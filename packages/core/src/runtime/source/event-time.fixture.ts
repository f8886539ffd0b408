/**
 * Owns: jobs that show event time: records in by scripted sources, windows and watermarks out.
 * Refuses: to look inside; what a test sees, a user sees.
 */
import { collectSink, simulate, type SimulationOptions } from '@millrace/testing';
import {
  defineJob,
  tumbling,
  type JobHandle,
  type JobMetrics,
  type AnySource,
  type SourceOptions,
  type WatermarkStrategy,
  type WindowResult,
} from '../../index.js';

/** One record: a name, and when it happened. */
export interface Happening {
  readonly name: string;
  readonly at: number;
}

export const at = (...times: readonly number[]): Happening[] =>
  times.map((time) => ({ name: `t${String(time)}`, at: time }));

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
  readonly late: number | undefined;
  readonly metrics: JobMetrics;
  readonly endedAt: number;
}

export interface WatchOptions {
  readonly windowMs?: number;
  /** Moments at which the watermark is read. */
  readonly moments?: readonly number[];
  readonly simulation?: SimulationOptions;
  /** How many subtasks the windows have; one reads everything. */
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
  { windowMs = 10, moments = [], simulation = {}, during }: WatchOptions = {},
): Promise<Watched> {
  const out = collectSink<WindowResult<string, readonly string[]>>();
  const watermarks: (number | undefined)[] = [];
  const job = defineJob('watched', (env) => {
    const streams = sources.map(({ source, ...options }, n) =>
      env.fromSource(source, {
        uid: `in${String(n)}`,
        ...options,
      } satisfies SourceOptions<Happening>),
    );
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
        view.clock.after(moment, () => watermarks.push(watermarkOf(view.handle)));
      }
      during?.(view);
    },
  });
  const late = metrics.operators['windows']?.['numLateRecordsDropped'];
  return { windows: out.values.map(textOf), watermarks, late, metrics, endedAt };
}

function textOf({ window, value }: WindowResult<string, readonly string[]>): string {
  return `[${String(window.start)},${String(window.end)}) ${value.join(' ')}`;
}

export function watermarkOf(handle: JobHandle): number | undefined {
  return handle.metrics().operators['windows']?.['currentInputWatermark'];
}
