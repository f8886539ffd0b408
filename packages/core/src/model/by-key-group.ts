/**
 * Owns: sorting numbered things out by key group, once for all groups.
 * Refuses: to look for one group alone: 128 of these would go through everything 128 times.
 */
import type { KeyGroup } from './key-group.js';

export type ByKeyGroup = ReadonlyMap<KeyGroup, readonly number[]>;

export function byKeyGroup(
  numbers: Iterable<number>,
  groupOf: (number: number) => KeyGroup,
): ByKeyGroup {
  const groups = new Map<KeyGroup, number[]>();
  for (const number of numbers) {
    const group = groupOf(number);
    const known = groups.get(group);
    if (known === undefined) groups.set(group, [number]);
    else known.push(number);
  }
  return groups;
}
