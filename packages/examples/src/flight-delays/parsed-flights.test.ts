import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FlightFile } from './flight-file.js';
import { parsedFlights } from './parsed-flights.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'millrace-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function fileOf(text: string, format: FlightFile['format']): Promise<FlightFile> {
  const path = join(folder, `flights.${format}`);
  await writeFile(path, text);
  return { path, format };
}

async function read(file: FlightFile): Promise<readonly unknown[]> {
  const records: unknown[] = [];
  for await (const record of parsedFlights(file)) records.push(record);
  return records;
}

/** Some of them across the border of two blocks, with braces where they do no harm. */
const records = Array.from({ length: 5_000 }, (_, at) => ({
  date: '2001/01/01 00:00',
  origin: ['ATL', '}', '{', '"}', '\\}{'][at % 5],
  destination: 'Zürich',
  delay: at,
  more: [{ nested: {} }],
}));

it.each([
  ['json', JSON.stringify(records)],
  ['json', `\ufeff${JSON.stringify(records, null, 2)}\r\n`],
  ['ndjson', records.map((record) => JSON.stringify(record)).join('\n')],
  ['ndjson', `\ufeff\r\n${records.map((record) => `${JSON.stringify(record)}\r\n`).join('\n')}`],
] as const)('gives of %s what JSON.parse gives of the whole', async (format, text) => {
  expect(await read(await fileOf(text, format))).toEqual(records);
});

it('gives nothing of an empty array', async () => {
  expect(await read(await fileOf('[ ]\n', 'json'))).toEqual([]);
});

it('gives up on what is no record instead of gathering the rest of the file', async () => {
  const broken = await fileOf(`[{"date":},${'{},'.repeat(100)}`, 'json');
  await expect(read(broken)).rejects.toThrow(/has something that is no record\.$/);
});

it('rejects where there is no file', async () => {
  await expect(read({ path: join(folder, 'nowhere'), format: 'json' })).rejects.toThrow('ENOENT');
});
