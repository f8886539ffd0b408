import fc from 'fast-check';
import { createRun, appendRecord, type Run } from '../../model/run.js';
import type { TimeDomain } from '../../model/process-function.js';
import type { KeyTable } from '../../model/state.js';
import { MAX_TIMESTAMP } from '../../model/time.js';
import { heapState } from '../../state/heap-state.js';
import type { Timer } from '../timer/timer-queue.js';
import { ElementOperator } from './element-operator.js';
import type { ElementHandler, HandlerPorts } from './element-handler.js';
import { OperatorTimers } from './operator-timers.js';
import { RecordErrors } from './record-errors.js';

/** What an element asks of the handler below. */
interface Wish {
  /** Records that are collected by the call. */
  readonly collects: number;
  /** Records that are drained from its answer; -1 for no answer. */
  readonly answers: number;
  /** A timer of event time. */
  readonly timer: number;
}

type Input = { readonly wish: Wish } | { readonly watermark: number };

/** Does what each record wishes for, and emits its number with a letter for how it was emitted. */
class WishHandler implements ElementHandler {
  #ports!: HandlerPorts;
  #count = 0;

  constructor(
    private readonly keys: KeyTable,
    private readonly timers: OperatorTimers,
  ) {}

  open(ports: HandlerPorts): void {
    this.#ports = ports;
  }

  onElement(value: unknown, timestamp: number): Iterator<unknown> | undefined {
    const { collects, answers, timer } = value as Wish;
    const n = this.#count++;
    const id = this.keys.enter(`k${String(n)}`);
    this.timers.register({ time: timer, id, namespace: 0 }, 'event-time');
    this.keys.leave(id);
    for (let i = 0; i < collects; i++) this.#ports.collect(`c${String(n)}.${String(i)}`, timestamp);
    return answers < 0 ? undefined : counted(n, answers);
  }

  onTimer({ id, time }: Timer, _domain: TimeDomain): undefined {
    this.#ports.collect(`t${String(time)} ${String(this.keys.keyOf(id))}`, time);
  }
}

function* counted(n: number, answers: number): Generator<string> {
  for (let i = 0; i < answers; i++) yield `a${String(n)}.${String(i)}`;
}

const inputs: fc.Arbitrary<Input[]> = fc.array(
  fc.oneof(
    fc.record({
      wish: fc.record({
        collects: fc.integer({ min: 0, max: 3 }),
        answers: fc.integer({ min: -1, max: 4 }),
        timer: fc.integer({ min: 0, max: 20 }),
      }),
    }),
    fc.record({ watermark: fc.integer({ min: 0, max: 20 }) }),
  ),
  { maxLength: 30 },
);

/** Feeds the operator as a chain does: nothing while it is pending, and no more than its credit. */
function emittedBy(input: readonly Input[], credits: readonly number[]): readonly string[] {
  const state = heapState().createKeyedState('wishes');
  const { keys } = state;
  const clock = { now: () => 0, after: () => () => undefined };
  const post = (): void => undefined;
  const timers = new OperatorTimers({ keys, clock, post, pendingTimersAtEnd: 'fire' });
  const operator = new ElementOperator({
    name: 'wishes',
    handler: new WishHandler(keys, timers),
    errors: new RecordErrors({ operator: 'wishes', policy: 'fail', side: undefined }),
    limits: { runRecordsMax: 4, parkedRecordsMax: 100, timersPerStepMax: 3 },
    sides: new Map(),
    keyed: { state, timers },
    subtaskOfRecord: undefined,
    readable: undefined,
  });
  const emitted: string[] = [];
  let credit = 0;
  let grants = 0;
  operator.open({
    credit: () => credit,
    emit: (run: Run<unknown>) => {
      expect(run.length).toBeLessThanOrEqual(credit);
      credit -= run.length;
      emitted.push(...run.values.slice(0, run.length).map(String));
      run.length = 0;
    },
    emitWatermark: (timestamp) => {
      emitted.push(`w${String(timestamp)}`);
    },
    accepting: () => true,
    emitWatermarkStatus: () => undefined,
  });
  const settle = (): void => {
    for (let turns = 0; operator.pending(); turns++) {
      expect(turns).toBeLessThan(10_000);
      credit = credits[grants++ % credits.length]!;
      operator.resume();
    }
  };
  const run = createRun<unknown>(4);
  const push = (): void => {
    credit = credits[grants++ % credits.length]!;
    operator.onRun(run);
    run.length = 0;
    settle();
  };
  let watermark = -1;
  for (const each of input) {
    if ('wish' in each) appendRecord(run, each.wish, 7);
    if (run.length > 0 && (run.length === 4 || !('wish' in each))) push();
    if ('wish' in each || each.watermark <= watermark) continue;
    watermark = each.watermark;
    operator.onWatermark(watermark);
    settle();
  }
  if (run.length > 0) push();
  operator.onWatermark(MAX_TIMESTAMP);
  settle();
  expect(keys.size).toBe(0);
  return emitted;
}

describe('ElementOperator', () => {
  it('C3, T1: emits the same in the same order, whatever the credit', () => {
    const credits = fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(inputs, credits, (input, some) => {
        const unlimited = emittedBy(input, [1_000]);
        expect(emittedBy(input, [...some, 1])).toEqual(unlimited);
      }),
      { numRuns: 300 },
    );
  });
});
