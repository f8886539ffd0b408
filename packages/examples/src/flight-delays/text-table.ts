/**
 * Owns: rows of text in columns that line up: texts to the left, numbers to the right.
 * Refuses: to format what is in them.
 */
export interface Column {
  readonly title: string;
  readonly align: 'left' | 'right';
}

/** One line per row, the titles first, each behind two blanks. */
export function textTable(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
): readonly string[] {
  const lines = [columns.map(({ title }) => title), ...rows];
  const widths = columns.map((_, at) => Math.max(...lines.map((cells) => cells[at]!.length)));
  return lines.map((cells) => {
    const aligned = cells.map((cell, at) =>
      columns[at]!.align === 'left' ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!),
    );
    return `  ${aligned.join('  ')}`.trimEnd();
  });
}
