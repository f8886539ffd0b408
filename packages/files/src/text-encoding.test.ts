/** Owns: what file sources promise about encodings: marks, the option, and characters that are none. */
import fc from 'fast-check';
import type { Source } from '@millrace/core/connector';
import type { CsvRow } from './csv-columns.js';
import { csvFile } from './csv-file.js';
import { anything, Driver, MemoryFile, said } from './file-harness.fixture.js';
import type { FileOptions } from './file-options.js';
import { jsonFile } from './json-file.js';
import { ndjsonFile } from './ndjson-file.js';
import type { FileEncoding } from './text-encoding.js';

const utf16le = (text: string) => Buffer.from(text, 'utf16le');
const utf16be = (text: string) => utf16le(text).swap16();
const latin1 = (text: string) => Buffer.from(text, 'latin1');

interface Reading {
  readonly encoding?: FileEncoding;
  readonly chunkBytes?: number;
}

function drain(bytes: Uint8Array, how: Reading, make: (options: Common) => Source<unknown>) {
  const { chunkBytes, ...options } = how;
  const { open } = new MemoryFile(bytes, chunkBytes);
  return new Driver(make({ open, ...options })).drain(3);
}

type Common = Omit<FileOptions<typeof anything>, 'decode'>;
const lines = (options: Common) => ndjsonFile('f', { decode: anything, ...options });
const array = (options: Common) => jsonFile('f', { decode: anything, ...options });
const table = (options: Common) => csvFile('f', { decode: (row: CsvRow) => row, ...options });

describe('encodings', () => {
  const text = '"é€😀"\n"b"\n';
  const values = ['é€😀', 'b'];

  it.each<[string, Uint8Array, FileEncoding?]>([
    ['UTF-16 LE by its mark', utf16le('\ufeff' + text)],
    ['UTF-16 BE by its mark', utf16be('\ufeff' + text)],
    ['a mark before the option', utf16be('\ufeff' + text), 'windows-1252'],
    ['UTF-8 by its mark, before the option', Buffer.from('\ufeff' + text), 'utf-16le'],
    ['UTF-16 LE by option', utf16le(text), 'utf-16le'],
    ['UTF-16 BE by option', utf16be(text), 'utf-16be'],
    ['UTF-8', Buffer.from(text)],
  ])('%s', async (...[, bytes, encoding]) => {
    for (const chunkBytes of [1, 3, 1000]) {
      const how = encoding === undefined ? { chunkBytes } : { chunkBytes, encoding };
      expect(await drain(bytes, how, lines)).toEqual({ records: values, error: undefined });
    }
  });

  it('windows-1252: euro signs, quotes and dashes are no control characters', async () => {
    const bytes = latin1('"\x80\x93\xe9\x9f\x81"\n');
    for (const encoding of ['windows-1252', 'latin1'] as const)
      expect((await drain(bytes, { encoding }, lines)).records).toEqual(['€“éŸ\x81']);
  });

  it('JSON arrays and CSV are read in other encodings too', async () => {
    const json = await drain(utf16be('\ufeff[1,\n"é"]'), {}, array);
    expect(json).toEqual({ records: [1, 'é'], error: undefined });
    const csv = await drain(utf16le('\ufeffa,b\r\né,"€,"\r\n'), {}, table);
    expect(csv).toEqual({ records: [{ a: 'é', b: '€,' }], error: undefined });
  });

  it('a file of one byte, and of none', async () => {
    expect((await drain(Buffer.from('1'), {}, lines)).records).toEqual([1]);
    expect((await drain(Buffer.from(''), {}, lines)).records).toEqual([]);
  });

  it('any text, order and chunk size: what JSON.parse gives for each line', async () => {
    const texts = fc.array(fc.string({ unit: 'binary' }));
    const order = fc.constantFrom(utf16le, utf16be);
    await fc.assert(
      fc.asyncProperty(
        texts,
        order,
        fc.integer({ min: 1, max: 9 }),
        async (all, to, chunkBytes) => {
          const content = '\ufeff' + all.map((value) => JSON.stringify(value) + '\n').join('');
          const { records, error } = await drain(to(content), { chunkBytes }, lines);
          expect({ records, error }).toEqual({ records: all, error: undefined });
        },
      ),
    );
  });
});

describe('characters that are none', () => {
  const cut = 'half a UTF-16 character';
  it.each<[string, Uint8Array, number]>([
    ['a second half alone', utf16le('\ufeff1\n"\udc00"\n2\n'), 8],
    ['a first half alone', utf16le('\ufeff1\n"\ud800"\n2\n'), 8],
    ['a first half at the end', utf16le('\ufeff1\n"\ud800'), 8],
    ['half a unit at the end', Buffer.concat([utf16le('\ufeff1\n"a'), Buffer.of(0)]), 10],
  ])(
    'UTF-16: %s is an error with its place, behind the records before it',
    async (...[, bytes, at]) => {
      for (const chunkBytes of [1, 3, 1000]) {
        const { records, error } = await drain(bytes, { chunkBytes }, lines);
        expect(records).toEqual([1]);
        const message = expect.stringMatching(
          new RegExp(`^f, line 2: byte ${at} .*${cut}.*encoding`),
        );
        expect(said(error)).toEqual(['FILE_ENCODING_INVALID', message]);
      }
    },
  );

  it.each<[string, number[], number]>([
    ['a byte of another encoding', [0x22, 0xe9, 0x22], 1],
    ['a character cut by another', [0x22, 0xef, 0xbf, 0x22], 1],
    ['behind a replacement that stands in the file', [0x22, 0xef, 0xbf, 0xbd, 0xff, 0x22], 4],
    ['half a surrogate pair', [0x22, 0xc3, 0xa9, 0xed, 0xa0, 0x80, 0x22], 3],
  ])('UTF-8: %s, counted from the start of the file', async (...[, line, at]) => {
    const before = '\ufeff"é"\n';
    const bytes = Buffer.concat([Buffer.from(before), Buffer.from(line), Buffer.from('\n')]);
    const offset = Buffer.byteLength(before) + at;
    for (const chunkBytes of [1, 1000]) {
      const { records, error } = await drain(bytes, { chunkBytes }, lines);
      expect(records).toEqual(['é']);
      const message = `f, line 2: byte ${offset} of the file is not valid UTF-8; give the file's encoding`;
      expect(said(error)).toEqual(['FILE_ENCODING_INVALID', expect.stringContaining(message)]);
    }
  });

  it('U+FFFD that stands in the file is kept', async () => {
    expect((await drain(Buffer.from('"\ufffd"\n'), {}, lines)).records).toEqual(['\ufffd']);
  });
});
