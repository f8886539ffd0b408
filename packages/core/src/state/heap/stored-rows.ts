/**
 * Owns: the rows of a table in a snapshot: how many there are, then each with its key and namespace.
 * Refuses: to write more than the row where its form has no times for it.
 */
import type { CodecReader, CodecWriter } from '../../model/codec.js';
import type { CanonicalKey } from '../../model/key.js';
import type {
  KeyTable,
  Namespace,
  PlacedRow,
  RowForm,
  StateTable,
  StoredRow,
} from '../../model/state.js';

type WrittenRow =
  | readonly [CanonicalKey, Namespace, unknown]
  | readonly [CanonicalKey, Namespace, unknown, StoredRow['touchedAt']];

interface Writing {
  readonly keys: KeyTable;
  readonly form: RowForm<unknown>;
  readonly writer: CodecWriter;
}

export function writeRows(
  rows: Iterable<PlacedRow<unknown>>,
  { keys, form, writer }: Writing,
): void {
  const written: WrittenRow[] = [];
  for (const { id, namespace, row } of rows) {
    const stored = form.toStored(row);
    if (stored === undefined) continue;
    const { value, touchedAt } = stored;
    const key = keys.keyOf(id);
    written.push(
      touchedAt === undefined ? [key, namespace, value] : [key, namespace, value, touchedAt],
    );
  }
  writer.write(written.length);
  for (const row of written) writer.write(row);
}

export function readRow(
  table: StateTable<unknown> & { readonly form: RowForm<unknown> },
  keys: KeyTable,
  reader: CodecReader,
): void {
  const [key, namespace, value, touchedAt] = reader.next() as WrittenRow;
  const id = keys.enter(key);
  table.set(id, namespace, table.form.toRow({ value, touchedAt }));
  keys.leave(id);
}
