/** E5, L1: turns of the event loop, shared by the jobs of the process. */
import { setImmediate as immediate } from 'node:timers/promises';
import { endlessSource, silence, scriptedSource } from '@millrace/testing';
import { defineJob, forEachSink, runJob, type JobDefinition } from '../index.js';
import type { StepBudget, TurnOutcome } from '../runtime/executor/executor.js';
import type { Drivable } from './driver.js';
import { EventLoopDriver, TURN_MS_MAX } from './event-loop.js';

/** Time that passes one millisecond a step, and not otherwise. */
function fakeTime(): { pass(ms: number): void } {
  let now = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => now);
  return { pass: (ms) => void (now += ms) };
}

afterEach(() => jest.restoreAllMocks());

const BUSY_STEPS = 20;

/** Works for as long as its budget lasts, in steps of a millisecond, and has much to do. */
function busyJob(log: string[], name: string, time: { pass(ms: number): void }): Drivable {
  let left = BUSY_STEPS;
  return {
    turn: (budget: StepBudget): TurnOutcome => {
      do {
        if (left-- === 0) return 'done';
        log.push(name);
        time.pass(1);
      } while (!budget.spent());
      return 'progressed';
    },
  };
}

describe('EventLoopDriver', () => {
  it('gives no turn in the call that wakes, and one turn however often it is called', async () => {
    const driver = new EventLoopDriver();
    let turns = 0;
    const job: Drivable = { turn: () => ((turns += 1), 'waiting') };
    for (let i = 0; i < 5; i++) driver.wake(job);
    expect(turns).toBe(0);
    for (let i = 0; i < 5; i++) await immediate();
    expect(turns).toBe(1);
  });

  it('E5: all jobs of the process share one budget per turn of the loop, fairly', async () => {
    const time = fakeTime();
    const driver = new EventLoopDriver();
    const log: string[] = [];
    for (const name of ['a', 'b']) driver.wake(busyJob(log, name, time));
    const perTurn: string[] = [];
    while (log.length < 2 * BUSY_STEPS) {
      const before = log.length;
      await immediate();
      perTurn.push(log.slice(before).join(''));
    }
    const share = TURN_MS_MAX / 2;
    const full = 'a'.repeat(share) + 'b'.repeat(share);
    expect(perTurn.filter((steps) => steps !== '')).toEqual(Array(BUSY_STEPS / share).fill(full));
  });

  it('L1: very many jobs together hold the loop no longer, and each has its turn', async () => {
    const time = fakeTime();
    const driver = new EventLoopDriver();
    const log: string[] = [];
    const names = Array.from({ length: 100 }, (_, i) => String(i));
    for (const name of names) driver.wake(busyJob(log, name, time));
    while (log.length < names.length) {
      const before = log.length;
      await immediate();
      expect(log.length - before).toBeLessThanOrEqual(TURN_MS_MAX);
    }
    expect(log.slice(0, names.length)).toEqual(names);
  });

  it('a job that wakes another during a turn gives it the next one', async () => {
    const driver = new EventLoopDriver();
    const log: string[] = [];
    const second: Drivable = { turn: () => (log.push('second'), 'waiting') };
    const first: Drivable = {
      turn: () => {
        driver.wake(second);
        log.push('first');
        return 'waiting';
      },
    };
    driver.wake(first);
    for (let i = 0; i < 5; i++) await immediate();
    expect(log).toEqual(['first', 'second']);
  });
});

/** Reads for ever, a millisecond a poll; refuses to go on when the loop does not turn. */
function fullLoad(time: { pass(ms: number): void }): { job: JobDefinition; polls(): number } {
  let polls = 0;
  const source = endlessSource((n) => n);
  const createReader: typeof source.createReader = (context) => {
    const reader = source.createReader(context);
    return {
      ...reader,
      poll: (run, recordsMax) => {
        time.pass(1);
        if (++polls > 10_000) throw new Error('L1: the loop does not turn');
        return reader.poll(run, recordsMax);
      },
    };
  };
  const job = defineJob('full load', (env) => {
    env.fromSource({ ...source, createReader }).sinkTo(forEachSink(() => undefined));
  });
  return { job, polls: () => polls };
}

describe('L1: a job at full load', () => {
  it('J3, L1: lets the loop turn once per budget', async () => {
    const { job, polls } = fullLoad(fakeTime());
    const handle = await runJob(job);
    const perTurn: number[] = [];
    for (let turn = 0; turn < 50; turn++) {
      const before = polls();
      await immediate();
      perTurn.push(polls() - before);
    }
    // Turns of the loop that the job had, and no longer than the budget (a turn each side may count).
    expect(Math.max(...perTurn)).toBeLessThanOrEqual(2 * TURN_MS_MAX);
    expect(perTurn.filter((count) => count > 0).length).toBeGreaterThan(20);
    await handle.cancel();
  });

  it('is stopped from a timer and from an immediate, while it reads', async () => {
    const { job } = fullLoad(fakeTime());
    for (const later of [(stop: () => void) => setTimeout(stop, 1), setImmediate]) {
      const handle = await runJob(job);
      later(() => void handle.stop());
      expect((await handle.done).ended).toBe('stopped');
    }
  });

  it('leaves its share to another job', async () => {
    const { job } = fullLoad(fakeTime());
    const busy = await runJob(job);
    const waiting = defineJob('waiting', (env) => {
      env.fromSource(scriptedSource([silence])).sinkTo(forEachSink(() => undefined));
    });
    const other = await runJob(waiting);
    expect((await other.stop()).ended).toBe('stopped');
    expect(busy.status).toBe('running');
    await busy.cancel();
  });
});
