/**
 * Owns: what an embedding example needs of its process.
 * Refuses: the process itself; a `main.ts` hands it in.
 */
import type { Signal, SignalSource } from './close-with-grace.js';
import { SIGNALS } from './close-with-grace.js';
import { EXIT_CODES } from './ending.js';

export interface Surroundings {
  readonly signals: SignalSource;
  /** One line of the log. */
  readonly print: (line: object) => void;
  readonly endNow: (signal: Signal) => void;
}

/** Those of a real process. */
export function surroundingsOf(process: NodeJS.Process): Surroundings {
  return {
    signals: process,
    print: (line) => void process.stdout.write(`${JSON.stringify(line)}\n`),
    endNow: (signal) => process.exit(EXIT_CODES.signal + SIGNALS[signal]),
  };
}
