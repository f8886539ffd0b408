/**
 * Owns: the one table of errors, by name: what each means for the batch, and in which words.
 * Refuses: `instanceof`; most of these are not classes of the client, and two clients may be loaded.
 *
 * Where a request may have been carried out although it failed, the kind is `ambiguous` (D2), also
 * for an internal error of the service. A socket that was never opened is `transient`.
 * Doors: conditions and cancelled transactions get rows and a kind of their own.
 */
import { throttlingReasonsOf, namesOf, statusOf, wordsOf } from './error-facts.js';

export type DynamoDbErrorKind =
  | 'throttled'
  | 'transient'
  | 'ambiguous'
  | 'poison'
  | 'configuration'
  | 'missing-table'
  | 'table-not-ready'
  | 'credentials'
  | 'clock-skew';

export interface Place {
  readonly table: string;
  /** Where the table is, as far as the sink was told: an endpoint or a region. */
  readonly at: string;
}

export interface DynamoDbVerdict {
  readonly kind: DynamoDbErrorKind;
  readonly reason: string;
}

type Sentence = (place: Place, error: unknown) => string;
interface Row {
  readonly kind: DynamoDbErrorKind;
  readonly sentence: Sentence;
}

/** What the sink makes of an error. */
export function judge(error: unknown, place: Place): DynamoDbVerdict {
  const row = rowOf(error);
  return { kind: row.kind, reason: row.sentence(place, error) };
}

function rowOf(error: unknown): Row {
  if (namesOf(error).includes('InvalidSignatureException') && isExpired(error)) return SKEW;
  if (wordsOf(error) === 'Region is missing') return NO_REGION;
  for (const name of namesOf(error)) {
    const row = BY_NAME.get(name);
    if (row !== undefined) return row;
  }
  return (statusOf(error) ?? 0) >= 500 ? FAILED_THERE : UNKNOWN;
}

// "Signature expired" and "Signature not yet current": the clock, and not the secret, is wrong.
function isExpired(error: unknown): boolean {
  return /expired|not yet current/i.test(wordsOf(error));
}

const where = ({ table, at }: Place) => `table "${table}" ${at}`;

const row = (kind: DynamoDbErrorKind, sentence: Sentence): Row => ({ kind, sentence });

const THROTTLED = row('throttled', (place, error) => {
  const reasons = throttlingReasonsOf(error).map(({ reason, resource }) =>
    reason.startsWith('Index') ? `${reason} of ${resource}` : reason,
  );
  const which = reasons.length === 0 ? wordsOf(error) : reasons.join(', ');
  return `DynamoDB throttles writes to ${where(place)} (${which}); give it more capacity or wait.`;
});
const REFUSED_CONNECTION = row(
  'transient',
  (place, error) =>
    `Nothing answers for ${where(place)} (${wordsOf(error)}); check the endpoint and the network.`,
);
const CONFLICT = row(
  'transient',
  (place, error) => `Another writer is at the same item of ${where(place)} (${wordsOf(error)}).`,
);
const LOST = row(
  'ambiguous',
  (place, error) =>
    `A request to ${where(place)} got no answer (${wordsOf(error)}); it may have been carried out.`,
);
const FAILED_THERE = row(
  'ambiguous',
  (place, error) => `DynamoDB failed at a request to ${where(place)} (${wordsOf(error)}).`,
);
const POISON = row(
  'poison',
  (place, error) => `DynamoDB refuses a write to ${where(place)}: ${wordsOf(error)}.`,
);
const MISSING_TABLE = row(
  'missing-table',
  (place) => `There is no ${where(place)}; create it, or check its name, region and endpoint.`,
);
const TABLE_NOT_READY = row('table-not-ready', (_, error) => `${wordsOf(error)}.`);
const NOT_ALLOWED = row(
  'configuration',
  (place, error) =>
    `Access to ${where(place)} is denied (${wordsOf(error)}); ` +
    'allow dynamodb:DescribeTable and dynamodb:BatchWriteItem.',
);
const NO_REGION = row(
  'configuration',
  ({ table }) => `No region is set for table "${table}"; give dynamoDbSink one, or set AWS_REGION.`,
);
const OUR_OWN = row('configuration', (_, error) => `${wordsOf(error)}.`);
const UNKNOWN = row(
  'configuration',
  (place, error) => `A request to ${where(place)} failed: ${wordsOf(error)}.`,
);
const CREDENTIALS = row(
  'credentials',
  (place, error) =>
    `The credentials for ${where(place)} are missing, expired or invalid (${wordsOf(error)}); ` +
    'renew them.',
);
const EXPIRED = row(
  'credentials',
  (place, error) => `The credentials expired for ${where(place)} (${wordsOf(error)}); renew them.`,
);
const SKEW = row(
  'clock-skew',
  (place, error) =>
    `The signature for ${where(place)} does not fit the time, as by clock skew ` +
    `(${wordsOf(error)}); set this machine's clock.`,
);

const rows = (meaning: Row, ...names: readonly string[]) =>
  names.map((name) => [name, meaning] as const);

const BY_NAME: ReadonlyMap<string, Row> = new Map([
  ...rows(THROTTLED, 'ProvisionedThroughputExceededException', 'ThrottlingException'),
  ...rows(THROTTLED, 'RequestLimitExceeded', 'LimitExceededException', '429'),
  ...rows(REFUSED_CONNECTION, 'ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH'),
  ...rows(REFUSED_CONNECTION, 'ENOTFOUND', 'EAI_AGAIN', 'EMFILE'),
  ...rows(CONFLICT, 'TransactionConflictException', 'ReplicatedWriteConflictException'),
  ...rows(CONFLICT, 'TransactionInProgressException'),
  ...rows(LOST, 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ECONNABORTED'),
  ...rows(LOST, 'TimeoutError', 'RequestTimeout', 'RequestTimeoutException', 'AbortError'),
  ...rows(FAILED_THERE, 'InternalServerError', 'InternalFailure', 'ServiceUnavailable'),
  ...rows(FAILED_THERE, '500', '502', '503', '504'),
  ...rows(POISON, 'ValidationException', 'ItemCollectionSizeLimitExceededException'),
  ...rows(POISON, 'SerializationException', 'RequestTooLargeException', '413'),
  ...rows(MISSING_TABLE, 'ResourceNotFoundException', 'TableNotFoundException'),
  ...rows(TABLE_NOT_READY, 'TABLE_NOT_READY'),
  ...rows(NOT_ALLOWED, 'AccessDeniedException'),
  ...rows(OUR_OWN, 'CLIENT_RETRIES', 'TABLE_UNUSABLE', 'TABLE_UNREADABLE', 'REPLY_UNREADABLE'),
  ...rows(OUR_OWN, 'KEY_MISMATCH', 'WRITES_STALLED'),
  ...rows(EXPIRED, 'ExpiredTokenException', 'ExpiredToken'),
  ...rows(CREDENTIALS, 'UnrecognizedClientException', 'InvalidSignatureException'),
  ...rows(CREDENTIALS, 'CredentialsProviderError'),
  ...rows(CREDENTIALS, 'TokenProviderError', 'MissingAuthenticationTokenException'),
  ...rows(CREDENTIALS, 'IncompleteSignatureException'),
  ...rows(SKEW, 'RequestTimeTooSkewed', 'RequestInTheFuture', 'RequestExpired'),
]);
