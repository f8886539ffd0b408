/**
 * Owns: what a person sees while the job runs: a bar on a terminal, plain lines elsewhere.
 * Refuses: standard output, which is for the result alone.
 */
import { MultiBar, Presets } from 'cli-progress';
import type { JobCounters } from './job-counters.js';
import { counted, whole } from './wording.js';

/** Standard error, as far as it matters here. */
export type Screen = NodeJS.WritableStream & { readonly isTTY?: boolean };

export interface Display {
  show(counters: JobCounters): void;
  say(line: string): void;
  /** Nothing of it stays on a terminal but what was said. */
  close(): void;
}

/** Lines, each as it comes. */
export function lineDisplay(screen: Screen): Display {
  return {
    show: () => undefined,
    say: (line) => {
      screen.write(`${line}\n`);
    },
    close: () => undefined,
  };
}

/** A bar over the rows that are expected, with lines above it. */
export function barDisplay(screen: Screen, rowsExpected: number): Display {
  const bars = new MultiBar(
    {
      stream: screen,
      // It fits into 80 columns.
      format: '  {bar} {percentage}% | {rows} | {flights} | {state}',
      barsize: 20,
      autopadding: true,
      clearOnComplete: true,
      hideCursor: true,
      // Signals are the example's own; see close-with-grace.ts.
      gracefulExit: false,
    },
    Presets.shades_classic,
  );
  const bar = bars.create(rowsExpected, 0, {
    rows: 'no rows',
    flights: 'no flights',
    state: 'opening',
  });
  return {
    show: ({ read, written, sink }) => {
      bar.update(written, {
        rows: `${whole(written)} of ${counted(rowsExpected, 'row')}`,
        flights: counted(read, 'flight'),
        state: sink.state,
      });
    },
    say: (line) => {
      bars.log(`${line}\n`);
    },
    close: () => {
      bars.update(); // what was said last is not on the screen yet
      bars.stop();
    },
  };
}
