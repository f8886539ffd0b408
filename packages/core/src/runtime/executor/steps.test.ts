/** E1, E2, E4, E5, E6: what one step does, and whose turn it is. */
import { VirtualClock, endlessSource, seededRandom, slowSink, stuckSink } from '@millrace/testing';
import {
  DEFAULT_LIMITS,
  boundedOutOfOrderness,
  defineJob,
  forEachSink,
  fromSequence,
  tumbling,
  type JobDefinition,
  type RuntimeLimits,
  type Sink,
  type Source,
} from '../../index.js';
import type { Mail, PostMail } from '../../model/mail.js';
import { compile } from '../../plan/compile.js';
import { stateCodec } from '../../state/codec/state-codec.js';
import { heapState } from '../../state/heap-state.js';
import { createExecution, type Execution } from './execution.js';
import { Executor } from './executor.js';

const small = { ...DEFAULT_LIMITS, channelRecords: 8, runRecordsMax: 4 };

/** A job in the hand: opened, and stepped by the test alone. */
function inHand(
  job: JobDefinition,
  limits: RuntimeLimits = small,
): Execution & { wakes(): number } {
  let wakes = 0;
  const execution = createExecution(compile(job), {
    clock: new VirtualClock(),
    random: seededRandom(1),
    state: heapState(),
    limits,
    wake: () => (wakes += 1),
    codec: stateCodec(),
    observeMail: undefined,
  });
  for (const task of execution.tasks) task.open();
  return { ...execution, wakes: () => wakes };
}

const stepsOf = (count: number): { spent: () => boolean } => ({ spent: () => --count <= 0 });

describe('E1: nothing in a chain awaits', () => {
  it('a whole job runs from source to sink in one synchronous stretch', () => {
    const seen: number[] = [];
    const job = defineJob('sync', (env) => {
      env
        .fromSource(fromSequence(1, 100), { watermarks: boundedOutOfOrderness(0, (n) => n) })
        .map((n) => n)
        .filter(() => true)
        .keyBy((n) => n % 2)
        .reduce((_, n) => n)
        .keyBy((n) => n % 2)
        .window(tumbling(10))
        .aggregate({ createAccumulator: () => 0, add: (n) => n + 1, getResult: (n) => n })
        .sinkTo(forEachSink(({ value }) => seen.push(value)));
    });
    expect(new Executor(inHand(job).tasks).turn({ spent: () => false })).toBe('done');
    expect(seen.reduce((a, b) => a + b, 0)).toBe(100);
  });
});

/** A sink whose credit is what the mails of the test say. */
function mailedSink(written: number[]): { sink: Sink<number>; post: PostMail; grant: Mail } {
  let credit = 0;
  const posted: { post?: PostMail } = {};
  const sink: Sink<number> = {
    name: 'mailed',
    createWriter: ({ post }) => {
      posted.post = post;
      return {
        open: () => undefined,
        credit: () => credit,
        write: (run) => {
          credit -= run.length;
          written.push(...run.values.slice(0, run.length));
        },
        finish: () => undefined,
        finished: () => true,
        flush: () => undefined,
        settled: () => true,
        close: () => Promise.resolve({ records: 0, keys: [] }),
        metrics: () => ({}),
      };
    },
  };
  const grant = { name: 'grant', deliver: () => void (credit += 1) };
  return { sink, grant, post: (mail) => posted.post?.(mail) };
}

const endlessInto = (sink: Sink<number>): JobDefinition =>
  defineJob('endless', (env) => {
    env.fromSource(endlessSource((n) => n)).sinkTo(sink);
  });

describe('E2: a callback from the world only posts mail', () => {
  it('and what it says holds from the next step on', () => {
    const written: number[] = [];
    const { sink, post, grant } = mailedSink(written);
    const job = inHand(endlessInto(sink));
    const [task] = job.tasks;
    expect(task!.step()).toBe('blocked');
    post(grant);
    expect([written, job.wakes()]).toEqual([[], 1]);
    expect(task!.step()).toBe('progressed');
    expect(written).toEqual([0]);
  });
});

describe('E4: one step', () => {
  it('hears mail first, also without credit, and uses what it brought at once', () => {
    const written: number[] = [];
    const { sink, post, grant } = mailedSink(written);
    const [task] = inHand(endlessInto(sink)).tasks;
    for (let i = 0; i < 3; i++) post(grant);
    task!.step();
    expect(written).toEqual([0, 1, 2]);
  });

  it('delivers a bounded number of mails', () => {
    const { sink, post } = mailedSink([]);
    const [task] = inHand(endlessInto(sink), { ...small, mailsPerStepMax: 5 }).tasks;
    let delivered = 0;
    for (let i = 0; i < 12; i++) post({ name: 'm', deliver: () => (delivered += 1) });
    const after = [1, 2, 3].map(() => (task!.step(), delivered));
    expect(after).toEqual([5, 10, 12]);
  });

  it('endless mail starves no input, and endless input no mail', () => {
    const written: number[] = [];
    const { sink, post, grant } = mailedSink(written);
    const [task] = inHand(endlessInto(sink), { ...small, mailsPerStepMax: 2 }).tasks;
    let delivered = 0;
    const again: Mail = {
      name: 'again',
      deliver: () => {
        delivered += 1;
        grant.deliver();
        post(again);
      },
    };
    for (let copies = 0; copies < 5; copies++) post(again);
    for (let step = 0; step < 100; step++) task!.step();
    expect(delivered).toBe(2 * 100);
    expect(written).toHaveLength(delivered);
  });

  it('takes at most one run, however much there is', () => {
    const seen: number[] = [];
    const job = defineJob('run', (env) => {
      env.fromSource(endlessSource((n) => n)).sinkTo(forEachSink((n) => seen.push(n)));
    });
    const [task] = inHand(job).tasks;
    task!.step();
    expect(seen).toHaveLength(small.runRecordsMax);
  });

  it('resumes what is pending before it reads: nothing overtakes a window that waits', () => {
    const job = defineJob('pending', (env) => {
      env
        .fromSource(fromSequence(0, 40), { watermarks: boundedOutOfOrderness(0, (n) => n) })
        .keyBy((n) => n)
        .window(tumbling(10))
        .aggregate({ createAccumulator: () => 0, add: (n) => n, getResult: () => 0 })
        .sinkTo(stuckSink({ bufferRecordsMax: 3 }));
    });
    const { tasks, operators, channels } = inHand(job, { ...small, channelRecords: 64 });
    for (let step = 0; step < 11; step++) tasks[0]!.step();
    const outcomes = Array.from({ length: 9 }, () => tasks[1]!.step());
    expect(outcomes.at(-1)).toBe('blocked');
    expect(operators.at(-1)!.metrics()).toMatchObject({ numRecordsOut: 3 });
    // It stands at the first watermark that fires: 8 + 4 records came before it, 41 - 12 wait.
    const left = channels[0]!.size();
    tasks[1]!.step();
    expect(channels[0]!.size()).toBe(left);
    expect(left).toBeGreaterThan(20);
  });
});

describe('E4: rounds', () => {
  const job = defineJob('three tasks', (env) => {
    env
      .fromSource(endlessSource((n) => n))
      .keyBy((n) => n % 2)
      .reduce((_, n) => n)
      .keyBy((n) => n % 3)
      .reduce((_, n) => n)
      .sinkTo(forEachSink(() => undefined));
  });

  it('every task steps once per round, in whatever order, across turns', () => {
    const { tasks } = inHand(job);
    const random = seededRandom(5);
    const stepped: string[] = [];
    const executor = new Executor(tasks, {
      order: (all) => [...all].sort(() => random.next() - 0.5),
      observe: (task) => stepped.push(task.name),
    });
    for (let turn = 0; turn < 60; turn++) executor.turn(stepsOf(1 + (turn % 5)));
    for (let at = 0; at + 3 <= stepped.length; at += 3) {
      expect(new Set(stepped.slice(at, at + 3)).size).toBe(3);
    }
    expect(stepped.length).toBeGreaterThan(150);
  });

  it('E5: a turn ends when its budget is spent, which is asked after every step', () => {
    const { tasks } = inHand(job);
    let steps = 0;
    const executor = new Executor(tasks, { observe: () => (steps += 1) });
    for (const budget of [1, 2, 7, 100]) {
      const before = steps;
      expect(executor.turn(stepsOf(budget))).toBe('progressed');
      expect(steps - before).toBe(budget);
    }
  });

  it('L1: a step that took too long is followed by one of half as many records', () => {
    // Each record takes half a millisecond of a stopwatch that the sink moves.
    let now = 0;
    const taken: number[] = [];
    const slow = defineJob('slow', (env) => {
      env.fromSource(fromSequence(1, 1_000), { uid: 'n' }).sinkTo(
        forEachSink(() => (now += 0.5)),
        { uid: 'out' },
      );
    });
    const { tasks } = inHand(slow, { ...DEFAULT_LIMITS, stepMsMax: 2 });
    let before = 0;
    const executor = new Executor(tasks, {
      stopwatch: () => now,
      observe: () => {
        taken.push((now - before) / 0.5);
        before = now;
      },
    });
    expect(executor.turn({ spent: () => false })).toBe('done');
    expect(taken.slice(0, 6)).toEqual([64, 32, 16, 8, 4, 8]);
    expect(Math.max(...taken.slice(4))).toBe(8);
  });

  it('L1: steps that take no time grow to a whole run', () => {
    const { tasks, sources } = inHand(job, DEFAULT_LIMITS);
    const source = [...sources.values()][0]!;
    let longest = 0;
    let before = 0;
    new Executor(tasks, {
      observe: () => {
        longest = Math.max(longest, source.recordsRead() - before);
        before = source.recordsRead();
      },
    }).turn(stepsOf(100));
    expect(longest).toBe(DEFAULT_LIMITS.runRecordsMax);
  });

  it('a turn waits when a round moved nothing and no mail has come', () => {
    const blocked = inHand(
      endlessInto(slowSink({ bufferRecordsMax: 2, recordsPerTick: 0, tickMs: 1 })),
    );
    const executor = new Executor(blocked.tasks);
    expect(executor.turn({ spent: () => false })).toBe('waiting');
    expect(blocked.tasks[0]!.timesBlocked()).toBe(1);
  });
});

describe('E2: a task that is done', () => {
  it('keeps no mail, while others go on', () => {
    const posts: PostMail[] = [];
    const ends: Source<number> = {
      ...fromSequence(1, 2),
      createReader: (context) => {
        posts.push(context.post);
        return fromSequence(1, 2).createReader(context);
      },
    };
    const job = defineJob('two', (env) => {
      env.fromSource(ends).sinkTo(forEachSink(() => undefined));
      env.fromSource(endlessSource((n) => n)).sinkTo(forEachSink(() => undefined));
    });
    const { tasks, wakes } = inHand(job);
    new Executor(tasks).turn(stepsOf(20));
    posts[0]!({ name: 'late', deliver: () => undefined });
    expect([tasks[0]!.hasMail(), tasks[0]!.step(), wakes()]).toEqual([false, 'done', 0]);
  });
});

describe('E6: a source that breaks its contract', () => {
  it('is named when it appends more than it was asked for', () => {
    const greedy: Source<number> = {
      ...endlessSource((n) => n),
      createReader: (context) => {
        const reader = endlessSource((n) => n).createReader(context);
        return { ...reader, poll: (run, recordsMax) => reader.poll(run, recordsMax + 1) };
      },
    };
    const job = defineJob('greedy', (env) => {
      env.fromSource(greedy, { uid: 'orders' }).sinkTo(forEachSink(() => undefined));
    });
    const { tasks } = inHand(job);
    expect(() => tasks[0]!.step()).toThrow(
      'orders failed: its reader appended 5 records when asked for 4',
    );
  });

  it('goes on when it skipped what it read and has more', () => {
    let polls = 0;
    const skipping: Source<number> = {
      ...endlessSource((n) => n),
      createReader: () => ({
        open: () => undefined,
        poll: () => (++polls < 10 ? 'more-available' : 'end-of-input'),
        close: () => undefined,
      }),
    };
    const job = defineJob('skipping', (env) => {
      env.fromSource(skipping).sinkTo(forEachSink(() => undefined));
    });
    expect(new Executor(inHand(job).tasks).turn({ spent: () => false })).toBe('done');
    expect(polls).toBe(10);
  });
});
