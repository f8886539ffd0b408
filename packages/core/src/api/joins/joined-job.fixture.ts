/**
 * Owns: a job of one operator of two keyed streams under a script that says what comes by which of them.
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
  type KeyedStream,
  type OutputTag,
  type Stream,
} from '../../index.js';
import { watermarks, type Reading } from '../../runtime/window/windowed-job.fixture.js';
import type { Step } from '../../runtime/window/window-oracle.fixture.js';

/** A step of either side; one without a key is a watermark of both. */
export interface SidedStep extends Step {
  readonly side: 'left' | 'right';
}

type Keyed = KeyedStream<string, Reading>;

export interface Joined {
  /** For each step what came out at it, as text with its timestamp; the last is the end of the input. */
  readonly out: readonly (readonly string[])[];
  readonly lateLeft: readonly number[];
  readonly lateRight: readonly number[];
  readonly metrics: Readonly<Record<string, number>>;
}

export interface JoinedOptions extends SimulationOptions {
  readonly late?: 'read' | 'unread';
}

export const leftLate = outputTag<Reading>('late left');
export const rightLate = outputTag<Reading>('late right');

/** A millisecond after each step, so that it is seen what came out at which. Amounts are step numbers. */
function linesOf(script: readonly SidedStep[], own: SidedStep['side']): ScriptLine<Reading>[] {
  return script.flatMap(({ at, key, side }, amount): ScriptLine<Reading>[] => {
    if (key === undefined) return [records<Reading>({ at, amount }), gap(1)];
    return side === own ? [records<Reading>({ key, at, amount }), gap(1)] : [gap(1)];
  });
}

/** Runs a script through `describe`, whose operator has the uid `joined`. */
export async function joined(
  script: readonly SidedStep[],
  describe: (left: Keyed, right: Keyed) => Stream<string>,
  { late = 'unread', ...options }: JoinedOptions = {},
): Promise<Joined> {
  const { clock = new VirtualClock() } = options;
  const begin = clock.now();
  const out: string[][] = Array.from({ length: script.length + 1 }, () => []);
  const [lateLeft, lateRight]: [number[], number[]] = [[], []];
  const job = defineJob('joined', (env) => {
    const side = (own: SidedStep['side']): Keyed =>
      env
        .fromSource(scriptedSource(linesOf(script, own)), { uid: own, watermarks })
        .filter(({ key }) => key !== undefined)
        .keyBy(({ key }) => key!);
    const results = describe(side('left'), side('right'));
    results.sinkTo(
      forEachSink((text, timestamp) => {
        out[clock.now() - begin]!.push(`${text} @${String(timestamp)}`);
      }),
    );
    if (late === 'unread') return;
    const reading = (tag: OutputTag<Reading>, into: number[]): void => {
      results.getSideOutput(tag).sinkTo(forEachSink(({ amount }) => into.push(amount)));
    };
    reading(leftLate, lateLeft);
    reading(rightLate, lateRight);
  });
  const { metrics } = await simulate(job, { ...options, clock });
  return { out, lateLeft, lateRight, metrics: metrics.operators['joined'] ?? {} };
}
