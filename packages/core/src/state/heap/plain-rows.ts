/**
 * Owns: rows that stand in snapshots as they are.
 * Refuses: to know what they hold.
 */
import type { RowForm } from '../../model/state.js';

export function plainRows<V>(): RowForm<V> {
  return {
    kind: 'row',
    toStored: (value) => ({ value, touchedAt: undefined }),
    toRow: ({ value }) => value as V,
  };
}
