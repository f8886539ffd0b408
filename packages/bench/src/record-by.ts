/**
 * Owns: a record with an entry for each of a list of keys.
 */

export function recordBy<Name extends PropertyKey, Figure>(
  names: readonly Name[],
  of: (name: Name) => Figure,
): Record<Name, Figure> {
  const entries = names.map((name) => [name, of(name)]);
  return Object.fromEntries(entries) as Record<Name, Figure>;
}
