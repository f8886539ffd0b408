/**
 * Owns: what `jsonFile` and `ndjsonFile` promise: records, refusals, demand, and letting go.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRun, NO_TIMESTAMP } from '@millrace/core/connector';
import { settlePromises } from '@millrace/testing';
import fc from 'fast-check';
import type { ByteStream } from './byte-stream.js';
import { anything, Driver, MemoryFile, said } from './file-harness.fixture.js';
import { jsonFile } from './json-file.js';
import { ndjsonFile } from './ndjson-file.js';
import type { StandardResult, StandardSchema } from './standard-schema.js';

const kinds = { json: jsonFile, ndjson: ndjsonFile };
type Kind = keyof typeof kinds;

interface Reading {
  readonly chunkBytes?: number;
  readonly recordsMax?: number;
  readonly recordBytesMax?: number;
  readonly readAheadBytesMax?: number;
  readonly decode?: (value: unknown) => unknown;
}

function read(kind: Kind, content: string | Uint8Array, how: Reading = {}) {
  const { chunkBytes, recordsMax = 10, decode = anything, ...limits } = how;
  const { open } = new MemoryFile(content, chunkBytes);
  return new Driver(kinds[kind]('f', { decode, open, ...limits })).drain(recordsMax);
}

const codeOf = async (reading: ReturnType<typeof read>) => said((await reading).error)[0];

// ---- what comes out

describe('records', () => {
  it('gives those of a JSON array, without timestamps', async () => {
    const { open } = new MemoryFile(
      '[{"a":[1,{"b":"]}\\"\\\\"}]} , 2,\n"x"\t,null,true,-0.5e3]\r\n',
    );
    const driver = new Driver(jsonFile('f', { decode: anything, open }));
    const { records, error } = await driver.drain(4);
    expect(error).toBeUndefined();
    expect(records).toEqual([{ a: [1, { b: ']}"\\' }] }, 2, 'x', null, true, -500]);
    expect(driver.timestamps).toEqual(records.map(() => NO_TIMESTAMP));
  });

  it.each<[string, Kind, string, unknown[]]>([
    ['an empty array', 'json', ' [ \n ] \n', []],
    ['an empty NDJSON file', 'ndjson', '', []],
    ['CRLF and blank lines', 'ndjson', '\r\n1\r\n\r\n  \t\n{"a":2}\r\n\n', [1, { a: 2 }]],
    ['CRLF in an array', 'json', '[\r\n1,\r\n2\r\n]\r\n', [1, 2]],
    ['no last newline', 'ndjson', '1\n2', [1, 2]],
    ['a byte order mark before an array', 'json', '\ufeff[1]', [1]],
    ['a byte order mark before lines', 'ndjson', '\ufeff1\n2\n', [1, 2]],
    [
      'numbers as JSON.parse has them',
      'json',
      '[1e400,12345678901234567890,-0]',
      [Infinity, 12345678901234567000, -0],
    ],
    ['U+FEFF inside a string', 'json', '["\ufeffa"]', ['\ufeffa']],
    ['a lone surrogate by escape', 'ndjson', '"\\ud800"\n', ['\ud800']],
  ])('%s', async (...[, kind, content, expected]) => {
    for (const chunkBytes of [1, 2, 3, 1000]) {
      expect(await read(kind, content, { chunkBytes })).toEqual({
        records: expected,
        error: undefined,
      });
    }
  });

  it('keeps a __proto__ key as a key', async () => {
    const { records } = await read('json', '[{"__proto__":{"x":1}}]');
    expect(JSON.stringify(records)).toBe('[{"__proto__":{"x":1}}]');
  });

  const values = fc.array(fc.jsonValue({ stringUnit: 'binary' }), { maxLength: 12 });
  const reading = fc.record({
    chunkBytes: fc.integer({ min: 1, max: 40 }),
    recordsMax: fc.integer({ min: 1, max: 5 }),
    readAheadBytesMax: fc.integer({ min: 1, max: 80 }),
  });

  it('any JSON, chunk size and demand: what JSON.parse gives for the whole', async () => {
    await fc.assert(
      fc.asyncProperty(values, reading, fc.constantFrom(0, 1), async (array, how, indent) => {
        const text = JSON.stringify(array, null, indent);
        expect(await read('json', text, how)).toEqual({
          records: JSON.parse(text),
          error: undefined,
        });
        const lines = array.map((value) => JSON.stringify(value) + '\n').join('');
        expect(await read('ndjson', lines, how)).toEqual({
          records: JSON.parse(text),
          error: undefined,
        });
      }),
    );
  });

  it('any damage: refused exactly when JSON.parse refuses the whole', async () => {
    const damage = fc.record({
      at: fc.nat(),
      remove: fc.nat(2),
      insert: fc.constantFrom('', ',', ']', '[', '}', '{', '"', '\\', '\n', '1', ' ', 'x'),
    });
    await fc.assert(
      fc.asyncProperty(values, reading, damage, async (array, how, { at, remove, insert }) => {
        const whole = JSON.stringify(array);
        const place = at % (whole.length + 1);
        const text = whole.slice(0, place) + insert + whole.slice(place + remove);
        // A lone surrogate cannot be written to a file.
        fc.pre(!/\p{Surrogate}/u.test(text));
        const { records, error } = await read('json', text, how);
        const expected = parsedArray(text);
        if (expected === undefined) expect(said(error)[0]).toMatch(/^FILE_/);
        else expect({ records, error }).toEqual({ records: expected, error: undefined });
      }),
      { numRuns: 500 },
    );
  });
});

function parsedArray(text: string): unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

// ---- what is refused

describe('a bad file', () => {
  it.each<[string, Kind, string, string, RegExp]>([
    ['an object', 'json', '{"a":1}', 'FILE_NOT_JSON_ARRAY', /line 1: .*"\{" found.*ndjsonFile/],
    ['an empty file', 'json', ' \n', 'FILE_NOT_JSON_ARRAY', /empty/],
    ['trailing garbage', 'json', '[1]\n x', 'FILE_TRAILING_DATA', /line 2: "x" found after/],
    ['a second array', 'json', '[1][2]', 'FILE_TRAILING_DATA', /"\[" found after/],
    ['an array that is not closed', 'json', '[1\n,', 'FILE_TRUNCATED', /line 2: the file ends/],
    [
      'a record that is not closed',
      'json',
      '[1,\n{"a":[',
      'FILE_TRUNCATED',
      /line 2: the file ends/,
    ],
    ['a bad literal', 'json', '[1,\n\ntru]', 'FILE_RECORD_INVALID', /^f, line 3: .*JSON/],
    [
      'a missing comma',
      'json',
      '[1\n2]',
      'FILE_RECORD_INVALID',
      /line 2: "," or "\]" expected, "2" found/,
    ],
    ['a comma too many', 'json', '[1,]', 'FILE_RECORD_INVALID', /a record expected, "\]" found/],
    ['a bracket of another kind', 'json', '[1,{"a":[}]', 'FILE_RECORD_INVALID', /"\}" closes/],
    ['a string without end', 'json', '[1,{"a":"b\n}]', 'FILE_RECORD_INVALID', /string/],
    ['a bad line', 'ndjson', '1\n\n{"a":}\n2\n', 'FILE_RECORD_INVALID', /^f, line 3: .*JSON/],
    [
      'a last line cut',
      'ndjson',
      '1\n{"a":',
      'FILE_TRUNCATED',
      /line 2: the file ends in the middle/,
    ],
  ])('%s', async (...[, kind, content, code, message]) => {
    for (const chunkBytes of [1, 1000]) {
      const { records, error } = await read(kind, content, { chunkBytes });
      expect(said(error)).toEqual([code, expect.stringMatching(message)]);
      expect(records).toEqual(content.includes('1') && code !== 'FILE_NOT_JSON_ARRAY' ? [1] : []);
    }
  });

  it('cut at any byte: truncated, after the records before the cut', async () => {
    const whole = '[{"a":"\\"é]"},\n[1,2],3]';
    const bytes = new TextEncoder().encode(whole);
    for (let length = 1; length < bytes.length; length += 1) {
      const { records, error } = await read('json', bytes.subarray(0, length), { chunkBytes: 5 });
      expect(said(error)[0]).toBe('FILE_TRUNCATED');
      expect(records).toEqual(JSON.parse(whole).slice(0, records.length));
    }
  });

  it('bytes that are not UTF-8 are refused, not replaced', async () => {
    const bad = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));
    for (const bytes of ['\xff', '\xc0\x80', '\xed\xa0\x80', '\xe2\x82']) {
      expect(await codeOf(read('json', bad(`["${bytes}"]`)))).toBe('FILE_ENCODING_INVALID');
      expect(await codeOf(read('ndjson', bad(`"${bytes}"\n`)))).toBe('FILE_ENCODING_INVALID');
    }
  });

  it('a record longer than recordBytesMax is refused before it is whole', async () => {
    const long = `"${'x'.repeat(100_000)}"`;
    for (const [kind, content] of [
      ['json', `[1,${long}]`],
      ['ndjson', `1\n${long}\n`],
    ] as const) {
      const file = new MemoryFile(content);
      const limits = { recordBytesMax: 1000, readAheadBytesMax: 400 };
      const source = kinds[kind]('f', { decode: anything, open: file.open, ...limits });
      const { records, error } = await new Driver(source).drain(10);
      expect([records, said(error)[0]]).toEqual([[1], 'FILE_RECORD_TOO_LONG']);
      expect(file.bytesRead).toBeLessThanOrEqual(1400);
    }
  });

  it('a record of exactly recordBytesMax passes, one byte more does not', async () => {
    const limits = { recordBytesMax: 5, chunkBytes: 1 };
    for (const [kind, wrap] of [
      ['json', '[x]'],
      ['ndjson', 'x\n'],
    ] as const) {
      for (const [fits, over] of [
        ['"é1"', '"é12"'],
        ['12345', '123456'],
        ['[1,2]', '[1,22]'],
      ]) {
        expect(await read(kind, wrap.replace('x', fits!), limits)).toMatchObject({
          error: undefined,
        });
        const refused = codeOf(read(kind, wrap.replace('x', over!), limits));
        expect(await refused).toBe('FILE_RECORD_TOO_LONG');
      }
    }
  });

  it('refuses limits that are none', () => {
    const create = () => jsonFile('f', { decode: anything, recordBytesMax: 0 });
    expect(create).toThrow('recordBytesMax of f is 0');
  });
});

// ---- decode

describe('decode', () => {
  const no3 = (value: unknown) => {
    if (value === 3) throw new TypeError('no threes here');
    return String(value);
  };
  const schema = (answer: (value: unknown) => unknown): StandardSchema<string> => ({
    '~standard': {
      version: 1,
      vendor: 'test',
      validate: (value) => answer(value) as StandardResult<string>,
    },
  });
  const drain = (decode: StandardSchema<string>, content: string) =>
    new Driver(ndjsonFile('f', { decode, open: new MemoryFile(content).open })).drain(10);

  it('a refused record: file, line, reason; those before it come first, and none after it', async () => {
    for (const recordsMax of [1, 2, 10]) {
      const { records, error } = await read('json', '[1,\n2,\n\n3,4]', { decode: no3, recordsMax });
      expect(records).toEqual(['1', '2']);
      expect(said(error)).toEqual(['FILE_RECORD_REFUSED', 'f, line 4: no threes here.']);
      expect(error).toMatchObject({ path: 'f', line: 4, cause: expect.any(TypeError) });
    }
  });

  it('names the line in which a record begins, whatever lies before it', async () => {
    const space = fc.stringMatching(/^[ \n\t]{0,4}$/);
    const before = fc.array(fc.tuple(space, fc.jsonValue(), space), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(before, fc.integer({ min: 1, max: 9 }), async (parts, chunkBytes) => {
        const texts = parts.map(([a, value, b]) => a + JSON.stringify([value], null, 1) + b);
        const start = `[${texts.join(',')},`;
        const decode = (value: unknown) => (Array.isArray(value) ? value : no3(value));
        const { error } = await read('json', `${start}3]`, { chunkBytes, decode });
        expect(error).toMatchObject({ line: start.split('\n').length });
      }),
    );
  });

  it('a Standard Schema gives its output, and its issues with their paths', async () => {
    const issues = [{ message: 'too late', path: ['delay', { key: 0 }] }, { message: 'no origin' }];
    const decode = schema((value) => (value === 1 ? { value: 'one' } : { issues }));
    const { records, error } = await drain(decode, '1\n2\n');
    expect(records).toEqual(['one']);
    expect(said(error)).toEqual([
      'FILE_RECORD_REFUSED',
      'f, line 2: delay.0: too late; no origin.',
    ]);
  });

  it('a promise is refused in a sentence, from a schema and from a function', async () => {
    const late = async () => Promise.reject(new Error('never seen'));
    const { error } = await drain(schema(late), '1\n');
    expect(said(error)).toEqual(['FILE_DECODE_ASYNC', expect.stringContaining('synchronous')]);
    expect(await codeOf(read('json', '[1]', { decode: late }))).toBe('FILE_DECODE_ASYNC');
  });
});

// ---- demand and letting go

/** A promise whose end the test decides. */
function deferred<V>() {
  let resolve: (value: V) => void = () => {};
  let reject: (error: Error) => void = () => {};
  const promise = new Promise<V>((yes, no) => ([resolve, reject] = [yes, no]));
  return { promise, resolve, reject };
}

describe('demand', () => {
  const content = `[${'{"a":1},'.repeat(10_000)}0]`;
  const limits = { readAheadBytesMax: 1000 };

  it('B1: without polls nothing is read; without demand no more than readAheadBytesMax', async () => {
    const file = new MemoryFile(content, 64);
    const driver = new Driver(jsonFile('f', { decode: anything, open: file.open, ...limits }));
    driver.reader.open();
    await driver.mail();
    driver.deliver();
    expect(file.bytesRead).toBe(0);

    const run = createRun<unknown>(1);
    expect(driver.reader.poll(run, 1)).toBe('nothing-available');
    for (let turn = 0; turn < 100; turn += 1) {
      await Promise.resolve();
      driver.deliver();
      driver.reader.poll(run, 0); // a task without credit
    }
    expect(file.bytesRead).toBeGreaterThan(64);
    expect(file.bytesRead).toBeLessThanOrEqual(1000);
    expect(run.length).toBe(0);
    await driver.reader.close();
  });

  it('holds no more than readAheadBytesMax beyond what it delivered, one read at a time', async () => {
    const file = new MemoryFile(content);
    const driver = new Driver(jsonFile('f', { decode: anything, open: file.open, ...limits }));
    let delivered = 1;
    const poll = driver.reader.poll.bind(driver.reader);
    driver.reader.poll = (run, recordsMax) => {
      const status = poll(run, recordsMax);
      delivered += run.length * 8;
      expect(file.bytesRead - delivered).toBeLessThanOrEqual(1000);
      return status;
    };
    const { records } = await driver.drain(7);
    expect(records).toHaveLength(10_001);
    expect(file.readsInFlightMax).toBe(1);
    expect(file.closed).toBe(1);
  });

  it('never appends more than recordsMax, also to a run that holds some', async () => {
    const { open } = new MemoryFile('[1,2,3,4,5]');
    const driver = new Driver(jsonFile('f', { decode: anything, open }));
    const run = createRun<unknown>(10);
    driver.reader.open();
    for (let turn = 0; turn < 2; turn += 1) {
      await driver.mail();
      driver.deliver();
      if (turn === 0) driver.reader.poll(run, 2);
    }
    run.values[0] = 'before';
    run.length = 1;
    expect(driver.reader.poll(run, 2)).toBe('more-available');
    expect(run.values.slice(0, run.length)).toEqual(['before', 1, 2]);
    await driver.reader.close();
  });
});

describe('close', () => {
  /** A stream whose promises the test settles. */
  async function held() {
    const open = deferred<ByteStream>();
    const chunk = deferred<Uint8Array | undefined>();
    let closed = 0;
    const stream: ByteStream = { read: () => chunk.promise, close: async () => void (closed += 1) };
    const driver = new Driver(jsonFile('f', { decode: anything, open: () => open.promise }));
    driver.reader.open();
    await settlePromises();
    return { open, chunk, stream, driver, closed: () => closed };
  }

  it('at once: the file is not opened any more', async () => {
    let opened = 0;
    const open = async () => ((opened += 1), new MemoryFile('1').open('f'));
    const driver = new Driver(jsonFile('f', { decode: anything, open }));
    driver.reader.open();
    await driver.reader.close();
    await settlePromises();
    expect(opened).toBe(0);
  });

  it('while the file is being opened: closes it as soon as it is', async () => {
    const { open, stream, driver, closed } = await held();
    const closing = driver.reader.close();
    open.resolve(stream);
    await closing;
    driver.deliver();
    expect(closed()).toBe(1);
  });

  it('while the file is being opened, and that fails: ends quietly', async () => {
    const { open, driver } = await held();
    const closing = driver.reader.close();
    open.reject(new Error('too late to matter'));
    await closing;
    driver.deliver();
  });

  it('after the file was opened and before its mail is delivered', async () => {
    const { open, stream, driver, closed } = await held();
    open.resolve(stream);
    await driver.mail();
    await driver.reader.close();
    driver.deliver();
    expect(closed()).toBe(1);
  });

  it.each(['a chunk', 'an error'])('while a read is in flight that ends with %s', async (end) => {
    const { open, chunk, stream, driver, closed } = await held();
    open.resolve(stream);
    await driver.mail();
    driver.deliver();
    driver.reader.poll(createRun(1), 1);
    await driver.reader.close();
    if (end === 'a chunk') chunk.resolve(new Uint8Array(1));
    else chunk.reject(new Error('closed'));
    await driver.mail();
    driver.deliver();
    expect(closed()).toBe(1);
  });

  it('a read that fails: what came before it is delivered first, then its error', async () => {
    const parts = [new TextEncoder().encode('1\n2\n3')];
    const failing = async (): Promise<ByteStream> => ({
      read: async () => parts.shift() ?? Promise.reject(new Error('the disk is gone')),
      close: async () => {},
    });
    const driver = new Driver(ndjsonFile('f', { decode: anything, open: failing }));
    const { records, error } = await driver.drain(1);
    expect(records).toEqual([1, 2]);
    expect(said(error)).toEqual(['FILE_UNREADABLE', 'f cannot be read: the disk is gone.']);
    expect(error).toMatchObject({ cause: new Error('the disk is gone') });
  });
});

// ---- the disk

describe('on disk', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'millrace-files-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const drain = (path: string) => new Driver(jsonFile(path, { decode: anything })).drain(100);

  it('reads a file of many chunks', async () => {
    const values = Array.from({ length: 8_000 }, (_, i) => ({ i, name: `é${i}` }));
    const path = join(folder, 'many.json');
    await writeFile(path, JSON.stringify(values));
    expect(await drain(path)).toEqual({ records: values, error: undefined });
  });

  it('says what is wrong with a path', async () => {
    const missing = join(folder, 'missing.json');
    const message = `There is no file ${missing}; check its path.`;
    expect(said((await drain(missing)).error)).toEqual(['FILE_MISSING', message]);
    expect(said((await drain(folder)).error)[0]).toBe('FILE_IS_DIRECTORY');
    expect(said((await drain('a\0b')).error)[0]).toBe('FILE_UNREADABLE');
  });

  it('closes while opening and while reading, on real handles', async () => {
    const path = join(folder, 'close.json');
    await writeFile(path, '[1]');
    const early = new Driver(jsonFile(path, { decode: anything }));
    early.reader.open();
    await early.reader.close();
    const reading = new Driver(jsonFile(path, { decode: anything }));
    reading.reader.open();
    await reading.mail();
    reading.deliver();
    reading.reader.poll(createRun(1), 1);
    await reading.reader.close();
  });
});
