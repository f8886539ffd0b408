/**
 * Owns: rows that stand in snapshots as they are.
 * Refuses: to know what they hold.
 */
import type { RowForm } from './state.js';

export function plainForm<V>(kind: string): RowForm<V> {
  return {
    kind,
    toStored: (value) => ({ value, touchedAt: undefined }),
    toRow: ({ value }) => value as V,
  };
}
