/** T1, T4, T5 and the scenarios of tumbling windows: watermarks in, windows and watermarks out. */
import { VirtualClock } from '@millrace/testing';
import fc from 'fast-check';
import { tumbling, type AggregateFunction } from '../../index.js';
import type { Key } from '../../model/key.js';
import { appendRecord, createRun } from '../../model/run.js';
import { MAX_TIMESTAMP, MIN_TIMESTAMP } from '../../model/time.js';
import type { WindowResult } from '../../model/window.js';
import { heapState } from '../../state/heap-state.js';
import { RecordErrors } from '../operator/record-errors.js';
import type { Output } from '../operator/operator.js';
import { createWindowOperator } from './window-operator.js';

interface Reading {
  readonly key: Key;
  readonly at: number;
}

/** What came out, in order: `wm 5`, or `a [0,5) 2 @4`: key, window, count, timestamp. */
class Recorded implements Output<unknown> {
  readonly lines: string[] = [];
  room = Number.POSITIVE_INFINITY;

  credit(): number {
    return this.room;
  }

  emit(run: { values: unknown[]; timestamps: Float64Array; length: number }): void {
    this.room -= run.length;
    for (let i = 0; i < run.length; i++) {
      this.lines.push(textOf(run.values[i], run.timestamps[i]!));
    }
  }

  accepting(): boolean {
    return true;
  }

  emitWatermarkStatus(): void {
    // A window holds none.
  }

  emitWatermark(timestamp: number): void {
    this.lines.push(`wm ${String(timestamp)}`);
  }
}

function textOf(value: unknown, timestamp: number): string {
  if (typeof value !== 'object') return `${String(value)} @${String(timestamp)}`;
  const { key, window, value: result } = value as WindowResult<Key, unknown>;
  const place = `[${String(window.start)},${String(window.end)})`;
  return `${String(key)} ${place} ${String(result)} @${String(timestamp)}`;
}

const counting: AggregateFunction<unknown, unknown, unknown> = {
  createAccumulator: () => 0,
  add: (n) => (n as number) + 1,
  getResult: (n) => n,
};

/** A window operator in the hand. */
class WindowInHand {
  readonly out = new Recorded();
  readonly operator: ReturnType<typeof createWindowOperator>;

  constructor(sizeMs: number, limits = { runRecordsMax: 8, timersPerStepMax: 8 }) {
    const spec = {
      kind: 'window' as const,
      name: 'count',
      keysOf: [(value: unknown) => (value as Reading).key],
      assigner: tumbling(sizeMs),
      trigger: undefined,
      evictor: undefined,
      allowedLatenessMs: 0,
      contents: { kind: 'aggregate' as const, aggregate: counting },
      apply: undefined,
      late: [undefined],
    };
    const errors = new RecordErrors({ operator: 'count', policy: 'fail', side: undefined });
    const state = heapState();
    this.operator = createWindowOperator({
      spec,
      state,
      errors,
      limits: { ...limits, parkedRecordsMax: 8 },
      clock: new VirtualClock(),
      post: () => undefined,
      sides: new Map(),
    });
    this.operator.open(this.out);
  }

  records(...readings: [key: Key, at: number][]): this {
    const run = createRun<unknown>(readings.length);
    for (const [key, at] of readings) appendRecord(run, { key, at }, at);
    this.operator.onRun(run);
    return this;
  }

  watermark(timestamp: number): this {
    this.operator.onWatermark(timestamp);
    while (this.operator.pending()) if (!this.operator.resume()) return this;
    return this;
  }

  metric(name: string): number | undefined {
    return this.operator.metrics()[name];
  }

  get lines(): string[] {
    return this.out.lines;
  }
}

describe('tumbling windows', () => {
  it('4 is in [0,5) and 5 in [5,10); the watermark 4 fires the first, at 4', () => {
    const window = new WindowInHand(5).records(['a', 4], ['a', 5], ['a', 0]).watermark(3);
    expect(window.lines).toEqual(['wm 3']);
    window.watermark(4);
    expect(window.lines.slice(1)).toEqual(['a [0,5) 2 @4', 'wm 4']);
  });

  it('-1 is in [-5,0)', () => {
    const window = new WindowInHand(5).records(['a', -1], ['a', -5], ['a', -6]).watermark(-1);
    expect(window.lines).toEqual(['a [-10,-5) 1 @-6', 'a [-5,0) 2 @-1', 'wm -1']);
  });

  it('T4: a record of a window that has fired is late: dropped and counted', () => {
    const window = new WindowInHand(5).records(['a', 3]).watermark(4).records(['a', 3], ['b', 4]);
    window.watermark(MAX_TIMESTAMP);
    expect(window.metric('numLateRecordsDropped')).toBe(2);
    expect(window.lines.filter((line) => !line.startsWith('wm'))).toEqual(['a [0,5) 1 @4']);
  });

  it('T4: a record at or before the watermark is not late while its window is open', () => {
    const window = new WindowInHand(10).records(['a', 5]).watermark(3).records(['a', 3], ['a', 0]);
    window.watermark(9);
    expect(window.metric('numLateRecordsDropped')).toBe(0);
    expect(window.lines.at(-2)).toBe('a [0,10) 3 @9');
  });

  it('a window without records gives nothing', () => {
    const window = new WindowInHand(5).records(['a', 1], ['a', 21]).watermark(100);
    expect(window.lines).toEqual(['a [0,5) 1 @4', 'a [20,25) 1 @24', 'wm 100']);
  });

  it('an inner result lands in the outer window, which fires at the same watermark', () => {
    const inner = new WindowInHand(5).records(['a', 1], ['b', 2]);
    const outer = new WindowInHand(5);
    inner.watermark(4);
    for (const line of inner.lines.slice(0, -1)) outer.records(['all', Number(line.split('@')[1])]);
    outer.watermark(4);
    expect(outer.lines).toEqual(['all [0,5) 2 @4', 'wm 4']);
  });

  it('T1: results of every window that fires come before the watermark that fired them', () => {
    const window = new WindowInHand(10).records(['a', 75], ['a', 45], ['a', 105]).watermark(100);
    expect(window.lines).toEqual(['a [40,50) 1 @49', 'a [70,80) 1 @79', 'wm 100']);
  });

  it('T5: fire by time, then in the order in which they opened, once for each key', () => {
    const window = new WindowInHand(10).records(['z', 15], ['m', 5], ['z', 5], ['a', 5], ['m', 6]);
    window.watermark(20);
    expect(window.lines).toEqual([
      'm [0,10) 2 @9',
      'z [0,10) 1 @9',
      'a [0,10) 1 @9',
      'z [10,20) 1 @19',
      'wm 20',
    ]);
  });

  it('C3 T1: without credit the rest waits, and the watermark behind it', () => {
    const window = new WindowInHand(10).records(['a', 1], ['b', 2], ['c', 3]);
    window.out.room = 2;
    window.watermark(9);
    expect(window.lines).toEqual(['a [0,10) 1 @9', 'b [0,10) 1 @9']);
    expect(window.operator.pending()).toBe(true);
    expect(window.operator.resume()).toBe(false);
    window.out.room = 1;
    expect(window.operator.resume()).toBe(true);
    expect(window.lines.slice(2)).toEqual(['c [0,10) 1 @9', 'wm 9']);
    expect(window.operator.pending()).toBe(false);
  });

  it('E4: a step fires a bounded number of timers', () => {
    const window = new WindowInHand(10, { runRecordsMax: 100, timersPerStepMax: 3 });
    window.records(...Array.from({ length: 10 }, (_, n): [Key, number] => [n, 1]));
    window.operator.onWatermark(9);
    expect(window.lines).toHaveLength(3);
    window.operator.resume();
    expect(window.lines).toHaveLength(6);
  });

  it('a watermark that fires nothing needs no credit', () => {
    const window = new WindowInHand(10).records(['a', 50]);
    window.out.room = 0;
    window.watermark(9);
    expect(window.lines).toEqual(['wm 9']);
  });

  it('T1: count every record once, or as late, in any order and with any watermarks', () => {
    const reading = fc.tuple(fc.constantFrom('a', 'b', 1), fc.integer({ min: -20, max: 60 }));
    const step = fc.oneof(fc.array(reading, { maxLength: 5 }), fc.integer({ min: -20, max: 60 }));
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 30 }),
        fc.integer({ min: 1, max: 17 }),
        (script, size) => {
          const window = new WindowInHand(size);
          let now = MIN_TIMESTAMP;
          let records = 0;
          let late = 0;
          for (const what of script) {
            if (typeof what === 'number') {
              window.watermark((now = Math.max(now, what)));
              continue;
            }
            records += what.length;
            late += what.filter(([, at]) => Math.floor(at / size) * size + size - 1 <= now).length;
            window.records(...what);
          }
          window.watermark(MAX_TIMESTAMP);
          const results = window.lines.filter((line) => !line.startsWith('wm'));
          const counted = results.reduce((sum, line) => sum + Number(line.split(' ')[2]), 0);
          expect(window.metric('numLateRecordsDropped')).toBe(late);
          expect(counted + late).toBe(records);
          expect(new Set(results).size).toBe(results.length);
          expect(window.metric('numOpenWindows')).toBe(0);
        },
      ),
    );
  });

  it('fires what lies at the end of time', () => {
    const window = new WindowInHand(1_000).records(['a', MAX_TIMESTAMP - 1]);
    window.watermark(MAX_TIMESTAMP);
    expect(window.lines).toHaveLength(2);
  });

  it('refuses a record without a timestamp, and says what to do', () => {
    const window = new WindowInHand(10);
    expect(() => window.records(['a', MIN_TIMESTAMP])).toThrow(
      /count .*record without a timestamp; give its source watermarks/,
    );
  });
});
