/**
 * Owns: what a snapshot keeps of a record that a function of the user's is given, who may change it.
 * Refuses: to copy where nothing can change, or where no snapshot is ever asked for.
 *
 * K4. By the codec, so that what it would refuse in the snapshot is refused when the record comes.
 */
import type { World } from './world.js';

export function keptCopy(
  { codec, snapshots }: Pick<World, 'codec' | 'snapshots'>,
  operator: string,
): (value: unknown) => unknown {
  if (snapshots === 'never') return (value) => value;
  const owner = `a record of "${operator}"`;
  return (value) =>
    typeof value === 'object' && value !== null ? codec.decode(codec.encode(value, owner)) : value;
}
