/**
 * Owns: the sink's connection: it learns the key schema, sends batches, and tells the base what an
 * error means now: the table of errors says what it is, the connection how long it is worth waiting.
 * Refuses: to retry or to buffer; the base and the lanes do.
 *
 * D1. A declared key that is not the table's own is fatal: records would go to the wrong subtasks.
 * D8. What the service hands back is matched to its entries by the identity of its key, for its order
 *     is its own, and it may spell a number in another way.
 * N2. What the service never takes ends in a failure that says so, after `stalledMsMax` without one
 *     write taken. One that was taken is progress, however many come back (A02, A03).
 * N1. A reply that cannot be matched is an error, and never taken for "written".
 */
import type { TableDescription } from '@aws-sdk/client-dynamodb';
import {
  MillraceError,
  type BatchReply,
  type Clock,
  type Milliseconds,
  type SinkConnection,
  type SinkErrorKind,
  type SinkErrorVerdict,
  type SinkMetrics,
} from '@millrace/core/connector';
import { verifyDeclaredKey, type DeclaredKey } from './declared-key.js';
import { itemOfRequest, requestOf, type DynamoDbEntry } from './entry.js';
import { judge, type DynamoDbErrorKind, type Place } from './error-table.js';
import { keySchemaOf, type KeySchema } from './key-schema.js';
import { Patience } from './patience.js';
import { keyIdentity } from './primary-key.js';
import type { WriteRequest } from './item.js';
import type { DynamoDbService } from './service.js';
import { ThrottleCounts } from './throttle-counts.js';

export interface ConnectionOptions extends Place {
  readonly service: DynamoDbService;
  readonly clock: Clock;
  /** The primary key that the user declared, which the table must have (D1). */
  readonly declaredKey: DeclaredKey | undefined;
  /** Whether a missing table is waited for, for `waitMsMax`, or fails the job at once. */
  readonly missingTable: 'fail' | 'wait';
  readonly waitMsMax: Milliseconds;
  /** How long credentials that worked before may be refused before the job fails. */
  readonly credentialsMsMax: Milliseconds;
  /** How long writes may be tried without one being taken before the job fails. */
  readonly stalledMsMax: Milliseconds;
}

type Phase = { readonly is: 'opening' } | { readonly is: 'open'; readonly schema: KeySchema };

const NO_ANSWER = 'no answer came.';
const WRITABLE = new Set(['ACTIVE', 'UPDATING']);

export class DynamoDbConnection implements SinkConnection<DynamoDbEntry> {
  private phase: Phase = { is: 'opening' };
  private readonly tablePatience: Patience;
  private readonly credentialsPatience: Patience;
  private readonly progressPatience: Patience;
  private readonly throttles = new ThrottleCounts();
  private lastTrouble = NO_ANSWER;

  constructor(private readonly options: ConnectionOptions) {
    this.tablePatience = new Patience(options.waitMsMax, options.clock);
    this.credentialsPatience = new Patience(options.credentialsMsMax, options.clock);
    this.progressPatience = new Patience(options.stalledMsMax, options.clock);
  }

  async open(signal: AbortSignal): Promise<void> {
    const { service, table, declaredKey } = this.options;
    const description = await service.describeTable(table, signal);
    checkStatus(this.options, description);
    const schema = keySchemaOf(table, description);
    if (declaredKey !== undefined) verifyDeclaredKey(declaredKey, schema, this.options);
    this.phase = { is: 'open', schema };
  }

  async send(
    batch: readonly DynamoDbEntry[],
    signal: AbortSignal,
  ): Promise<BatchReply<DynamoDbEntry>> {
    const { service, table } = this.options;
    if (!this.progressPatience.lasts()) throw stalled(this.options, this.lastTrouble);
    const returned = await service.batchWriteItem(table, batch.map(requestOf), signal);
    this.tablePatience.renew();
    this.credentialsPatience.renew();
    return { unprocessed: this.handedBack(batch, returned) };
  }

  classify(error: unknown): SinkErrorVerdict {
    const { kind, reason } = judge(error, this.options);
    this.lastTrouble = reason;
    if (kind === 'throttled') this.throttles.onThrottled(error);
    return { kind: this.kindNow(kind), reason };
  }

  metrics(): SinkMetrics {
    return this.throttles.metrics();
  }

  close(): void {
    this.options.service.close();
  }

  /** What `open` learned. */
  schema(): KeySchema {
    if (this.phase.is === 'open') return this.phase.schema;
    throw new Error(`table "${this.options.table}" is not open yet`);
  }

  private handedBack(
    batch: readonly DynamoDbEntry[],
    returned: readonly WriteRequest[],
  ): readonly DynamoDbEntry[] {
    const schema = this.schema();
    const keys = new Set(returned.map((request) => keyIdentity(schema, itemOfRequest(request))));
    const entries = batch.filter(({ key }) => keys.has(key));
    if (entries.length !== returned.length) throw unreadableReply(this.options);
    if (entries.length < batch.length) this.onProgress();
    else this.lastTrouble = 'all writes were handed back for want of capacity.';
    this.throttles.onHandedBack(entries, schema);
    return entries;
  }

  private onProgress(): void {
    this.progressPatience.renew();
    this.lastTrouble = NO_ANSWER;
  }

  private kindNow(kind: DynamoDbErrorKind): SinkErrorKind {
    switch (kind) {
      case 'throttled':
      case 'transient':
      case 'poison':
        return kind;
      case 'ambiguous':
        return this.phase.is === 'opening' ? 'transient' : 'ambiguous'; // asking changes nothing
      case 'configuration':
        return 'fatal';
      case 'missing-table':
        return this.waitsForTable() ? 'transient' : 'fatal';
      case 'table-not-ready':
        return 'transient';
      case 'credentials':
        return this.phase.is === 'open' ? this.whilePatient(this.credentialsPatience) : 'fatal';
      case 'clock-skew':
        return this.whilePatient(this.credentialsPatience);
    }
  }

  private waitsForTable(): boolean {
    return this.options.missingTable === 'wait' && this.tablePatience.lasts();
  }

  private whilePatient(patience: Patience): SinkErrorKind {
    return patience.lasts() ? 'transient' : 'fatal';
  }
}

function checkStatus({ table, at }: Place, description: TableDescription): void {
  const status = description.TableStatus ?? 'without a status';
  if (WRITABLE.has(status)) return;
  if (status === 'CREATING') {
    throw new MillraceError('TABLE_NOT_READY', `Table "${table}" ${at} is still being created`);
  }
  throw new MillraceError(
    'TABLE_UNUSABLE',
    `Table "${table}" ${at} is ${status} and takes no writes; make it ACTIVE first`,
  );
}

function stalled({ table, at, stalledMsMax }: ConnectionOptions, lastTrouble: string) {
  return new MillraceError(
    'WRITES_STALLED',
    `Table "${table}" ${at} took no write within ${String(stalledMsMax)} ms: ${lastTrouble}`,
  );
}

function unreadableReply({ table, at }: Place): MillraceError {
  return new MillraceError(
    'REPLY_UNREADABLE',
    `DynamoDB handed back writes to table "${table}" ${at} that were not in the request`,
  );
}
