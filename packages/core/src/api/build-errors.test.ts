/** What is wrong with a job is told when it is described: all of it, with code, place and remedy. */
import { readFileSync } from 'node:fs';
import { collectSink, simulate, stuckSink } from '@millrace/testing';
import {
  boundedOutOfOrderness,
  defineJob,
  explain,
  forEachSink,
  fromArray,
  fromSequence,
  isMillraceError,
  mapState,
  outputTag,
  runJob,
  tumbling,
  type Environment,
  type FailedRecord,
  type JobProblem,
  type MillraceError,
  type Sink,
  type Source,
  type Stream,
  type WindowResult,
} from '../index.js';

const count = {
  createAccumulator: () => 0,
  add: (sum: number) => sum + 1,
  getResult: (sum: number) => sum,
};
const watermarks = boundedOutOfOrderness<number>(0, (n) => n);
const failed = outputTag<FailedRecord<number>>('failed');
const late = outputTag<number>('late');
const nowhere = forEachSink<unknown>(() => undefined);
const passing = { processElement: () => undefined, processBroadcastElement: () => undefined };

/** What JavaScript may pass where a type would refuse it. */
const untyped = (value: unknown): never => value as never;

function refusalOf(describeJob: (env: Environment) => void): MillraceError {
  try {
    defineJob('orders', describeJob);
  } catch (error) {
    if (isMillraceError(error)) return error;
    throw error;
  }
  throw new Error('the job was not refused');
}

const problemsOf = (describeJob: (env: Environment) => void): readonly JobProblem[] =>
  refusalOf(describeJob).problems;

/** A stream of numbers with timestamps, to begin a job with. */
const numbersIn = (env: Environment): Stream<number> =>
  env.fromSource(fromSequence(1, 9), { uid: 'in', watermarks });

function sinkTo(destination: string): Sink<number> {
  return { ...stuckSink<number>({ bufferRecordsMax: 1 }), destination };
}

function queue(): Source<number> {
  return { ...fromSequence(1, 9), name: 'queue', acknowledgement: 'when-written' };
}

/** `file:line:column` of a word in this file, in the line that has the marker. */
function placeHere(marker: string, word: string): string {
  const lines = readFileSync(__filename, 'utf8').split('\n');
  const line = lines.findIndex((text) => text.endsWith(`// ${marker}`));
  return `${__filename}:${String(line + 1)}:${String(lines[line]!.indexOf(word) + 1)}`;
}

describe('a job with one fault', () => {
  it.each<[string, string | undefined, string, (env: Environment) => void]>([
    ['SINK_MISSING', undefined, 'it is empty; begin with env.fromSource()', () => undefined],
    [
      'SINK_MISSING',
      'in',
      'the branch of in has no sink; end it with sinkTo()',
      (env) => numbersIn(env),
    ],
    [
      'SINK_MISSING',
      'map-1',
      'the branch of map-1 has no sink; end it with sinkTo()',
      (env) => {
        const numbers = numbersIn(env).map((n) => n, { onError: failed });
        numbers.getSideOutput(failed).sinkTo(nowhere);
      },
    ],
    [
      'UID_DUPLICATE',
      'in',
      '"in" is also the name of the operator at /',
      (env) => numbersIn(env).sinkTo(nowhere, { uid: 'in' }),
    ],
    [
      'UID_DUPLICATE',
      'for-each-1',
      'give each a uid of its own',
      (env) => {
        env.fromSource(fromArray([1]), { uid: 'for-each-1' }).sinkTo(nowhere);
      },
    ],
    [
      'UID_DUPLICATE',
      'map-1',
      '"map-1" is also the name of the operator at /',
      (env) =>
        numbersIn(env)
          .map((n) => n)
          .sinkTo(nowhere, { uid: 'map-1' }),
    ],
    [
      'UID_INVALID',
      'for-each-1',
      'for-each-1 has the uid ""; give it a text that is not empty, or none',
      (env) => numbersIn(env).sinkTo(nowhere, { uid: '' }),
    ],
    [
      'UID_INVALID',
      'for-each-1',
      'for-each-1 has the uid 7;',
      (env) => numbersIn(env).sinkTo(nowhere, { uid: untyped(7) }),
    ],
    [
      'OPTION_UNKNOWN',
      'in',
      'in has no option "watermark"; did you mean "watermarks"?',
      (env) => env.fromSource(fromArray([1]), untyped({ uid: 'in', watermark: 1 })).sinkTo(nowhere),
    ],
    [
      'OPTION_UNKNOWN',
      'stuck-1',
      'stuck-1 has no option "onError"; its options are uid, parallelism',
      (env) =>
        numbersIn(env).sinkTo(stuckSink({ bufferRecordsMax: 1 }), untyped({ onError: 'skip' })),
    ],
    [
      'ON_ERROR_INVALID',
      'map-1',
      `map-1 has the onError "ignore"; use 'fail', 'skip' or a tag of outputTag()`,
      (env) =>
        numbersIn(env)
          .map((n) => n, { onError: untyped('ignore') })
          .sinkTo(nowhere),
    ],
    [
      'ON_ERROR_INVALID',
      'for-each-1',
      'for-each-1 has the onError of another kind;',
      (env) => numbersIn(env).sinkTo(nowhere, { onError: untyped({ name: 'failed' }) }),
    ],
    ...[0, 1.5, 32_769, Number.NaN].map(
      (parallelism): [string, string, string, (env: Environment) => void] => [
        'PARALLELISM_INVALID',
        'map-1',
        `map-1 cannot have a parallelism of ${String(parallelism)}; use a whole number from 1 to 32768`,
        (env) =>
          numbersIn(env)
            .map((n) => n, { parallelism })
            .sinkTo(nowhere),
      ],
    ),
    [
      'PARALLELISM_INVALID',
      'in',
      'in cannot have a parallelism of 2: a source is read by one subtask;',
      (env) => env.fromSource(fromArray([1]), { uid: 'in', parallelism: 2 }).sinkTo(nowhere),
    ],
    [
      'PARALLELISM_INVALID',
      'out',
      'out cannot have a parallelism of 2: its sink declares no key',
      (env) => {
        const sink = stuckSink<number>({ bufferRecordsMax: 1 });
        numbersIn(env).sinkTo(sink, { uid: 'out', parallelism: 2 });
      },
    ],
    [
      'PARALLELISM_INVALID',
      'map-1',
      'map-1 is reached by forward() from 1 subtasks and has 2;',
      (env) =>
        numbersIn(env)
          .forward()
          .map((n) => n, { parallelism: 2 })
          .sinkTo(nowhere),
    ],
    [
      'SIDE_OUTPUT_UNKNOWN',
      'for-each-3',
      'reads the side output "late" of map-1 (',
      (env) => {
        const numbers = numbersIn(env).map((n) => n, { onError: failed });
        numbers.getSideOutput(failed).sinkTo(nowhere);
        numbers.getSideOutput(late).sinkTo(nowhere);
        numbers.sinkTo(nowhere);
      },
    ],
    [
      'SIDE_OUTPUT_UNREAD',
      'map-1',
      `map-1 sends failed records to the side output "failed", which nobody reads; read it with getSideOutput(), or use onError: 'skip'`,
      (env) =>
        numbersIn(env)
          .map((n) => n, { onError: failed })
          .sinkTo(nowhere),
    ],
    [
      'SIDE_OUTPUT_UNREAD',
      'window-1',
      'window-1 sends late records to the side output "late", which nobody reads; read it with getSideOutput(), or leave out sideOutputLateData()',
      (env) =>
        numbersIn(env)
          .keyBy((n) => n)
          .window(tumbling(5))
          .sideOutputLateData(late)
          .aggregate(count)
          .sinkTo(nowhere),
    ],
    [
      'SIDE_OUTPUT_DUPLICATE',
      'window-1',
      'window-1 sends late records and failed ones to the one side output "late"; give them two tags',
      (env) => {
        const counts = numbersIn(env)
          .keyBy((n) => n)
          .window(tumbling(5))
          .sideOutputLateData(late)
          .aggregate(count, { onError: outputTag('late') });
        counts.getSideOutput(late).sinkTo(nowhere);
        counts.sinkTo(nowhere);
      },
    ],
    [
      'DESTINATION_SHARED',
      'b',
      'b writes to table:orders, as a (',
      (env) => {
        const numbers = numbersIn(env);
        numbers.sinkTo(sinkTo('table:orders'), { uid: 'a' });
        numbers.sinkTo(sinkTo('table:orders'), { uid: 'b' });
        numbers.sinkTo(sinkTo('table:lines'), { uid: 'c' });
      },
    ],
    [
      'ACKNOWLEDGING_SOURCE_WITH_STATE',
      'sums',
      'sums keeps state of records that its source queue-0 (',
      (env) =>
        env
          .fromSource(queue())
          .map((n) => n)
          .keyBy((n) => n)
          .reduce((a, b) => a + b, { uid: 'sums' })
          .sinkTo(nowhere),
    ],
    [
      'ACKNOWLEDGING_SOURCE_WITH_STATE',
      'counts',
      'counts keeps state of records that its source queue-0 (',
      (env) =>
        env
          .fromSource(queue(), { watermarks })
          .keyBy((n) => n)
          .window(tumbling(5))
          .aggregate(count, { uid: 'counts' })
          .sinkTo(nowhere),
    ],
    [
      'ACKNOWLEDGING_SOURCE_WITH_STATE',
      'ruled',
      'ruled keeps state of records that its source queue-1 (',
      (env) =>
        numbersIn(env)
          .connect(env.fromSource(queue()).broadcast({ rules: mapState<number, number>() }))
          .process(passing, { uid: 'ruled' })
          .sinkTo(nowhere),
    ],
  ])('is refused as %s of %s: %s', (code, operator, sentence, describeJob) => {
    const error = refusalOf(describeJob);
    const { problems } = error;
    expect(problems.map((problem) => [problem.code, problem.operator])).toEqual([[code, operator]]);
    expect(problems[0]!.message).toContain(sentence);
    // Whoever handles one kind of fault need not look among the problems.
    expect([error.code, error.operator]).toEqual([code, operator]);
    expect(error.message).toBe(
      `job orders cannot be built: ${problems[0]!.message} (${problems[0]!.place!})`,
    );
  });
});

describe('a queue beside a broadcast stream', () => {
  it('may be acknowledged: nothing of its own records is kept', () => {
    const job = defineJob('ruled', (env) => {
      env
        .fromSource(queue())
        .connect(numbersIn(env).broadcast({ rules: mapState<number, number>() }))
        .process(passing, { uid: 'ruled' })
        .sinkTo(nowhere);
    });
    expect(job.nodes.map(({ name }) => name)).toContain('broadcast-process');
  });
});

describe('a window with two side outputs', () => {
  it('is built where both have a name of their own and a reader', () => {
    const job = defineJob('two sides', (env) => {
      const counts = numbersIn(env)
        .keyBy((n) => n)
        .window(tumbling(5))
        .sideOutputLateData(late)
        .aggregate(count, { onError: failed });
      counts.getSideOutput(late).sinkTo(nowhere);
      counts.getSideOutput(failed).sinkTo(nowhere);
      counts.sinkTo(nowhere);
    });
    expect(job.nodes.map(({ name }) => name)).toEqual([
      'sequence',
      'window',
      'for-each',
      'for-each',
      'for-each',
    ]);
  });
});

describe('what an asked side output is answered', () => {
  it.each<[string, (numbers: Stream<number>) => Stream<number>]>([
    ['has none; name the tag in its onError or sideOutputLateData()', (n) => n.map((x) => x)],
    ['has "failed"; ask for that', (n) => n.map((x) => x, { onError: failed })],
  ])('%s', (answer, operatorOf) => {
    const problems = problemsOf((env) => {
      const numbers = operatorOf(numbersIn(env));
      numbers.getSideOutput(late).sinkTo(nowhere);
      numbers.sinkTo(nowhere);
    });
    const unknown = problems.find(({ code }) => code === 'SIDE_OUTPUT_UNKNOWN');
    expect(unknown?.message.endsWith(`, which ${answer}`)).toBe(true);
  });
});

describe('TIMESTAMPS_MISSING', () => {
  const windowed = (numbers: Stream<number>): Stream<number> =>
    numbers
      .keyBy((n) => n)
      .window(tumbling(5))
      .aggregate(count, { uid: 'window' })
      .map(({ value }) => value);

  it('names the window and each of its sources without watermarks, however far up', () => {
    const problems = problemsOf((env) => {
      const timed = numbersIn(env);
      const bare = env.fromSource(fromArray([1]), { uid: 'bare' }).map((n) => n);
      const other = env.fromSource(fromArray([1]), { uid: 'other' });
      windowed(timed.union(bare, other)).sinkTo(nowhere);
    });
    expect(problems.map(({ code, operator }) => [code, operator])).toEqual([
      ['TIMESTAMPS_MISSING', 'window'],
      ['TIMESTAMPS_MISSING', 'window'],
    ]);
    expect(problems.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^window is an event-time window, and its source bare \(.*watermarks$/),
      expect.stringMatching(/^window is an event-time window, and its source other \(/),
    ]);
  });

  it('is told of the first of two windows, whose results have times', () => {
    const problems = problemsOf((env) => {
      windowed(env.fromSource(fromArray([1])))
        .keyBy((n) => n)
        .window(tumbling(5))
        .aggregate(count)
        .sinkTo(nowhere);
    });
    expect(problems.map(({ operator }) => operator)).toEqual(['window']);
  });

  it('is not told of a source whose records get to no window', () => {
    const job = defineJob('beside', (env) => {
      windowed(numbersIn(env)).sinkTo(nowhere);
      env.fromSource(fromArray([1])).sinkTo(nowhere);
    });
    expect(job.nodes).toHaveLength(6);
  });
});

describe('a source that acknowledges what is written', () => {
  it('goes with a job that keeps no state of its records', () => {
    const job = defineJob('pass on', (env) => {
      env.fromSource(queue()).sinkTo(nowhere);
      numbersIn(env)
        .keyBy((n) => n)
        .reduce((a) => a)
        .sinkTo(nowhere);
    });
    expect(job.nodes).toHaveLength(5);
  });
});

describe('a job with several faults', () => {
  const describeJob = (env: Environment): void => {
    const numbers = env.fromSource(fromArray([1]), { uid: 'in' }); // the source
    numbers.map((n) => n, untyped({ uid: 'in', onEror: 'skip' })); // the map
    windowOf(numbers).sinkTo(nowhere);
  };
  const windowOf = (numbers: Stream<number>): Stream<WindowResult<number, number>> =>
    numbers
      .keyBy((n) => n)
      .window(tumbling(5))
      .aggregate(count, { uid: 'counts' }); // the window

  it('tells all of them at once, in the order of the job, each at its place', () => {
    const [source, map, window] = [
      placeHere('the source', 'fromSource'),
      placeHere('the map', 'map'),
      placeHere('the window', 'aggregate'),
    ];
    const error = refusalOf(describeJob);
    expect([error.code, error.operator]).toEqual(['JOB_INVALID', undefined]);
    expect(error.problems.map(({ code, operator, place }) => [code, operator, place])).toEqual([
      ['UID_DUPLICATE', 'in', map],
      ['OPTION_UNKNOWN', 'in', map],
      ['SINK_MISSING', 'in', map],
      ['TIMESTAMPS_MISSING', 'counts', window],
    ]);
    expect(error.message.split('\n')).toEqual([
      'job orders cannot be built, for 4 reasons:',
      `  UID_DUPLICATE: "in" is also the name of the operator at ${source}; give each a uid of its own (${map})`,
      `  OPTION_UNKNOWN: in has no option "onEror"; did you mean "onError"? (${map})`,
      `  SINK_MISSING: the branch of in has no sink; end it with sinkTo() (${map})`,
      `  TIMESTAMPS_MISSING: counts is an event-time window, and its source in (${source}) gives records no timestamps; give the source watermarks (${window})`,
    ]);
  });

  it('has a stack that begins in the user’s file', () => {
    const [frame] = refusalOf(describeJob)
      .stack!.split('\n')
      .filter((line) => /^ +at /.test(line));
    expect(frame).toContain(`refusalOf (${__filename}:`);
  });

  it('tells the same when it is described again', () => {
    expect(refusalOf(describeJob).message).toBe(refusalOf(describeJob).message);
  });
});

describe('the place of a verb', () => {
  it('is that of the call in the user’s file, for every verb, and of defineJob for an empty job', () => {
    const job = defineJob('places', (env) => {
      const numbers = env.fromSource(fromSequence(1, 9), { watermarks }); // place 0
      const kept = numbers.filter((n) => n > 0); // place 1
      const same = kept.map((n) => n); // place 2
      const keyed = same.keyBy((n) => n);
      keyed.reduce((a) => a).sinkTo(nowhere); // place 3
      keyed.window(tumbling(5)).aggregate(count).sinkTo(nowhere); // place 4
    });
    expect(job.nodes.map(({ place }) => place)).toEqual([
      placeHere('place 0', 'fromSource'),
      placeHere('place 1', 'filter'),
      placeHere('place 2', 'map'),
      placeHere('place 3', 'reduce'),
      placeHere('place 3', 'sinkTo'),
      placeHere('place 4', 'aggregate'),
      placeHere('place 4', 'sinkTo'),
    ]);
    const empty = (): unknown => defineJob('empty', () => undefined); // the job
    // By its line: what is imported is called behind more or fewer brackets, as modules are compiled.
    expect(empty).toThrow(`(${placeHere('the job', 'defineJob').replace(/\d+$/, '')}`);
  });

  it('E3: is in no plan: a job described elsewhere is the same job', async () => {
    const here = defineJob('same', (env) => numbersIn(env).sinkTo(collectSink()));
    const there = defineJob('same', (env) => {
      numbersIn(env).sinkTo(collectSink());
    });
    expect(here.nodes[1]!.place).not.toBe(there.nodes[1]!.place);
    expect(explain(here)).toEqual(explain(there));
    const [one, other] = [await simulate(here), await simulate(there)];
    expect(one.trace).toEqual(other.trace);
  });
});

describe('FC-D28: an option spelt wrong', () => {
  const job = defineJob('plain', (env) => numbersIn(env).sinkTo(nowhere));

  it('FC-D28: of an operator and of a source is refused by name when the job is built', () => {
    const problems = problemsOf((env) => {
      const source = untyped({ uid: 'in', checkpointIntervall: 1000 });
      env
        .fromSource(fromArray([1]), source)
        .map((n: number) => n, untyped({ uid: 'm', onEror: 'skip' }))
        .sinkTo(nowhere);
    });
    expect(problems.map(({ code, operator, message }) => [code, operator, message])).toEqual([
      [
        'OPTION_UNKNOWN',
        'in',
        'in has no option "checkpointIntervall"; its options are uid, parallelism, onError, watermarks',
      ],
      ['OPTION_UNKNOWN', 'm', 'm has no option "onEror"; did you mean "onError"?'],
    ]);
  });

  it('FC-D28: of a run is refused by name, all of them at once, and nothing runs', async () => {
    const run = runJob(job, untyped({ checkpointIntervall: 1000, limit: {} }));
    await expect(run).rejects.toMatchObject({
      code: 'OPTION_UNKNOWN',
      message:
        'runJob has no option "checkpointIntervall"; its options are signal, parallelism, maxParallelism, limits\n' +
        'runJob has no option "limit"; did you mean "limits"?',
    });
  });

  it('FC-D28: among the limits is refused by name', async () => {
    const limits = untyped({ runRecordMax: 5 });
    await expect(runJob(job, { limits })).rejects.toMatchObject({
      code: 'OPTION_UNKNOWN',
      message: 'limits has no option "runRecordMax"; did you mean "runRecordsMax"?',
    });
  });

  it('of a simulation is refused by name', async () => {
    await expect(simulate(job, untyped({ sed: 5 }))).rejects.toMatchObject({
      code: 'OPTION_UNKNOWN',
      message: 'simulate has no option "sed"; did you mean "seed"?',
    });
  });
});
