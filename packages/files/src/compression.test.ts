/** Owns: what file sources promise about gzip: recognition, members, demand, and files that are bad. */
import { gzipSync } from 'node:zlib';
import { createRun } from '@millrace/core/connector';
import fc from 'fast-check';
import type { CsvRow } from './csv-columns.js';
import { csvFile } from './csv-file.js';
import type { Compression } from './decompression.js';
import { anything, Driver, MemoryFile, said } from './file-harness.fixture.js';
import { GunzipStream } from './gunzip-stream.js';
import { jsonFile } from './json-file.js';
import { ndjsonFile } from './ndjson-file.js';

interface Reading {
  readonly chunkBytes?: number;
  readonly compression?: Compression;
  readonly readAheadBytesMax?: number;
}

function drain(bytes: Uint8Array, { chunkBytes, ...options }: Reading = {}) {
  const { open } = new MemoryFile(bytes, chunkBytes);
  return new Driver(ndjsonFile('f.gz', { decode: anything, open, ...options })).drain(50);
}

const linesOf = (values: readonly unknown[]) =>
  values.map((value) => JSON.stringify(value) + '\n').join('');

// Numbers without a pattern, so that what is packed is not small either.
const noise = (count: number) => Array.from({ length: count }, (_, i) => Math.sin(i + 1));

describe('gzip', () => {
  it.each<[string, Compression | undefined]>([
    ['is recognised by its first bytes, whatever the name', undefined],
    ['is read by option', 'gzip'],
  ])('%s', async (...[, compression]) => {
    for (const chunkBytes of [1, 2, 1000]) {
      const how = compression === undefined ? { chunkBytes } : { chunkBytes, compression };
      const result = await drain(gzipSync('1\n2\n'), how);
      expect(result).toEqual({ records: [1, 2], error: undefined });
    }
  });

  it('JSON arrays, CSV and other encodings are unpacked too', async () => {
    const json = new MemoryFile(gzipSync('[1,2]'));
    const array = new Driver(jsonFile('f', { decode: anything, open: json.open }));
    expect((await array.drain(9)).records).toEqual([1, 2]);
    const csv = new MemoryFile(gzipSync(Buffer.from('\ufeffa\né\n', 'utf16le')));
    const table = new Driver(csvFile('f', { decode: (row: CsvRow) => row, open: csv.open }));
    expect((await table.drain(9)).records).toEqual([{ a: 'é' }]);
    expect([json.closed, csv.closed]).toEqual([1, 1]);
  });

  it('what is not packed is read as it is, and `none` unpacks nothing', async () => {
    expect((await drain(Buffer.from('1\n'), { chunkBytes: 1 })).records).toEqual([1]);
    const { error } = await drain(gzipSync('1\n'), { compression: 'none' });
    expect(said(error)[0]).not.toBe('FILE_COMPRESSION_INVALID');
  });

  it('any records, members and chunk sizes: all come out, in order', async () => {
    const members = fc.array(fc.array(fc.jsonValue(), { maxLength: 20 }), { minLength: 1 });
    const how = fc.record({
      chunkBytes: fc.integer({ min: 1, max: 60 }),
      readAheadBytesMax: fc.integer({ min: 2, max: 200 }),
    });
    await fc.assert(
      fc.asyncProperty(members, how, async (parts, reading) => {
        const bytes = Buffer.concat(parts.map((values) => gzipSync(linesOf(values))));
        const expected: unknown = JSON.parse(JSON.stringify(parts.flat()));
        expect(await drain(bytes, reading)).toEqual({ records: expected, error: undefined });
      }),
      { numRuns: 40 },
    );
  });

  it('a truncated file: the complete records before the cut, then what happened', async () => {
    const values = noise(20_000);
    const whole = gzipSync(linesOf(values));
    const { records, error } = await drain(whole.subarray(0, whole.length - 5000));
    expect(said(error)).toEqual([
      'FILE_TRUNCATED',
      'f.gz was cut short: its gzip data has no end; get the file anew.',
    ]);
    expect(records).toEqual(values.slice(0, records.length));
    // The last piece that was packed comes out as well: 5,000 packed bytes are some 600 numbers.
    expect(records.length).toBeGreaterThan(19_000);
  });

  it('a file cut anywhere is never taken for a whole one', async () => {
    const whole = gzipSync('1\n2\n');
    for (let length = 2; length < whole.length; length += 1) {
      const { error } = await drain(whole.subarray(0, length), { chunkBytes: 7 });
      expect(said(error)[0]).toBe('FILE_TRUNCATED');
    }
    const { error } = await drain(Buffer.concat([whole, whole.subarray(0, 9)]));
    expect(said(error)[0]).toBe('FILE_TRUNCATED');
  });

  it('a damaged file: the records before the damage, and never the end', async () => {
    const values = noise(20_000);
    const bytes = gzipSync(linesOf(values));
    bytes.fill(0xff, bytes.length - 9000, bytes.length - 8900);
    const { records, error } = await drain(bytes);
    // Damaged bits may unpack to something, which then is no record; the checksum comes last.
    expect(said(error)[0]).toMatch(/^FILE_(COMPRESSION|ENCODING|RECORD)_INVALID$/);
    expect(records.slice(0, 18_000)).toEqual(values.slice(0, 18_000));
  });

  it('a second member that is none: the records of the first, then what happened', async () => {
    const values = noise(5_000);
    const bytes = Buffer.concat([gzipSync(linesOf(values)), Buffer.from('\x1f\x8bgarbage')]);
    const { records, error } = await drain(bytes);
    expect(said(error)).toEqual([
      'FILE_COMPRESSION_INVALID',
      expect.stringMatching(/^f\.gz is no gzip data, or damaged: .*get the file anew/),
    ]);
    expect(records.length).toBeGreaterThan(4_000);
    expect(records).toEqual(values.slice(0, records.length));
  });

  it('a checksum that does not fit, and what is no gzip at all', async () => {
    const bytes = gzipSync('1\n');
    bytes[bytes.length - 8]! ^= 1;
    expect(said((await drain(bytes)).error)[0]).toBe('FILE_COMPRESSION_INVALID');
    const plain = await drain(Buffer.from('1\n2\n'), { compression: 'gzip' });
    expect(said(plain.error)).toEqual([
      'FILE_COMPRESSION_INVALID',
      expect.stringContaining("compression: 'none'"),
    ]);
  });

  it('B1: a file that unpacks to a thousand times its size is unpacked by demand', async () => {
    const file = new MemoryFile(gzipSync('1\n'.repeat(20_000_000)), 512);
    const driver = new Driver(ndjsonFile('f', { decode: anything, open: file.open }));
    const run = createRun<unknown>(100);
    driver.reader.open();
    while (run.length === 0) {
      await driver.mail();
      driver.deliver();
      driver.reader.poll(run, 1);
    }
    // One packed piece makes megabytes here; of the file no more was read than that.
    expect(file.bytesRead).toBeLessThanOrEqual(1024);
    await driver.reader.close();
    expect(file.closed).toBe(1);
  });

  it('B1: what waits unpacked is a piece, however much one packed piece makes', async () => {
    const file = new MemoryFile(gzipSync('1\n'.repeat(5_000_000)));
    const stream = new GunzipStream('f.gz', await file.open('f.gz'));
    let bytes = 0;
    for (let piece = await stream.read(1e9); piece !== undefined; piece = await stream.read(1e9)) {
      expect(piece.length).toBeLessThanOrEqual(64 * 1024);
      bytes += piece.length;
      await new Promise(setImmediate); // time for it to unpack ahead, if it did
    }
    expect(bytes).toBe(10_000_000);
    await stream.close();
  });
});
