import { collectSink, stuckSink } from '@millrace/testing';
import {
  boundedOutOfOrderness,
  defineJob,
  explain,
  forEachSink,
  fromArray,
  fromSequence,
  outputTag,
  tumbling,
  type FailedRecord,
  type JobDefinition,
} from '../index.js';
import { compile } from './compile.js';
import type { JobPlan } from './job-plan.js';

const count = {
  createAccumulator: () => 0,
  add: (n: number) => n + 1,
  getResult: (n: number) => n,
};

/** Each task as `input: operators -> outputs`. */
const shapeOf = (plan: JobPlan): string[] =>
  plan.tasks.map(({ input, operators, outputs, parallelism }) => {
    const from = input.kind === 'source' ? input.name : `#${input.exchanges.join(' #')}`;
    const chain = operators.map(({ kind, name }) => `${kind}(${name})`).join(' ');
    const times = parallelism === 1 ? '' : ` x${String(parallelism)}`;
    return `${from}: ${chain}${times} -> ${outputs.map((id) => `#${String(id)}`).join(' ')}`.trim();
  });

/** Each exchange as `from partitioner to`. */
const exchangesOf = (plan: JobPlan): string[] =>
  plan.exchanges.map(
    ({ from, partitioner, to }) => `${String(from)} ${partitioner.kind} ${String(to)}`,
  );

const windows: JobDefinition = defineJob('windows', (env) => {
  env
    .fromSource(fromSequence(1, 9), {
      uid: 'in',
      watermarks: boundedOutOfOrderness(0, (n) => n),
    })
    .map((n) => n)
    .filter((n) => n > 0, { uid: 'positive' })
    .keyBy((n) => n)
    .window(tumbling(10))
    .aggregate(count, { uid: 'count' })
    .map(({ value }) => value)
    .sinkTo(stuckSink({ bufferRecordsMax: 1 }), { uid: 'out' });
});

describe('compile', () => {
  it('cuts tasks at keyBy, fuses stateless functions, and the timestamps of the source', () => {
    expect(shapeOf(compile(windows))).toEqual([
      'in: fused(in + map-1 + positive) -> #0',
      '#0: window(count) fused(map-4) sink(out) ->',
    ]);
  });

  it('fuses a function sink into the loop before it', () => {
    const job = defineJob('loop', (env) => {
      const sink = forEachSink(() => undefined);
      env
        .fromSource(fromSequence(1, 9))
        .map((n) => n)
        .sinkTo(sink);
    });
    expect(shapeOf(compile(job))).toEqual(['sequence-0: fused(map-1 + for-each-2) ->']);
  });

  it('fuses nothing across what keeps state', () => {
    const job = defineJob('reduce', (env) => {
      env
        .fromSource(fromSequence(1, 9), { uid: 'in' })
        .keyBy((n) => n)
        .reduce((a) => a, { uid: 'r' })
        .map((n) => n, { uid: 'm' })
        .sinkTo(collectSink(), { uid: 'c' });
    });
    expect(shapeOf(compile(job))).toEqual(['in:  -> #0', '#0: reduce(r) fused(m + c) ->']);
  });

  it('ends a task where a stream forks, with a channel for each branch', () => {
    const job = defineJob('fork', (env) => {
      const numbers = env.fromSource(fromSequence(1, 9), { uid: 'in' }).map((n) => n, { uid: 'm' });
      numbers.sinkTo(collectSink(), { uid: 'a' });
      numbers.map((n) => n, { uid: 'm2' }).sinkTo(collectSink(), { uid: 'b' });
    });
    const plan = compile(job);
    expect(shapeOf(plan)).toEqual([
      'in: fused(m) -> #0 #1',
      '#0: fused(a) ->',
      '#1: fused(m2 + b) ->',
    ]);
    expect(exchangesOf(plan)).toEqual(['0 forward 1', '0 forward 2']);
  });

  it('keeps several sources apart', () => {
    const job = defineJob('two', (env) => {
      for (const uid of ['a', 'b']) env.fromSource(fromArray([uid]), { uid }).sinkTo(collectSink());
    });
    expect(shapeOf(compile(job))).toEqual(['a: fused(for-each-1) ->', 'b: fused(for-each-3) ->']);
  });

  it.each([0, 1.5, 129, Number.NaN])('refuses to run a job in %d subtasks', (parallelism) => {
    expect(() => compile(windows, { parallelism })).toThrow(
      `job windows cannot run with a parallelism of ${String(parallelism)}; use a whole number from 1 to 128`,
    );
  });

  it('E3: gives the same plan every time, and calls no function of the user', () => {
    expect(shapeOf(compile(windows))).toEqual(shapeOf(compile(windows)));
    const never = (): never => {
      throw new Error('called');
    };
    const job = defineJob('unborn', (env) => {
      env
        .fromSource(fromSequence(1, 2))
        .map(never)
        .keyBy(never)
        .reduce(never)
        .sinkTo(collectSink());
    });
    expect(() => explain(job)).not.toThrow();
  });
});

describe('explain', () => {
  it('shows tasks, loops and exchanges as text', () => {
    expect(explain(windows).text).toBe(
      [
        'job windows',
        'task 1',
        '  source in',
        '  one loop: timestamps in, map-1, filter positive',
        '  to task 2, hash',
        'task 2',
        '  from task 1',
        '  window count: tumbling(10)',
        '  one loop: map-4',
        '  sink out',
      ].join('\n'),
    );
  });

  it('shows the same as a Mermaid flow chart', () => {
    expect(explain(windows).mermaid).toBe(
      [
        'flowchart LR',
        '  subgraph task0["task 1"]',
        '    t0_0["source in"]',
        '    t0_0 --> t0_1["one loop: timestamps in, map-1, filter positive"]',
        '  end',
        '  subgraph task1["task 2"]',
        '    t1_0["from task 1"]',
        '    t1_0 --> t1_1["window count: tumbling(10)"]',
        '    t1_1 --> t1_2["one loop: map-4"]',
        '    t1_2 --> t1_3["sink out"]',
        '  end',
        '  t0_1 ==>|"hash"| t1_0',
      ].join('\n'),
    );
  });

  it('shows side outputs and unions, and keeps names of brackets and bars apart from notation', () => {
    const odd = outputTag<FailedRecord<number>>('`odd` (or "even") | [none]');
    const job = defineJob('sides', (env) => {
      const numbers = env.fromSource(fromSequence(1, 9), { uid: 'in' });
      const checked = numbers.map((n) => n, { uid: 'check', onError: odd });
      checked.union(numbers, checked).sinkTo(collectSink(), { uid: 'out' });
      checked.getSideOutput(odd).sinkTo(collectSink(), { uid: 'odd' });
    });
    const { text, mermaid } = explain(job);
    expect(text.split('\n').slice(5)).toEqual([
      'task 2',
      '  from task 1',
      '  one loop: map check',
      '  to task 3, forward',
      '  to task 3, forward',
      '  `odd` (or "even") | [none] of check to task 4, forward',
      'task 3',
      '  from task 2 and task 1 and task 2',
      '  one loop: for-each out',
      'task 4',
      '  from task 2',
      '  one loop: for-each odd',
    ]);
    expect(mermaid).toContain(`  t1_1 ==>|"'odd' (or 'even') | [none], forward"| t3_0`);
  });
});
