/**
 * Owns: how much memory a stretch of work needs: the heap in use after a collection, again and again,
 *   and what the process held at most.
 */
import { heapUsedMb } from '../collect-garbage.js';
import { median } from '../median.js';

export interface Memory {
  /** After a collection of everything. */
  readonly heapUsedMb: {
    readonly samples: number;
    readonly first: number;
    readonly median: number;
    readonly max: number;
  };
  /** By the operating system, since the process began. */
  readonly rssMaxMb: number;
}

export interface MemorySeen {
  readonly memory: Memory;
  /** What the samples took of the time of the work, since each is a collection of everything. */
  readonly samplingMs: number;
}

const SAMPLE_EVERY_MS = 1000;

/** Watches from now until the returned function is called, which says what was seen. */
export function watchMemory(): () => MemorySeen {
  let samplingMs = 0;
  const samplesMb = [heapUsedMb()];
  const sampling = setInterval(() => {
    const startedAt = performance.now();
    samplesMb.push(heapUsedMb());
    samplingMs += performance.now() - startedAt;
  }, SAMPLE_EVERY_MS);
  return () => {
    clearInterval(sampling);
    samplesMb.push(heapUsedMb());
    return { memory: memoryOf(samplesMb, process.resourceUsage().maxRSS * 1024), samplingMs };
  };
}

/** What comes to be known of samples in the order in which they were taken. */
export function memoryOf(samplesMb: readonly number[], rssMaxBytes: number): Memory {
  return {
    heapUsedMb: {
      samples: samplesMb.length,
      first: samplesMb[0]!,
      median: median(samplesMb),
      max: Math.max(...samplesMb),
    },
    rssMaxMb: Math.round(rssMaxBytes / 1e6),
  };
}
