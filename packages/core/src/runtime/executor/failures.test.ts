/** E6: a function of the user's that throws, wherever it stands. */
import { collectSink, failure, records, scriptedSource, simulate } from '@millrace/testing';
import {
  boundedOutOfOrderness,
  defineJob,
  forEachSink,
  fromArray,
  isMillraceError,
  tumbling,
  type JobDefinition,
  type Key,
  type MillraceError,
  type Sink,
  type Stream,
  type WatermarkGenerator,
} from '../../index.js';
import type { GraphNode } from '../../model/graph.js';
import { appendRecord } from '../../model/run.js';
import type { SinkWriter } from '../../model/sink.js';
import { asyncSink, asyncSinkLimits, fifoBuffer } from '../../connector.js';

const gone = new Error('the moon is gone');

interface Word {
  readonly text: string;
  readonly at: number;
}

/** Throws at the word "bad"; keeps which words it saw. */
function moody<R>(seen: string[], answer: (word: Word) => R): (word: Word) => R {
  return (word) => {
    seen.push(word.text);
    if (word.text === 'bad') throw gone;
    return answer(word);
  };
}

const words: Word[] = ['good', 'bad', 'after'].map((text, i) => ({ text, at: i }));
const count = {
  createAccumulator: () => 0,
  add: (n: number) => n + 1,
  getResult: (n: number) => n,
};

type Describe = (words: Stream<Word>, seen: string[], out: string[]) => void;

function jobOf(describeStream: Describe, seen: string[], out: string[]): JobDefinition {
  return defineJob('failing', (env) => {
    const watermarks = boundedOutOfOrderness<Word>(0, (word) => word.at);
    describeStream(env.fromSource(fromArray(words), { uid: 'words', watermarks }), seen, out);
  });
}

const intoOut = (out: string[]): ReturnType<typeof forEachSink<Word>> =>
  forEachSink((word) => out.push(word.text));

async function failureOf(job: JobDefinition): Promise<MillraceError> {
  const error: unknown = await simulate(job).then(
    () => undefined,
    (cause: unknown) => cause,
  );
  if (!isMillraceError(error)) throw new Error('the job did not fail as it should');
  return error;
}

const cases: [string, { operator: string; key?: Key; describe: Describe }][] = [
  [
    'map',
    {
      operator: 'it',
      describe: (stream, seen, out) =>
        stream
          .map(
            moody(seen, (word) => word),
            { uid: 'it' },
          )
          .sinkTo(intoOut(out)),
    },
  ],
  [
    'filter',
    {
      operator: 'it',
      describe: (stream, seen, out) =>
        stream
          .filter(
            moody(seen, () => true),
            { uid: 'it' },
          )
          .sinkTo(intoOut(out)),
    },
  ],
  [
    'a function sink',
    {
      operator: 'it',
      describe: (stream, seen, out) => {
        const each = moody(seen, (word) => out.push(word.text));
        stream.sinkTo(forEachSink(each), { uid: 'it' });
      },
    },
  ],
  [
    'keyBy',
    {
      operator: 'it',
      describe: (stream, seen, out) =>
        stream
          .keyBy(moody(seen, (word) => word.text))
          .reduce((_, word) => word, { uid: 'it' })
          .sinkTo(intoOut(out)),
    },
  ],
  [
    'reduce',
    {
      operator: 'it',
      key: ['words', 7],
      describe: (stream, seen, out) =>
        stream
          .keyBy(() => ['words', 7])
          .reduce((_, word) => moody(seen, () => word)(word), { uid: 'it' })
          .sinkTo(intoOut(out)),
    },
  ],
  [
    'aggregate, when it adds',
    {
      operator: 'it',
      key: 3n,
      describe: (stream, seen) =>
        stream
          .keyBy(() => 3n)
          .window(tumbling(10))
          .aggregate({ ...count, add: (n, word) => moody(seen, () => n)(word) }, { uid: 'it' })
          .sinkTo(collectSink()),
    },
  ],
];

describe('E6: a function that throws', () => {
  it.each(cases)('in %s fails the job with operator, key and cause', async (_, place) => {
    const error = await failureOf(jobOf(place.describe, [], []));
    expect(error.operator).toBe(place.operator);
    expect(error.key).toEqual(place.key);
    expect(error.cause).toBe(gone);
    expect(error.code).toBe('OPERATOR_FAILED');
    expect(error.message).toContain('it failed');
    expect(error.message).toContain('the moon is gone');
  });

  it.each(cases)('in %s sees no record after it, and lets none through', async (_, place) => {
    const seen: string[] = [];
    const out: string[] = [];
    await failureOf(jobOf(place.describe, seen, out));
    expect(seen.at(-1)).toBe('bad');
    expect(out).not.toContain('bad');
    expect(out).not.toContain('after');
  });

  it('in getResult names the key of the window', async () => {
    const getResult = (): never => {
      throw gone;
    };
    const describeStream: Describe = (stream) => {
      stream
        .keyBy((word) => word.text)
        .window(tumbling(10))
        .aggregate({ ...count, getResult }, { uid: 'it' })
        .sinkTo(collectSink());
    };
    const error = await failureOf(jobOf(describeStream, [], []));
    expect(error.message).toBe('it failed at key "good": the moon is gone');
    expect(error.key).toBe('good');
  });

  it('downstream of a window lets no later window out', async () => {
    const out: string[] = [];
    const describeStream: Describe = (stream) => {
      stream
        .keyBy((word) => word.text)
        .window(tumbling(1))
        .aggregate(count)
        .map(({ key }) => {
          if (key === 'bad') throw gone;
          return key;
        })
        .sinkTo(forEachSink((key) => out.push(key)));
    };
    await failureOf(jobOf(describeStream, [], []));
    expect(out).toEqual(['good']);
  });

  it('downstream of a window that goes on by itself fails in that step', async () => {
    const fired: string[] = [];
    const describeStream: Describe = (stream) => {
      const getResult = (n: number): number => fired.push('window') + n;
      stream
        .keyBy(({ text }) => text)
        .window(tumbling(1_000))
        .aggregate({ ...count, getResult }, { uid: 'count' })
        .map((result) => moody(fired, () => result)({ text: result.key, at: 0 }), { uid: 'after' })
        .sinkTo(collectSink());
    };
    // One window a step: the second fires when the chain resumes.
    const run = simulate(jobOf(describeStream, [], []), { limits: { timersPerStepMax: 1 } });
    await expect(run).rejects.toThrow('after failed: the moon is gone');
    expect(fired).toEqual(['window', 'good', 'window', 'bad']);
  });

  it('in a timestamp function names the source', async () => {
    const job = defineJob('no time', (env) => {
      const watermarks = boundedOutOfOrderness<Word>(0, () => Number.NaN);
      env.fromSource(fromArray(words), { uid: 'words', watermarks }).sinkTo(collectSink());
    });
    const error = await failureOf(job);
    expect([error.code, error.operator]).toEqual(['TIMESTAMP_INVALID', 'words']);
  });

  it('gives an infinite timestamp to nobody downstream of its loop', async () => {
    const reduced: string[] = [];
    const job = defineJob('for ever', (env) => {
      const watermarks = boundedOutOfOrderness<Word>(0, () => Infinity);
      env
        .fromSource(fromArray(words), { uid: 'words', watermarks })
        .keyBy(() => 0)
        .reduce((_, word) => (reduced.push(word.text), word))
        .sinkTo(collectSink());
    });
    expect((await failureOf(job)).code).toBe('TIMESTAMP_INVALID');
    expect(reduced).toEqual([]);
  });

  it.each<[string, () => number, string]>([
    ['throws', thrower(gone), 'words failed: the moon is gone'],
    ['says NaN', () => Number.NaN, 'words failed: its watermark generator answered NaN'],
    ['says Infinity', () => Infinity, 'words failed: its watermark generator answered Infinity'],
  ])(
    'T1: a watermark generator that %s names the source',
    async (_, currentWatermark, sentence) => {
      const createGenerator = (): WatermarkGenerator => ({
        onRun: () => undefined,
        currentWatermark,
      });
      const watermarks = { ...boundedOutOfOrderness<Word>(0, (word) => word.at), createGenerator };
      const job = defineJob('no time', (env) => {
        env.fromSource(fromArray(words), { uid: 'words', watermarks }).sinkTo(collectSink());
      });
      const error = await failureOf(job);
      expect(error.operator).toBe('words');
      expect(error.message).toContain(sentence);
    },
  );

  it('in decode, or whatever a reader does, names the source', async () => {
    const job = defineJob('torn', (env) => {
      const source = scriptedSource([records('a'), failure(gone)]);
      env.fromSource(source, { uid: 'lines' }).sinkTo(collectSink());
    });
    expect((await failureOf(job)).message).toBe('lines failed: the moon is gone');
  });

  it('in a sink names the sink and the record', async () => {
    const job = defineJob('unacceptable', (env) => {
      env.fromSource(fromArray(words), { uid: 'words' }).sinkTo(pickySink(), { uid: 'picky' });
    });
    const error = await failureOf(job);
    expect(error.operator).toBe('picky');
    expect(error.message).toContain('the moon is gone');
  });

  it.each<[string, unknown, string]>([
    ['undefined', undefined, 'undefined cannot be a key'],
    ['NaN', Number.NaN, 'NaN cannot be a key'],
    ['an object', { id: 1 }, 'an object cannot be a key'],
  ])('S96 S98 S100: %s as a key is refused with the operator', async (_, key, sentence) => {
    const describeStream: Describe = (stream) => {
      stream
        .keyBy(() => key as Key)
        .reduce((_, word) => word, { uid: 'it' })
        .sinkTo(collectSink());
    };
    const error = await failureOf(jobOf(describeStream, [], []));
    expect([error.code, error.operator]).toEqual(['KEY_INVALID', 'it']);
    expect(error.message).toMatch(`it: ${sentence}`);
  });

  it.each(['open', 'credit', 'write', 'finish', 'finished', 'close'] as const)(
    'in the %s of a sink with a writer of its own names the sink',
    async (method) => {
      const thrown = { [method]: () => Promise.reject(gone) };
      if (method !== 'close') thrown[method] = thrower(gone);
      const job = defineJob('own writer', (env) => {
        env.fromSource(fromArray(words)).sinkTo(sinkOf(thrown), { uid: 'own' });
      });
      const error = await failureOf(job);
      expect([error.operator, error.cause]).toEqual(['own', gone]);
    },
  );

  it.each<[string, unknown, string]>([
    ['undefined', undefined, 'undefined'],
    ['a symbol', Symbol('moon'), 'Symbol(moon)'],
    ['an object without a text', Object.create(null), 'it threw an object without a text'],
  ])('that throws %s is named all the same', async (_, thrown, sentence) => {
    const job = defineJob('odd', (env) => {
      env.fromSource(fromArray(words)).map(thrower(thrown), { uid: 'odd' }).sinkTo(collectSink());
    });
    const error = await failureOf(job);
    expect([error.message, error.cause]).toEqual([`odd failed: ${sentence}`, thrown]);
  });

  it.each([Number.NaN, Infinity, -Infinity])(
    'a source that gives %d as a timestamp is refused by the window',
    async (timestamp) => {
      const source = scriptedSource([records(1)]);
      const createReader: typeof source.createReader = () => ({
        open: () => undefined,
        poll: (run) => (appendRecord(run, 1, timestamp), 'end-of-input'),
        close: () => undefined,
      });
      const job = defineJob('no time', (env) => {
        env
          .fromSource(
            { ...source, createReader },
            { watermarks: boundedOutOfOrderness(0, (n) => n) },
          )
          .keyBy((n) => n)
          .window(tumbling(10))
          .aggregate(count, { uid: 'it' })
          .sinkTo(collectSink());
      });
      const error = await failureOf(withoutWatermarks(job));
      expect([error.code, error.operator]).toEqual(['TIMESTAMP_INVALID', 'it']);
    },
  );

  it('a window that gets a record without a timestamp refuses it', async () => {
    const job = defineJob('timeless', (env) => {
      env
        .fromSource(fromArray([1]), { watermarks: boundedOutOfOrderness(0, (n) => n) })
        .keyBy((n) => n)
        .window(tumbling(10))
        .aggregate(count, { uid: 'it' })
        .sinkTo(collectSink());
    });
    const error = await failureOf(withoutWatermarks(job));
    expect([error.code, error.operator]).toEqual(['TIMESTAMP_MISSING', 'it']);
  });

  it('keeps the first cause when letting go fails as well', async () => {
    const source = scriptedSource([failure(gone)]);
    const createReader: typeof source.createReader = (context) => {
      const reader = source.createReader(context);
      return {
        open: () => undefined,
        poll: (run, recordsMax) => reader.poll(run, recordsMax),
        close: () => Promise.reject(new Error('and it does not close')),
      };
    };
    const job = defineJob('twice', (env) => {
      env.fromSource({ ...source, createReader }, { uid: 'lines' }).sinkTo(collectSink());
    });
    expect((await failureOf(job)).message).toBe('lines failed: the moon is gone');
  });

  it('in open steps no task, and is the failure that is told', async () => {
    const polled: string[] = [];
    const notices: string[] = [];
    const job = defineJob('missing', (env) => {
      const source = scriptedSource([records(1)]);
      const createReader: typeof source.createReader = () => ({
        open: () => {
          throw gone;
        },
        poll: () => (polled.push('polled'), 'nothing-available'),
        close: () => undefined,
      });
      env.fromSource({ ...source, createReader }, { uid: 'file' }).sinkTo(collectSink());
    });
    const run = simulate(job, {
      during: ({ handle }) =>
        handle.events$.subscribe((notice) =>
          notices.push(notice.kind === 'status' ? notice.status : notice.kind),
        ),
    });
    await expect(run).rejects.toThrow('file failed: the moon is gone');
    expect(polled).toEqual([]);
    expect(notices).toEqual(['failure', 'running', 'stopping', 'failed']);
  });
});

/** A job that `defineJob` refuses, for the guards behind it. */
function withoutWatermarks(job: JobDefinition): JobDefinition {
  const nodes = job.nodes.map((node): GraphNode => {
    const { spec } = node;
    return spec.kind === 'source' ? { ...node, spec: { ...spec, watermarks: undefined } } : node;
  });
  return { ...job, nodes };
}

function thrower(thrown: unknown): () => never {
  return () => {
    throw thrown;
  };
}

/** A sink whose writer takes everything, but for what a test puts in its place. */
function sinkOf(instead: object): Sink<Word> {
  const writer: SinkWriter<Word> = {
    open: () => undefined,
    credit: () => 10,
    write: () => undefined,
    finish: () => undefined,
    finished: () => true,
    flush: () => undefined,
    settled: () => true,
    close: () => Promise.resolve({ records: 0, keys: [] }),
    metrics: () => ({}),
  };
  return { name: 'own', createWriter: () => ({ ...writer, ...instead }) };
}

function pickySink(): Sink<Word> {
  return asyncSink<Word, Word>({
    name: 'picky',
    limits: asyncSinkLimits({}),
    connect: () => ({
      buffer: fifoBuffer({ keyOf: ({ text }) => text }),
      toEntry: moody([], (word) => word),
      describe: ({ text }) => text,
      connection: {
        open: () => Promise.resolve(),
        send: () => Promise.resolve({ unprocessed: [] }),
        classify: (error) => ({ kind: 'fatal', reason: String(error) }),
        close: () => undefined,
      },
    }),
  });
}
