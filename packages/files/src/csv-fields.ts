/**
 * Owns: the fields of one CSV record, whose end and quoting `csv-extent.ts` has checked.
 * Refuses: to judge their number; the header does.
 */

/** The fields of a record's text, which has no line end. */
export function csvFields(text: string, delimiter: string): string[] {
  if (!text.includes('"')) return text.split(delimiter);
  const fields: string[] = [];
  for (let at = 0; ; at += 1) {
    const end = text[at] === '"' ? closingQuote(text, at) + 1 : endOfField(text, delimiter, at);
    fields.push(text[at] === '"' ? unquoted(text.slice(at + 1, end - 1)) : text.slice(at, end));
    if (end >= text.length) return fields;
    at = end; // the delimiter
  }
}

function endOfField(text: string, delimiter: string, at: number): number {
  const end = text.indexOf(delimiter, at);
  return end === -1 ? text.length : end;
}

function closingQuote(text: string, opening: number): number {
  let quote = text.indexOf('"', opening + 1);
  while (text[quote + 1] === '"') quote = text.indexOf('"', quote + 2);
  return quote;
}

const unquoted = (inner: string) => (inner.includes('"') ? inner.replaceAll('""', '"') : inner);
