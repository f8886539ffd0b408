/** Owns: what file sources promise about several files: order, one open at a time, places, globs. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CsvRow } from './csv-columns.js';
import { csvFile } from './csv-file.js';
import { anything, Driver, MemoryDisk, said } from './file-harness.fixture.js';
import type { FilePaths } from './file-list.js';
import { glob } from './glob.js';
import { jsonFile } from './json-file.js';
import { ndjsonFile } from './ndjson-file.js';

const files = { a: '1\n2', b: '', c: '3\n\n4\n', bad: '5\n{\n6\n' };

function drain(paths: FilePaths, how: { recordsMax?: number; onError?: 'fail' | 'skip' } = {}) {
  const disk = new MemoryDisk(files, 2);
  const source = ndjsonFile(paths, { decode: anything, open: disk.open });
  const driver = new Driver(source, how.onError);
  const drained = driver.drain(how.recordsMax ?? 10);
  return drained.then((result) => ({ ...result, disk, failed: driver.failed }));
}

describe('several files', () => {
  it('come one after another in the order of the array, one open at a time', async () => {
    for (const recordsMax of [1, 3, 100]) {
      const { records, error, disk } = await drain(['c', 'a', 'b', 'c'], { recordsMax });
      expect({ records, error }).toEqual({ records: [3, 4, 1, 2, 3, 4], error: undefined });
      expect([disk.openMax, disk.openNow]).toEqual([1, 0]);
    }
  });

  it('are named by the first and how many there are', () => {
    const name = (paths: FilePaths) => ndjsonFile(paths, { decode: anything }).name;
    expect(name(['a'])).toBe('ndjsonFile(a)');
    expect(name(['a', 'b', 'c'])).toBe('ndjsonFile(a and 2 more)');
    expect(() => name([])).toThrow(/no path/);
  });

  it('an error names the file and its own line, behind the records before it', async () => {
    const { records, error } = await drain(['a', 'bad', 'c']);
    expect(records).toEqual([1, 2, 5]);
    expect(said(error)).toEqual(['FILE_RECORD_INVALID', expect.stringMatching(/^bad, line 2: /)]);
    expect(error).toMatchObject({ path: 'bad', line: 2 });
  });

  it('what decode refuses is named by its file and line too', async () => {
    const decode = (value: unknown) => {
      if (value === 4) throw new TypeError('no fours');
      return value;
    };
    const { open } = new MemoryDisk(files);
    const { error } = await new Driver(ndjsonFile(['a', 'c'], { decode, open })).drain(10);
    expect(said(error)[1]).toBe('c, line 3: no fours.');
  });

  it('a bad line is passed by within its file', async () => {
    const { records, failed } = await drain(['bad', 'c'], { onError: 'skip' });
    expect(records).toEqual([5, 6, 3, 4]);
    expect(failed).toEqual([{ code: 'FILE_RECORD_INVALID', line: 2, value: '{' }]);
  });

  it('each CSV file has a header of its own, and each JSON file is an array of its own', async () => {
    const csv = new MemoryDisk({ x: 'a,b\n1,2\n', y: 'b,a\n3,4' });
    const rows = csvFile(['x', 'y'], { decode: (row: CsvRow) => row, open: csv.open });
    expect((await new Driver(rows).drain(9)).records).toEqual([
      { a: '1', b: '2' },
      { b: '3', a: '4' },
    ]);
    const json = new MemoryDisk({ x: '[1,2]', y: '[3]', z: '[]' });
    const arrays = jsonFile(['x', 'z', 'y'], { decode: anything, open: json.open });
    expect((await new Driver(arrays).drain(9)).records).toEqual([1, 2, 3]);
  });

  it("a list of one's own is asked when the job runs", async () => {
    const { open } = new MemoryDisk(files);
    let asked = 0;
    const list = async () => ((asked += 1), ['a', 'c']);
    const source = ndjsonFile({ name: 'mine', list }, { decode: anything, open });
    expect([source.name, asked]).toEqual(['ndjsonFile(mine)', 0]);
    expect((await new Driver(source).drain(9)).records).toEqual([1, 2, 3, 4]);
  });
});

describe('glob', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'millrace-glob-'));
    await mkdir(join(folder, 'sub'));
    const names = ['9.csv', '10.csv', 'B.csv', 'a.csv', 'x[1].csv', 'sub/c.csv', 'a.txt', '.h.csv'];
    for (const name of names) await writeFile(join(folder, name), `n\n"${name}"\n`);
  });
  afterAll(() => rm(folder, { recursive: true }));

  const drainAll = (paths: FilePaths) =>
    new Driver(csvFile(paths, { decode: ({ n }: CsvRow) => n })).drain(2);
  const top = ['10.csv', '9.csv', 'B.csv', 'a.csv'];

  it('gives the files that match, in ascending order of their paths by code unit', async () => {
    const flat = await drainAll(glob('*.csv', { cwd: folder }));
    expect(flat).toEqual({ records: [...top, 'x[1].csv'], error: undefined });
    const deep = await drainAll(glob(['**/*.csv', '!x*'], { cwd: folder }));
    expect(deep.records).toEqual([...top, 'sub/c.csv']);
    const absolute = await drainAll(glob(`${folder.replaceAll('\\', '/')}/{a,B}.*`));
    expect(absolute.records).toEqual(['B.csv', 'a.csv', 'a.txt']);
  });

  it('a path with brackets is a path', async () => {
    expect((await drainAll(join(folder, 'x[1].csv'))).records).toEqual(['x[1].csv']);
  });

  it('no match is an error that names the pattern', async () => {
    const { error } = await drainAll(glob('*.json', { cwd: folder }));
    const message = 'There is no file that matches *.json; check the pattern and the folder.';
    expect(said(error)).toEqual(['FILE_MISSING', message]);
  });
});
