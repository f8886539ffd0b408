/**
 * The flight job over the real file repeated, in virtual time: every row is right, and what is held
 * on the way does not grow with the file. No heap is measured here; the large bench does that.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DEFAULT_LIMITS, type Sink } from '@millrace/core';
import {
  decodeFlight,
  delayRow,
  flightDelays,
  type DayOfDelays,
  type DelayRow,
  type Flight,
  type Format,
} from '@millrace/examples/flight-delays';
import { jsonFile, ndjsonFile, type OpenBytes } from '@millrace/files';
import { simulate, slowSink, type SimulationView } from '@millrace/testing';
import { addingDynamoDbSink } from './adding-dynamodb.js';
import { addingSink } from './adding-sink.js';
import { repeatedFlights, type Repetition } from './repeated-flights.js';
import { RowAdder, type RowSums } from './row-sums.js';

const DATA = join(dirname(createRequire(__filename).resolve('vega-datasets')), '..', 'data');
const FLIGHTS = { path: join(DATA, 'flights-20k.json'), format: 'json' } as const;
/** Of the real file, by hand and by the example's own test. */
const [FLIGHTS_COUNT, ROWS_COUNT] = [20_000, 6_901];
/** Airports that flights of the file depart from. */
const AIRPORTS_COUNT = 220;
/** How much more a file of four times the length may hold: days and runs meet differently in it. */
const GROWTH_MAX = 2;
const LOOK_EVERY_FLIGHTS = 64;
/** Of one test, on a machine that does other things as well. */
const MS_MAX = 60_000;

async function largeFile(repetition: Repetition): Promise<Uint8Array> {
  const blocks: string[] = [];
  for await (const block of repeatedFlights(repetition)) blocks.push(block);
  return new TextEncoder().encode(blocks.join(''));
}

/** The most that was there at once, anywhere between the file and the sink. */
interface HeldMax {
  bytesAhead: number;
  flightsOnTheWay: number;
  queued: number;
  openWindows: number;
  rowsAtSink: number;
}

/** A job under observation: at every so many flights somebody looks at what is held. */
class ObservedJob {
  readonly heldMax: HeldMax = {
    bytesAhead: 0,
    flightsOnTheWay: 0,
    queued: 0,
    openWindows: 0,
    rowsAtSink: 0,
  };
  private bytesRead = 0;
  private bytesDecoded = 0;
  private flights = 0;
  private view: SimulationView | undefined;

  constructor(
    private readonly file: Uint8Array,
    private readonly format: Format,
  ) {}

  run(delays: Sink<DayOfDelays>) {
    const source = this.format === 'json' ? jsonFile : ndjsonFile;
    const options = { decode: (value: unknown) => this.decode(value), open: this.open };
    const flights = source('flights', options);
    return simulate(flightDelays({ flights, delays }), {
      during: (view) => (this.view = view),
      traceLinesMax: 1,
    });
  }

  private readonly open: OpenBytes = () =>
    Promise.resolve({
      read: (bytesMax) => {
        const chunk = this.file.slice(this.bytesRead, this.bytesRead + bytesMax);
        this.bytesRead += chunk.length;
        return Promise.resolve(chunk.length === 0 ? undefined : chunk);
      },
      close: () => Promise.resolve(),
    });

  private decode(value: unknown): Flight {
    this.bytesDecoded += JSON.stringify(value).length + 1;
    this.flights += 1;
    if (this.flights % LOOK_EVERY_FLIGHTS === 0) this.look();
    return decodeFlight(value);
  }

  private look(): void {
    const { queued, operators, sinks } = this.view!.handle.metrics();
    const windows = operators['delay-stats']!;
    this.note('bytesAhead', this.bytesRead - this.bytesDecoded);
    this.note('flightsOnTheWay', this.flights - windows['numRecordsIn']!);
    this.note('queued', queued);
    this.note('openWindows', windows['numOpenWindows']!);
    this.note('rowsAtSink', Number(sinks['delays']!['held'] ?? 0));
  }

  private note(what: keyof HeldMax, held: number): void {
    this.heldMax[what] = Math.max(this.heldMax[what], held);
  }
}

describe('the flight job over the real file three times', () => {
  const threeTimes = (format: Format) => largeFile({ flights: FLIGHTS, repetitions: 3, format });
  const sinks = { adding: addingSink, dynamoDb: addingDynamoDbSink };

  it.each([
    ['json', 'adding'],
    ['ndjson', 'adding'],
    ['json', 'dynamoDb'],
  ] as const)(
    'gives three times its rows (%s, %s sink)',
    async (format, sink) => {
      const adder = new RowAdder();
      await new ObservedJob(await threeTimes(format), format).run(sinks[sink](adder));
      expect(adder.sums()).toMatchObject({ rows: 3 * ROWS_COUNT, flights: 3 * FLIGHTS_COUNT });
    },
    MS_MAX,
  );

  it(
    'gives each repetition the rows of the first, on days of its own',
    async () => {
      const slow = slowSink<DayOfDelays>({ bufferRecordsMax: 500, recordsPerTick: 500, tickMs: 1 });
      await new ObservedJob(await threeTimes('json'), 'json').run(slow);
      const rows = slow.written.map(delayRow);
      const sums = [0, 1, 2].map((repetition) => sumsOfRepetition(rows, repetition));
      expect(sums[0]).toMatchObject({ rows: ROWS_COUNT, flights: FLIGHTS_COUNT });
      expect(sums).toEqual([sums[0], sums[0], sums[0]]);
    },
    MS_MAX,
  );

  // From the 1st of January 2001 on, 90 days each.
  function sumsOfRepetition(rows: readonly DelayRow[], repetition: number): RowSums {
    const adder = new RowAdder();
    for (const row of rows) {
      const days = (Date.parse(row.day) - Date.UTC(2001, 0, 1)) / 86_400_000;
      if (Math.floor(days / 90) === repetition) adder.add({ ...row, day: String(days % 90) });
    }
    return adder.sums();
  }
});

describe('what is held between source and sink', () => {
  /** Of the real file: enough to fill a channel, and more than a fortnight. */
  const someFlights = 4_000;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'millrace-'));
    const flights = JSON.parse(await readFile(FLIGHTS.path, 'utf8')) as readonly unknown[];
    await writeFile(join(folder, 'some.json'), JSON.stringify(flights.slice(0, someFlights)));
  });
  afterAll(() => rm(folder, { recursive: true }));

  async function heldMaxOver(repetitions: number, sink: Sink<DayOfDelays>): Promise<HeldMax> {
    const flights = { path: join(folder, 'some.json'), format: 'json' } as const;
    const file = await largeFile({ flights, repetitions, format: 'json' });
    const job = new ObservedJob(file, 'json');
    await job.run(sink);
    return job.heldMax;
  }

  /** The days that one run of flights touches are open together; few airports have one on each. */
  const limits: HeldMax = {
    bytesAhead: 128 * 1_024,
    queued: DEFAULT_LIMITS.channelRecords,
    flightsOnTheWay: DEFAULT_LIMITS.channelRecords + DEFAULT_LIMITS.runRecordsMax,
    openWindows: 3 * AIRPORTS_COUNT,
    rowsAtSink: 64,
  };

  it.each([
    ['a sink that takes everything', () => addingSink(new RowAdder())],
    // So slow that the source is stopped: what is held meets its limits.
    [
      'a sink that stops the source',
      () => slowSink<DayOfDelays>({ bufferRecordsMax: 64, recordsPerTick: 32, tickMs: 1 }),
    ],
  ])(
    'does not grow from 3 repetitions to 12, with %s',
    async (_, sink) => {
      const [small, large] = [await heldMaxOver(3, sink()), await heldMaxOver(12, sink())];
      for (const what of Object.keys(limits) as readonly (keyof HeldMax)[]) {
        const held = [what, small[what], large[what]];
        const isBounded = Math.max(small[what], large[what]) <= limits[what];
        const isFlat = large[what] <= small[what] * GROWTH_MAX;
        expect([...held, isBounded, isFlat]).toEqual([...held, true, true]);
      }
    },
    MS_MAX,
  );

  it('meets the limits where the sink stops the source, so that they are put to the test', async () => {
    const slow = slowSink<DayOfDelays>({ bufferRecordsMax: 64, recordsPerTick: 32, tickMs: 1 });
    const { queued, bytesAhead, rowsAtSink } = await heldMaxOver(3, slow);
    expect(queued).toBeGreaterThan(0.9 * limits.queued);
    expect(bytesAhead).toBeGreaterThan(0.8 * limits.bytesAhead);
    expect(rowsAtSink).toBe(limits.rowsAtSink);
  });
});
