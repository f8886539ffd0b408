/**
 * Owns: a job of one window operator under a script: records, watermarks, waits.
 * Refuses: anything but the public API.
 */
import {
  VirtualClock,
  gap,
  records,
  scriptedSource,
  simulate,
  type ScriptLine,
  type SimulationOptions,
} from '@millrace/testing';
import {
  defineJob,
  forEachSink,
  outputTag,
  punctuated,
  type KeyedStream,
  type OutputTag,
  type Stream,
  type WindowResult,
} from '../../index.js';

/** A record; where it has no key it is a watermark. */
export interface Reading {
  readonly key?: string;
  readonly at: number;
  readonly amount: number;
}

/** A watermark at each reading that is one. */
export const watermarks = punctuated<Reading>(
  ({ at }) => at,
  ({ key, at }) => (key === undefined ? at : undefined),
);

export type Line = { readonly reading: Reading } | { readonly waitMs: number };

export const el = (at: number, key = 'k', amount = at): Line => ({ reading: { key, at, amount } });
export const wm = (at: number): Line => ({ reading: { at, amount: 0 } });
/** What comes out before it and after it is told apart. */
export const wait = (waitMs: number): Line => ({ waitMs });
export const then = wait(1);

export interface Windowed {
  /** What came out, by the waits between. The last has what came at the end of the input. */
  readonly out: readonly (readonly string[])[];
  readonly late: readonly number[];
  /** By the waits between: what the operator's metrics were at its end. */
  readonly metrics: readonly Readonly<Record<string, number>>[];
  readonly values: readonly unknown[];
}

export interface WindowedOptions extends SimulationOptions {
  readonly lateTag?: OutputTag<Reading>;
}

export const lateReadings = outputTag<Reading>('late');

/** Runs a script through the windows of `describe`, whose operator has the uid `windows`. */
export async function windowed<R>(
  script: readonly Line[],
  describe: (keyed: KeyedStream<string, Reading>) => Stream<R>,
  { lateTag, ...options }: WindowedOptions = {},
): Promise<Windowed> {
  const { clock = new VirtualClock() } = options;
  const waits = new Waits(script, clock);
  const [late, values]: [number[], unknown[]] = [[], []];
  const job = defineJob('windowed', (env) => {
    const readings = env
      .fromSource(scriptedSource(script.map(scriptLine)), { watermarks })
      .filter(({ key }) => key !== undefined);
    const results = describe(readings.keyBy(({ key }) => key!));
    if (lateTag !== undefined) {
      results.getSideOutput(lateTag).sinkTo(forEachSink(({ at }) => late.push(at)));
    }
    results.sinkTo(
      forEachSink((value, timestamp) => {
        values.push(value);
        waits.out(textOf(value, timestamp));
      }),
    );
  });
  const metrics: Readonly<Record<string, number>>[] = [];
  const simulated = await simulate(job, {
    ...options,
    clock,
    during: (view) => {
      for (const end of waits.ends) {
        clock.after(end, () => metrics.push(view.handle.metrics().operators['windows'] ?? {}));
      }
      options.during?.(view);
    },
  });
  metrics.push(simulated.metrics.operators['windows'] ?? {});
  return { out: waits.groups, late, metrics, values };
}

function scriptLine(line: Line): ScriptLine<Reading> {
  return 'waitMs' in line ? gap(line.waitMs) : records(line.reading);
}

function textOf(value: unknown, timestamp: number): string {
  if (typeof value !== 'object' || value === null || !('window' in value)) {
    return `${String(value)} @${String(timestamp)}`;
  }
  const { key, window, value: result } = value as WindowResult<string, unknown>;
  const place = `[${String(window.start)},${String(window.end)})`;
  return `${key} ${place} ${String(result)} @${String(timestamp)}`;
}

/** Tells by the clock between which waits something came out. */
class Waits {
  readonly ends: readonly number[];
  readonly groups: string[][];
  readonly #clock: VirtualClock;
  readonly #begin: number;

  constructor(script: readonly Line[], clock: VirtualClock) {
    let passed = 0;
    this.ends = script.flatMap((line) => ('waitMs' in line ? [(passed += line.waitMs)] : []));
    this.groups = Array.from({ length: this.ends.length + 1 }, () => []);
    this.#clock = clock;
    this.#begin = clock.now();
  }

  out(text: string): void {
    const now = this.#clock.now() - this.#begin;
    this.groups[this.ends.filter((end) => end <= now).length]!.push(text);
  }
}

/** Lists amounts, so that what a window holds is seen. */
export const listing = {
  createAccumulator: (): number[] => [],
  add: (listed: number[], { amount }: Reading): number[] => {
    listed.push(amount);
    return listed;
  },
  getResult: (listed: number[]): string => listed.join(','),
};

/** With a merge that changes its left argument. */
export const merging = {
  ...listing,
  merge: (left: number[], right: number[]): number[] => {
    for (const amount of right) left.push(amount);
    return left;
  },
};
