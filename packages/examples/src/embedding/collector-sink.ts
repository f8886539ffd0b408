/**
 * Owns: a sink that posts batches of records as JSON to a collector, and what its answers mean.
 * Refuses: to remember what it has sent. A batch whose answer is lost is sent again, so the collector
 *   has to bear a row twice.
 */
import type { Sink } from '@millrace/core';
import {
  asyncSink,
  asyncSinkLimits,
  fifoBuffer,
  type AsyncSinkLimits,
  type BatchReply,
  type SinkErrorVerdict,
} from '@millrace/core/connector';

export interface CollectorOptions<T> {
  readonly url: string;
  /** How the report of what was left unwritten names a row. */
  readonly keyOf: (row: T) => string;
  readonly limits?: Partial<AsyncSinkLimits>;
}

export function collectorSink<T extends object>(options: CollectorOptions<T>): Sink<T> {
  const { url, keyOf, limits } = options;
  return asyncSink<T, T>({
    name: 'collector',
    limits: asyncSinkLimits(limits),
    connect: () => ({
      buffer: fifoBuffer({ keyOf }),
      toEntry: (row) => row,
      describe: keyOf,
      connection: {
        // The first batch finds out whether somebody is there.
        open: () => Promise.resolve(),
        send: (batch, signal) => post(url, { batch, signal }),
        classify: verdictOf,
        close: () => undefined,
      },
    }),
  });
}

interface Request<T> {
  readonly batch: readonly T[];
  readonly signal: AbortSignal;
}

async function post<T>(url: string, { batch, signal }: Request<T>): Promise<BatchReply<T>> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify(batch);
  const response = await fetch(url, { method: 'POST', headers, body, signal });
  await response.arrayBuffer(); // so that the socket serves the next batch
  if (!response.ok) throw new Refused(url, response.status);
  return { unprocessed: [] };
}

class Refused extends Error {
  constructor(
    url: string,
    readonly httpStatus: number,
  ) {
    super(`The collector at ${url} answered with status ${String(httpStatus)}.`);
  }
}

function verdictOf(error: unknown): SinkErrorVerdict {
  const reason = error instanceof Error ? error.message : String(error);
  // No answer came: the batch may have been written all the same.
  if (!(error instanceof Refused)) return { kind: 'ambiguous', reason };
  if (error.httpStatus === 429 || error.httpStatus === 503) return { kind: 'throttled', reason };
  return { kind: error.httpStatus < 500 ? 'fatal' : 'ambiguous', reason };
}
