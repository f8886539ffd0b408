/**
 * Owns: what --help says.
 * Refuses: to parse; `options.ts` does.
 */
export const USAGE = `flight-delays: daily delays of each airport, from flights that come out of order,
into a DynamoDB table. Without options it needs nothing: the flights come with
the package, and the table is in this process.

  npm start -- [options]

  --file <path>             flights of your own, sorted by date
  --format <json|ndjson>    a JSON array or a record a line; else by the file's name

  --slow-table <units>      the embedded table takes so many write units a second,
                            and one sees the sink stop the source

  --table <name>            an existing table outside, with the key airport (S),
                            day (S); it has to be empty. Default: flight-delays
  --region <region>         its region
  --endpoint <url>          its endpoint; region and credentials that are not set
                            get placeholders

  --json                    the result as one line of JSON
  --help                    this text

Exit codes: 0 when the table holds what the file says, 1 when it does not or the
example is at fault, 2 when the call is, 130 after Ctrl-C.
`;
