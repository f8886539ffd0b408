/**
 * Owns: what is worth a line while the job runs: its pace, or how a slow table stops the source.
 * Refuses: to print, and to know the time; it is asked every few milliseconds, with both.
 */
import type { JobCounters } from './job-counters.js';
import { counted, whole } from './wording.js';

/** The next line, if there is one to say. */
export type Narrator = (counters: JobCounters, elapsedMs: number) => string | undefined;

/** Says nothing, where a progress bar says it all. */
export const silent: Narrator = () => undefined;

const PACE_MS = 1_000;
const SUMMARY_MS = 5_000;
/** So many times it is told in full that the sink was throttled; after that, how often. */
const TOLD_IN_FULL_MAX = 3;

/** How far the job is, once a second; it begins when the sink has opened. */
export function paceNarrator(rowsExpected: number | undefined): Narrator {
  const isDue = every(PACE_MS);
  const all = rowsExpected === undefined ? '' : ` of ${whole(rowsExpected)}`;
  return ({ read, written, sink }, elapsedMs) => {
    if (!sink.visited.includes('open') || !isDue(elapsedMs)) return undefined;
    return line(elapsedMs, `${counted(read, 'flight')} read, ${whole(written)}${all} rows written`);
  };
}

/** When the sink is throttled and when it is let go, with what that does to the source. */
export function throttlingNarrator(): Narrator {
  const isDue = every(SUMMARY_MS);
  const episodes = new Episodes();
  return (counters, elapsedMs) => {
    const change = episodes.observe(counters);
    if (episodes.times > TOLD_IN_FULL_MAX) {
      return isDue(elapsedMs) ? line(elapsedMs, inShort(counters, episodes.times)) : undefined;
    }
    if (change === 'entered') return line(elapsedMs, throttled(counters));
    return change === 'left' ? line(elapsedMs, letGo(counters, episodes.readBefore)) : undefined;
  };
}

/** How often the sink was seen throttled, and what was read when it last became so. */
class Episodes {
  times = 0;
  readBefore = 0;
  private state = 'opening';

  observe({ sink, read }: JobCounters): 'entered' | 'left' | 'same' {
    const before = this.state;
    this.state = sink.state;
    if (before === this.state) return 'same';
    if (this.state !== 'throttled') return before === 'throttled' ? 'left' : 'same';
    this.times += 1;
    this.readBefore = read;
    return 'entered';
  }
}

// Lines fit into 80 columns: above a progress bar, what is longer is cut off.
function throttled({ waiting, demandStops, read }: JobCounters): string {
  const rows = `${counted(waiting, 'row')} wait`;
  return `throttled: ${rows}, demand stop ${whole(demandStops)}, source at ${counted(read, 'flight')}`;
}

function letGo({ sink, written, read }: JobCounters, readBefore: number): string {
  const still = read === readBefore ? 'still ' : '';
  const rows = `${counted(written, 'row')} written`;
  return `${sink.state} again: ${rows}, source ${still}at ${counted(read, 'flight')}`;
}

function inShort({ written, read, demandStops }: JobCounters, times: number): string {
  const stops = `throttled ${counted(times, 'time')}, ${counted(demandStops, 'demand stop')}`;
  return `${stops}: ${counted(written, 'row')}, ${counted(read, 'flight')}`;
}

function line(elapsedMs: number, what: string): string {
  return `${(elapsedMs / 1_000).toFixed(1).padStart(6)} s  ${what}`;
}

function every(periodMs: number): (elapsedMs: number) => boolean {
  let nextMs = periodMs;
  return (elapsedMs) => {
    if (elapsedMs < nextMs) return false;
    nextMs = elapsedMs + periodMs;
    return true;
  };
}
