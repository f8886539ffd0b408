import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expectedRows } from './expected-rows.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'millrace-'));
});
afterAll(() => rm(folder, { recursive: true }));

const records = [
  { date: '2001/01/01 23:59', delay: 15, origin: 'ATL' },
  { date: '2001/01/01 00:00', delay: 14, origin: 'ATL' },
  { date: '2001/01/01 12:00', delay: 200, origin: 'BOS' },
  { date: '2001/01/01 13:00', delay: -21, origin: 'ATL' },
  { date: '2001/01/02 00:00', delay: -9, origin: 'ATL' },
];
// By hand: (15 + 14 - 21) / 3, and only 15 is late.
const rows = [
  { airport: 'ATL', day: '2001-01-01', flights: 3, delayed: 1, meanDelay: 8 / 3, worstDelay: 15 },
  { airport: 'BOS', day: '2001-01-01', flights: 1, delayed: 1, meanDelay: 200, worstDelay: 200 },
  { airport: 'ATL', day: '2001-01-02', flights: 1, delayed: 0, meanDelay: -9, worstDelay: -9 },
];

it.each([
  ['json', JSON.stringify(records)],
  ['ndjson', records.map((record) => `${JSON.stringify(record)}\r\n`).join('\n')],
] as const)('adds up %s as one does by hand', async (format, text) => {
  const path = join(folder, `flights.${format}`);
  await writeFile(path, text);
  expect(await expectedRows({ path, format })).toEqual({ flights: 5, rows });
});

it('refuses a day that comes again, whose rows are out already', async () => {
  const path = join(folder, 'again.json');
  await writeFile(path, JSON.stringify([...records, records[0]]));
  await expect(expectedRows({ path, format: 'json' })).rejects.toThrow(
    'The day 2001-01-01 comes after 2001-01-02; sort the flights.',
  );
});
