/**
 * Owns: a large file of flights: a smaller one again and again, each time on the days after the last.
 * Refuses: chance, and to hold more than a block of either file.
 *
 * A repetition begins on the day after the last one ended, whatever the times on these days are. So
 * the flights stay sorted, no day of an airport meets its like of another repetition, and the large
 * file has as many rows as the small one, times the repetitions.
 */
import {
  parsedFlights,
  type FlightFile,
  type Format,
  type ParsedFlight,
} from '@millrace/examples/flight-delays';

export interface Repetition {
  /** Sorted by departure. */
  readonly flights: FlightFile;
  readonly repetitions: number;
  /** Of the text that comes out. */
  readonly format: Format;
}

/** How texts are handed on: long enough that a write is worth its while. */
const BLOCK_CHARS_MIN = 64 * 1024;
const DAY_MS = 86_400_000;

const BRACKETS = {
  json: { before: '[', between: ',', after: ']' },
  ndjson: { before: '', between: '\n', after: '\n' },
} as const;

/** How many repetitions it takes until there are `bytesMin`, of a file without needless spaces. */
export function repetitionsFor(bytesMin: number, fileBytes: number): number {
  // Of its two brackets a repetition loses one and gains a comma for the other.
  return Math.max(1, Math.ceil((bytesMin - 1) / (fileBytes - 1)));
}

/** The large file, block by block. */
export async function* repeatedFlights(repetition: Repetition): AsyncGenerator<string> {
  const { before, between, after } = BRACKETS[repetition.format];
  let [block, separator] = [before as string, ''];
  for await (const flight of shiftedFlights(repetition)) {
    block += separator + JSON.stringify(flight);
    separator = between;
    if (block.length < BLOCK_CHARS_MIN) continue;
    yield block;
    block = '';
  }
  yield block + after;
}

async function* shiftedFlights({ flights, repetitions }: Repetition): AsyncGenerator<ParsedFlight> {
  let startDay: number | undefined;
  for (let repetition = 0; repetition < repetitions; repetition++) {
    const days = new ShiftedDays(startDay);
    for await (const flight of parsedFlights(flights)) {
      yield { ...flight, date: days.shifted(flight.date) };
    }
    startDay = days.dayAfter();
  }
}

/** The days of one repetition: those of the file, moved so that the first is `startDay`. */
class ShiftedDays {
  private shiftDays: number | undefined;
  private day = 0;
  /** The day in hand, as the file has it and as it comes out; a day has hundreds of flights. */
  private text = '';
  private shiftedText = '';

  constructor(private readonly startDay: number | undefined) {}

  /** `2001/01/10 18:20`, on another day. */
  shifted(date: string): string {
    const text = date.slice(0, 10);
    if (text !== this.text) this.turnTo(text);
    return this.shiftedText + date.slice(10);
  }

  dayAfter(): number {
    return this.day + 1;
  }

  private turnTo(text: string): void {
    const day = Date.parse(`${text.replaceAll('/', '-')}T00:00Z`) / DAY_MS;
    this.shiftDays ??= (this.startDay ?? day) - day;
    this.day = day + this.shiftDays;
    this.text = text;
    this.shiftedText = new Date(this.day * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '/');
  }
}
