/**
 * Owns: what file sources promise about files that grow, in virtual time and on the disk.
 */
import { appendFile, mkdtemp, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineJob, MillraceError } from '@millrace/core';
import type { Source } from '@millrace/core/connector';
import { collectSink, settlePromises, simulate, VirtualClock } from '@millrace/testing';
import type { OpenBytes } from './byte-stream.js';
import type { CsvRow } from './csv-columns.js';
import { csvFile } from './csv-file.js';
import { anything } from './file-harness.fixture.js';
import { ndjsonFile } from './ndjson-file.js';
import { openNodeFile } from './node-file.js';

/** A file in memory; its path may get another one, and it may be cut, as on a disk. */
interface GrowingFile {
  content: string;
}

class GrowingDisk {
  readonly files = new Map<string, GrowingFile>();
  reads = 0;
  /** Happens when it is asked whether a file was replaced, just before the answer. */
  lastWords: () => void = () => {};
  openNow = 0;

  write(path: string, content: string): void {
    this.files.set(path, { content });
  }

  append(path: string, content: string): void {
    this.files.get(path)!.content += content;
  }

  readonly open: OpenBytes = async (path) => {
    const file = this.files.get(path);
    if (file === undefined) throw new MillraceError('FILE_MISSING', `There is no ${path}.`);
    let at = 0;
    this.openNow += 1;
    return {
      read: async (bytesMax) => {
        this.reads += 1;
        const text = file.content.slice(at, at + bytesMax);
        at += text.length;
        return text === '' ? undefined : new TextEncoder().encode(text);
      },
      isReplaced: async () => {
        this.lastWords();
        const now = this.files.get(path);
        return now !== undefined && (now !== file || now.content.length < at);
      },
      close: async () => void (this.openNow -= 1),
    };
  };
}

type Happening = readonly [atMs: number, what: () => void];

/** Follows, lets things happen at their times, and drains the job at `endMs`. */
async function followed(source: Source<unknown>, happenings: readonly Happening[], endMs: number) {
  const clock = new VirtualClock();
  const out = collectSink<unknown>();
  const arrivals: [number, unknown][] = [];
  const job = defineJob('follow', (env) => {
    env
      .fromSource(source, { uid: 'in' })
      .map((value) => (arrivals.push([clock.now(), value]), value))
      .sinkTo(out, { uid: 'out' });
  });
  const { result, endedAt } = await simulate(job, {
    clock,
    during: ({ handle }) => {
      for (const [atMs, what] of happenings) clock.after(atMs, what);
      clock.after(endMs, () => void handle.stop({ drain: true }));
    },
  });
  return { values: out.values, arrivals, ended: result.ended, endedAt, clock };
}

describe('follow', () => {
  let disk: GrowingDisk;
  beforeEach(() => (disk = new GrowingDisk()));
  const lines = (paths: string | readonly string[] = 'log', pollMs = 100) =>
    ndjsonFile(paths, { decode: anything, open: disk.open, follow: { pollMs } });

  it('is unbounded, and refuses what cannot be followed', () => {
    const make = (options: object) => () => ndjsonFile('f', { decode: anything, ...options });
    expect(make({ follow: true })().boundedness).toBe('unbounded');
    expect(make({ follow: true, compression: 'gzip' })).toThrow(/cannot be followed/);
    expect(make({ follow: { pollMs: 0 } })).toThrow(/pollMs of f is 0/);
  });

  it('reads what is added, within pollMs, until the job drains; and looks no more often', async () => {
    disk.write('log', '1\n');
    const happenings: Happening[] = [
      [250, () => disk.append('log', '2\n3\n')],
      [900, () => disk.append('log', '4\n')],
    ];
    const { arrivals, ended, endedAt, clock } = await followed(lines(), happenings, 10_050);
    expect(arrivals).toEqual([
      [0, 1],
      [300, 2],
      [300, 3],
      [900, 4],
    ]);
    expect([ended, endedAt, disk.openNow]).toEqual(['stopped', 10_050, 0]);
    expect(disk.reads).toBeLessThan(110);
    expect(clock.pendingTimers()).toEqual([]);
  });

  it('looks every second by default', async () => {
    disk.write('log', '');
    const source = ndjsonFile('log', { decode: anything, open: disk.open, follow: true });
    const { arrivals } = await followed(source, [[10, () => disk.append('log', '1\n')]], 5000);
    expect(arrivals).toEqual([[1000, 1]]);
  });

  it('a half-written last line waits for its newline', async () => {
    disk.write('log', '1\n{"a"');
    const happenings: Happening[] = [
      [150, () => disk.append('log', ':2')],
      [350, () => disk.append('log', '}')],
      [550, () => disk.append('log', '\n')],
    ];
    const { arrivals } = await followed(lines(), happenings, 2000);
    expect(arrivals).toEqual([
      [0, 1],
      [600, { a: 2 }],
    ]);
  });

  it('waits for a file that does not exist yet', async () => {
    const { arrivals } = await followed(lines(), [[420, () => disk.write('log', '1\n')]], 2000);
    expect(arrivals).toEqual([[500, 1]]);
  });

  it('rotation: the old file is finished, then the new one read from its beginning', async () => {
    disk.write('log', '1\n');
    const happenings: Happening[] = [
      [
        250,
        () => {
          disk.append('log', '2\n3'); // written just before, without its newline
          disk.write('log', '4\n');
        },
      ],
      [450, () => disk.append('log', '5\n')],
    ];
    const { values } = await followed(lines(), happenings, 2000);
    expect(values).toEqual([1, 2, 3, 4, 5]);
  });

  it('rotation: what the old file gets between its end and the answer is read as well', async () => {
    disk.write('log', '1\n');
    const old = disk.files.get('log')!;
    const rotate = () => {
      disk.write('log', '3\n');
      disk.lastWords = () => {
        old.content += '2\n';
        disk.lastWords = () => {};
      };
    };
    const { values } = await followed(lines(), [[250, rotate]], 2000);
    expect(values).toEqual([1, 2, 3]);
  });

  it('truncation: the file is read again from its beginning', async () => {
    disk.write('log', '1\n2\n');
    const happenings: Happening[] = [[250, () => (disk.files.get('log')!.content = '3\n')]];
    const { values } = await followed(lines(), happenings, 2000);
    expect(values).toEqual([1, 2, 3]);
  });

  it('of several files each is left for the next that is there, and the last is followed', async () => {
    disk.write('a', '1\n');
    disk.write('b', '2\n');
    const listed = ['a', 'b'];
    const source = ndjsonFile(
      { name: 'logs', list: async () => [...listed] },
      { decode: anything, open: disk.open, follow: { pollMs: 100 } },
    );
    const happenings: Happening[] = [
      [250, () => disk.append('b', '3\n')],
      [
        350,
        () => {
          disk.append('b', '4\n');
          disk.write('c', '5\n');
          listed.push('c');
        },
      ],
    ];
    const { values } = await followed(source, happenings, 2000);
    expect(values).toEqual([1, 2, 3, 4, 5]);
  });

  it('CSV: rows wait for their newline, and a new file has a header again', async () => {
    disk.write('log', 'n\n1\n2');
    const decode = ({ n }: CsvRow) => n;
    const source = csvFile('log', { decode, open: disk.open, follow: { pollMs: 100 } });
    const happenings: Happening[] = [
      [150, () => disk.append('log', '3\n')],
      [350, () => disk.write('log', 'x,n\n8,9\n')],
    ];
    const { values } = await followed(source, happenings, 2000);
    expect(values).toEqual(['1', '23', '9']);
  });
});

describe('a file of the disk', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'millrace-follow-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('gives what was added since its end was met, and says when it was replaced or cut', async () => {
    const path = join(folder, 'log');
    await writeFile(path, '12');
    const stream = await openNodeFile(path);
    const text = async () => new TextDecoder().decode(await stream.read(10));
    expect([await text(), await text(), await stream.isReplaced?.()]).toEqual(['12', '', false]);
    await appendFile(path, '3');
    expect([await stream.isReplaced?.(), await text()]).toEqual([false, '3']);
    await truncate(path, 1);
    expect(await stream.isReplaced?.()).toBe(true);
    await rename(path, `${path}.1`);
    expect(await stream.isReplaced?.()).toBe(false);
    await writeFile(path, '1234');
    expect(await stream.isReplaced?.()).toBe(true);
    await stream.close();
    await settlePromises();
  });
});
