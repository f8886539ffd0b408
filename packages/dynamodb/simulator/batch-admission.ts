/**
 * Owns: which writes of a batch fit into what is left of the write capacity.
 * Refuses: to look at what they mean; a batch that is wrong is for the service behind to refuse.
 */
import type { WriteRequest } from '../src/item.js';
import type { WriteUnitBucket } from './write-unit-bucket.js';
import { writeUnitsOf } from './write-units.js';

export type RequestItems = Readonly<Record<string, readonly WriteRequest[]>>;

/** Splits a batch, by table. A table of which nothing is left does not occur. */
export function admitBatch(
  items: RequestItems,
  bucket: WriteUnitBucket,
): { readonly admitted: RequestItems; readonly returned: RequestItems } {
  const verdicts = new Map<WriteRequest, boolean>();
  for (const request of Object.values(items).flat()) {
    verdicts.set(request, bucket.tryTake(writeUnitsOf(request)));
  }
  return {
    admitted: only(items, (request) => verdicts.get(request) === true),
    returned: only(items, (request) => verdicts.get(request) === false),
  };
}

/** What the service behind handed back, and what never reached it. */
export function mergeUnprocessed(left: RequestItems, right: RequestItems): RequestItems {
  const tables = new Set([...Object.keys(left), ...Object.keys(right)]);
  const merged = [...tables].map(
    (table) => [table, [...(left[table] ?? []), ...(right[table] ?? [])]] as const,
  );
  return Object.fromEntries(merged);
}

function only(items: RequestItems, keeps: (request: WriteRequest) => boolean): RequestItems {
  const kept = Object.entries(items).map(([table, all]) => [table, all.filter(keeps)] as const);
  return Object.fromEntries(kept.filter(([, requests]) => requests.length > 0));
}
