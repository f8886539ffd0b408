/**
 * Owns: numbers as the example prints them.
 * Refuses: the locale of the machine: output reads the same everywhere.
 */
const WHOLE = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/** 20,000 */
export function whole(count: number): string {
  return WHOLE.format(count);
}

/** "1 row", "6,901 rows" */
export function counted(count: number, noun: string): string {
  return `${whole(count)} ${noun}${count === 1 ? '' : 's'}`;
}
