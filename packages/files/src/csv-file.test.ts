/**
 * Owns: what `csvFile` promises: rows, headers, quoting, refusals with their places; csv-parse is the
 *   judge of what a well-formed file holds.
 */
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { csvFile, type CsvOptions } from './csv-file.js';
import type { CsvRow } from './csv-columns.js';
import { Driver, MemoryFile, said } from './file-harness.fixture.js';

type Options = Omit<CsvOptions<(row: CsvRow) => CsvRow>, 'decode'>;

interface Reading extends Options {
  readonly chunkBytes?: number;
  readonly recordsMax?: number;
  readonly onError?: 'fail' | 'skip';
}

async function read(content: string | Uint8Array, how: Reading = {}) {
  const { chunkBytes, recordsMax = 3, onError = 'fail', ...options } = how;
  const { open } = new MemoryFile(content, chunkBytes);
  const source = csvFile('f.csv', { decode: (row: CsvRow) => row, open, ...options });
  const driver = new Driver(source, onError);
  return { ...(await driver.drain(recordsMax)), failed: driver.failed };
}

describe('rows', () => {
  it.each<[string, string, CsvRow[], Options?]>([
    [
      'a header and rows',
      'a,b\n1,2\n3,4\n',
      [
        { a: '1', b: '2' },
        { a: '3', b: '4' },
      ],
    ],
    ['no last newline', 'a,b\n1,2', [{ a: '1', b: '2' }]],
    [
      'CRLF',
      'a,b\r\n1,2\r\n3,4\r',
      [
        { a: '1', b: '2' },
        { a: '3', b: '4' },
      ],
    ],
    ['quotes', 'a,"b"\n"1,""x""",""\n', [{ a: '1,"x"', b: '' }]],
    ['quotes and CRLF', '"a"\r\n"1"\r\n', [{ a: '1' }]],
    ['line breaks in quotes', 'a,b\n"1\n\r\n2",3\n', [{ a: '1\n\r\n2', b: '3' }]],
    [
      'empty fields',
      'a,b,c\n,,\n"",x,\n',
      [
        { a: '', b: '', c: '' },
        { a: '', b: 'x', c: '' },
      ],
    ],
    ['blank lines', '\n\r\na\n\n1\n\r\n""\n', [{ a: '1' }, { a: '' }]],
    ['spaces are kept', 'a, b\n 1 ,2\n', [{ a: ' 1 ', ' b': '2' }]],
    ['a byte order mark', '\ufeffa\n1\n', [{ a: '1' }]],
    ['U+FEFF and U+FFFD in fields', 'a\n\ufeff\ufffd\n', [{ a: '\ufeff\ufffd' }]],
    ['a delimiter', 'a;b\n1,5;"2;3"\n', [{ a: '1,5', b: '2;3' }], { delimiter: ';' }],
    ['tabs', 'a\tb\n1\t2\n', [{ a: '1', b: '2' }], { delimiter: '\t' }],
    [
      'columns by hand',
      '1,2\n3,4\n',
      [
        { x: '1', y: '2' },
        { x: '3', y: '4' },
      ],
      { columns: ['x', 'y'] },
    ],
    ['nothing', '', []],
    ['a header alone', 'a,b', []],
  ])('%s', async (...[, content, rows, options]) => {
    for (const chunkBytes of [1, 2, 3, 1000])
      expect(await read(content, { ...options, chunkBytes })).toEqual({
        records: rows,
        error: undefined,
        failed: [],
      });
  });

  it('a column called __proto__ keeps its value', async () => {
    const { records } = await read('__proto__,b\n1,2\n');
    expect(JSON.stringify(records)).toBe('[{"__proto__":"1","b":"2"}]');
  });

  const field = fc.string({ unit: fc.constantFrom('a', 'é', '"', ',', '\n', '\r\n', ' ', '😀') });
  const table = fc
    .integer({ min: 2, max: 4 })
    .chain((width) => fc.array(fc.array(field, { minLength: width, maxLength: width })));
  const how = fc.record({
    chunkBytes: fc.integer({ min: 1, max: 30 }),
    recordsMax: fc.integer({ min: 1, max: 4 }),
    readAheadBytesMax: fc.integer({ min: 1, max: 60 }),
  });

  it('any table, chunk size, demand and line end: what csv-parse gives for the whole', async () => {
    await fc.assert(
      fc.asyncProperty(table, how, fc.constantFrom('\n', '\r\n'), async (rows, reading, end) => {
        const text = rows.map((fields) => fields.map(written).join(',') + end).join('');
        const columns = ['a', 'b', 'c', 'd'].slice(0, rows[0]?.length ?? 1);
        const options = { columns, record_delimiter: end, skip_empty_lines: true };
        const { records, error } = await read(text, { columns, ...reading });
        expect(error).toBeUndefined();
        expect(records).toEqual(parse(text, options));
        expect(records.map((row) => Object.values(row))).toEqual(rows);
      }),
      { numRuns: 300 },
    );
  });

  it('a line break in quotes counts as a line: errors name the line in which a record begins', async () => {
    await fc.assert(
      fc.asyncProperty(table, how, async (rows, reading) => {
        const columns = ['a', 'b', 'c', 'd'].slice(0, rows[0]?.length ?? 2);
        const text = rows.map((fields) => fields.map(written).join(',') + '\n').join('');
        const { error } = await read(text + 'ragged\n', { columns, ...reading });
        expect(error).toMatchObject({ line: text.split('\n').length });
      }),
    );
  });
});

const written = (field: string) =>
  /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;

describe('a bad file', () => {
  it.each<[string, string, string, RegExp]>([
    [
      'too few fields',
      'a,b\n1,2\n3\n',
      'FILE_RECORD_INVALID',
      /^f\.csv, line 3: 1 field found where there are 2 columns\.$/,
    ],
    [
      'too many fields',
      'a,b\n1,2\n3,4,5\n',
      'FILE_RECORD_INVALID',
      /line 3: 3 fields found .* 2 columns/,
    ],
    [
      'text behind a quote',
      'a,b\n1,2\n"3"x,4\n',
      'FILE_RECORD_INVALID',
      /line 3: text follows a closing quote/,
    ],
    [
      'a quote in a field',
      'a,b\n1,2\n3"x",4\n',
      'FILE_RECORD_INVALID',
      /line 3: a quote stands inside/,
    ],
    [
      'a carriage return alone',
      'a,b\n1,2\n3\r4,5\n',
      'FILE_RECORD_INVALID',
      /line 3: a carriage return/,
    ],
    [
      'a quoted field without end',
      'a,b\n1,2\n"3,4\n5,6\n',
      'FILE_TRUNCATED',
      /line 3: the file ends inside a quoted field/,
    ],
    [
      'a last record cut',
      'a,b\n1,2\n3',
      'FILE_TRUNCATED',
      /line 3: the file ends in this record: 1 field/,
    ],
    [
      'bytes that are not UTF-8',
      'a,b\n1,2\n\xe9,4\n',
      'FILE_ENCODING_INVALID',
      /line 3: byte 8 of the file is not valid UTF-8; give the file's encoding/,
    ],
  ])('%s', async (...[, content, code, message]) => {
    const bytes = Uint8Array.from(content, (char) => char.charCodeAt(0));
    for (const chunkBytes of [1, 4, 1000]) {
      const { records, error } = await read(bytes, { chunkBytes });
      expect(said(error)).toEqual([code, expect.stringMatching(message)]);
      expect(records).toEqual([{ a: '1', b: '2' }]);
    }
  });

  it.each<[string, string, RegExp]>([
    ['a column twice', 'a,b,a\n1,2,3\n', /line 1: the column "a" stands there twice/],
    ['a column without a name', 'a,\n1,2\n', /line 1: column 2 has no name/],
    ['a header in quotes that do not fit', 'a,"b"x\n1,2\n', /line 1: text follows/],
    ['line ends of old Macintoshes', 'a,b\r1,2\r3,4\r', /line 1: a carriage return/],
  ])('%s in the header fails, whatever the policy', async (...[, content, message]) => {
    for (const onError of ['fail', 'skip'] as const) {
      const { records, error } = await read(content, { onError });
      expect([records, said(error)[1]]).toEqual([[], expect.stringMatching(message)]);
    }
  });

  it('refuses options that are none', () => {
    const create = (options: Options) => () =>
      csvFile('f', { decode: (row: CsvRow) => row, ...options });
    for (const delimiter of ['', ',,', '"', '\n', '\r', 'é'])
      expect(create({ delimiter })).toThrow(/delimiter of f is .*give one ASCII character/);
    expect(create({ columns: ['a', 'a'] })).toThrow(/the column "a" stands there twice/);
    expect(create({ columns: [] })).toThrow(/columns of f/);
    expect(create({ columns: [''] })).toThrow(/column 1 has no name/);
  });
});

describe('behind a bad record', () => {
  it.each<[string, string, string, unknown]>([
    ['a ragged one', '3\n', 'FILE_RECORD_INVALID', '3'],
    ['quotes that do not fit', '"3"x,"4\n', 'FILE_RECORD_INVALID', '"3"'],
    ['bytes that are not UTF-8', '\xe9,4\n', 'FILE_ENCODING_INVALID', '\ufffd,4'],
    ['a long line', `${'x'.repeat(50)},4\n`, 'FILE_RECORD_TOO_LONG', expect.stringMatching(/^x/)],
    ['long lines', `"${'x\n'.repeat(30)}",4\n`, 'FILE_RECORD_TOO_LONG', expect.any(String)],
    ['a long one, misquoted', `${'x'.repeat(50)}"y\n`, 'FILE_RECORD_TOO_LONG', expect.any(String)],
  ])('%s: the next ones come out, and lines are counted on', async (...[, bad, code, value]) => {
    const bytes = Uint8Array.from(`a,b\n1,2\n${bad}5,6\n\n9\n`, (char) => char.charCodeAt(0));
    const second = { code: 'FILE_RECORD_INVALID', line: 4 + bad.split('\n').length, value: '9' };
    for (const chunkBytes of [1, 7, 1000]) {
      const how = { chunkBytes, recordBytesMax: 40, onError: 'skip' } as const;
      expect(await read(bytes, how)).toEqual({
        records: [
          { a: '1', b: '2' },
          { a: '5', b: '6' },
        ],
        error: undefined,
        failed: [{ code, line: 3, value }, second],
      });
    }
  });
});
