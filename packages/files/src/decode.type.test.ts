/** Types flow from `decode` to the source, whatever kind of decode it is. */
import type { Source } from '@millrace/core';
import type { CsvRow } from './csv-columns.js';
import { csvFile } from './csv-file.js';
import { jsonFile } from './json-file.js';
import { ndjsonFile } from './ndjson-file.js';
import type { StandardSchema } from './standard-schema.js';

type Same<A, B> =
  (<X>() => X extends A ? 1 : 2) extends <X>() => X extends B ? 1 : 2 ? true : never;
const same = <A, B>(_proof: Same<A, B>) => undefined;

interface Flight {
  readonly origin: string;
}
declare const schema: StandardSchema<Flight>;
// As ArkType has it: a function that answers with its errors, and a schema.
declare const callable: ((value: unknown) => Flight | Error) & StandardSchema<Flight>;
// As Zod declares it: an input narrower than unknown, in types only.
declare const narrow: {
  readonly '~standard': StandardSchema<Flight>['~standard'] & {
    readonly types?: { readonly input: { origin: string }; readonly output: Flight } | undefined;
  };
};

const byFunction = jsonFile('f', { decode: (value) => ({ origin: String(value) }) });
const bySchema = ndjsonFile('f', { decode: schema });
const byCallable = jsonFile('f', { decode: callable });
const byNarrow = jsonFile('f', { decode: narrow });
const byRow = csvFile('f', { decode: (row) => Number(row['n']) });
const rowBySchema = csvFile('f', { decode: schema, follow: true });
same<typeof byRow, Source<number>>(true);
same<typeof rowBySchema, Source<Flight>>(true);
same<
  Parameters<NonNullable<Parameters<typeof csvFile<(row: CsvRow) => 1>>[1]['decode']>>[0],
  CsvRow
>(true);
same<typeof byFunction, Source<{ origin: string }>>(true);
same<typeof bySchema, Source<Flight>>(true);
same<typeof byCallable, Source<Flight>>(true);
same<typeof byNarrow, Source<Flight>>(true);

// @ts-expect-error a decode is not optional: nothing is cast unchecked
jsonFile('f', {});
// @ts-expect-error a decode takes whatever the file holds
jsonFile('f', { decode: (value: Flight) => value });
// @ts-expect-error CSV has strings alone
csvFile('f', { decode: (row: Record<string, number>) => row });
// @ts-expect-error a JSON array does not grow: its end is one bracket
jsonFile('f', { decode: schema, follow: true });
