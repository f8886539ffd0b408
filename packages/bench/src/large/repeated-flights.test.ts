import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repeatedFlights, repetitionsFor, type Repetition } from './repeated-flights.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'millrace-'));
});
afterAll(() => rm(folder, { recursive: true }));

const flight = (date: string) => ({
  date,
  delay: 1,
  distance: 2,
  origin: 'ATL',
  destination: 'B}',
});
/** Three days, over the end of a February with 29 days. */
const flights = ['2004/02/28 23:00', '2004/02/28 23:00', '2004/03/01 01:00'].map(flight);

async function textOf(options: Omit<Repetition, 'flights'>): Promise<string> {
  const path = join(folder, 'flights.json');
  await writeFile(path, JSON.stringify(flights));
  let text = '';
  const source = { path, format: 'json' } as const;
  for await (const block of repeatedFlights({ flights: source, ...options })) text += block;
  return text;
}

it('gives a file once as it is', async () => {
  expect(await textOf({ repetitions: 1, format: 'json' })).toBe(JSON.stringify(flights));
});

it('begins each repetition on the day after the last one', async () => {
  const records = [
    ...flights,
    ...['2004/03/02 23:00', '2004/03/02 23:00', '2004/03/04 01:00'].map(flight),
    ...['2004/03/05 23:00', '2004/03/05 23:00', '2004/03/07 01:00'].map(flight),
  ];
  expect(await textOf({ repetitions: 3, format: 'json' })).toBe(JSON.stringify(records));
  const lines = records.map((record) => `${JSON.stringify(record)}\n`).join('');
  expect(await textOf({ repetitions: 3, format: 'ndjson' })).toBe(lines);
});

it.each(['json', 'ndjson'] as const)(
  'takes as few repetitions as make so many bytes of %s',
  async (format) => {
    const fileBytes = JSON.stringify(flights).length;
    for (const bytesMin of [1, fileBytes, fileBytes + 1, 2 * fileBytes - 1, 1_000, 5_000]) {
      const repetitions = repetitionsFor(bytesMin, fileBytes);
      const { length } = await textOf({ repetitions, format });
      expect(length).toBeGreaterThanOrEqual(bytesMin - 1);
      expect(length - fileBytes).toBeLessThanOrEqual(bytesMin);
    }
  },
);
