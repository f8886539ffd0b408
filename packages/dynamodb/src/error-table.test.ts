import type { DynamoDbService } from './service.js';
import { DynamoDbConnection } from './connection.js';
import { toEntry } from './entry.js';
import { judge, type DynamoDbErrorKind } from './error-table.js';
import { put } from './write.js';

const place = { table: 'orders', at: 'in eu-west-1' };
const named = (name: string, fields: object = {}) =>
  Object.assign(new Error(`the words of ${name}`), { name }, fields);
const status = (httpStatusCode: number) => ({ $metadata: { httpStatusCode } });

describe('the table of errors', () => {
  it.each<[string, unknown, DynamoDbErrorKind]>([
    ['throttling', named('ProvisionedThroughputExceededException', status(400)), 'throttled'],
    ['throttling', named('ThrottlingException', status(400)), 'throttled'],
    ['throttling', named('RequestLimitExceeded', status(400)), 'throttled'],
    ['any 429', named('NewName', status(429)), 'throttled'],
    ['refused', named('TimeoutError', { code: 'ECONNREFUSED' }), 'transient'],
    ['wrapped', new Error('AWS SDK error wrapper for Error: connect ECONNREFUSED :1'), 'transient'],
    ['wrapped', new Error('AWS SDK error wrapper for TimeoutError: socket hang up'), 'ambiguous'],
    ['no such host', named('Error', { code: 'ENOTFOUND' }), 'transient'],
    ['conflict', named('TransactionConflictException', status(400)), 'transient'],
    ['reset', named('TimeoutError', { code: 'ECONNRESET' }), 'ambiguous'],
    ['timeout', named('TimeoutError'), 'ambiguous'],
    ['abort', named('AbortError'), 'ambiguous'],
    ['500', named('InternalServerError', status(500)), 'ambiguous'],
    ['unknown 5xx', named('NewName', status(599)), 'ambiguous'],
    ['poison', named('ValidationException', status(400)), 'poison'],
    ['collection', named('ItemCollectionSizeLimitExceededException', status(400)), 'poison'],
    ['missing', named('ResourceNotFoundException', status(400)), 'missing-table'],
    ['denied', named('AccessDeniedException', status(400)), 'configuration'],
    ['no region', new Error('Region is missing'), 'configuration'],
    ['expired', named('ExpiredTokenException', status(400)), 'credentials'],
    ['no credentials', named('CredentialsProviderError'), 'credentials'],
    ['wrong secret', named('InvalidSignatureException', status(400)), 'credentials'],
    [
      'clock',
      Object.assign(named('InvalidSignatureException'), { message: 'Signature expired: 2026' }),
      'clock-skew',
    ],
    ['W8: no metadata', named('SomethingElse'), 'configuration'],
    ['W8: no error at all', 'a text', 'configuration'],
    ['W8: nothing', undefined, 'configuration'],
    ['W8: odd shapes', { name: 7, $metadata: null, code: null }, 'configuration'],
  ])('%s: %p is %s', (_, error, kind) => {
    expect(judge(error, place).kind).toBe(kind);
  });

  it('shows the reasons of either spelling, and names a throttled index', () => {
    const reason = 'TableWriteProvisionedThroughputExceeded';
    const upper = named('ProvisionedThroughputExceededException', {
      ThrottlingReasons: [{ reason, resource: 'arn:table/orders' }],
    });
    const lower = named('ThrottlingException', {
      throttlingReasons: [
        { reason: 'IndexWriteKeyRangeThroughputExceeded', resource: 'arn:index/g' },
      ],
    });
    expect(judge(upper, place).reason).toContain(`(${reason})`);
    expect(judge(lower, place).reason).toContain('KeyRangeThroughputExceeded of arn:index/g');
  });

  it('says what, where and what to do, in one sentence', () => {
    expect(judge(named('ResourceNotFoundException'), place).reason).toBe(
      'There is no table "orders" in eu-west-1; create it, or check its name, region and endpoint.',
    );
    const refused = named('TimeoutError', {
      code: 'ECONNREFUSED',
      message: 'connect ECONNREFUSED :1',
    });
    expect(judge(refused, { table: 't', at: 'at http://127.0.0.1:1' }).reason).toBe(
      'Nothing answers for table "t" at http://127.0.0.1:1 (connect ECONNREFUSED :1); ' +
        'check the endpoint and the network.',
    );
  });
});

describe('what an error means now', () => {
  const description = {
    TableStatus: 'ACTIVE' as const,
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' as const }],
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'N' as const }],
  };
  const signal = new AbortController().signal;
  function connectionOf(service: Partial<DynamoDbService>, missingTable: 'fail' | 'wait' = 'fail') {
    const time = { now: 0 };
    const connection = new DynamoDbConnection({
      ...place,
      service: {
        describeTable: () => Promise.resolve(description),
        batchWriteItem: () => Promise.resolve([]),
        close: () => undefined,
        ...service,
      },
      clock: { now: () => time.now, after: () => () => undefined },
      declaredKey: undefined,
      missingTable,
      waitMsMax: 5000,
      credentialsMsMax: 60_000,
      stalledMsMax: 600_000,
    });
    return { connection, time };
  }

  it('N5: a missing table fails at once, or is waited for', () => {
    const missing = named('ResourceNotFoundException');
    expect(connectionOf({}).connection.classify(missing).kind).toBe('fatal');
    const { connection, time } = connectionOf({}, 'wait');
    expect(connection.classify(missing).kind).toBe('transient');
    time.now = 4999;
    expect(connection.classify(missing).kind).toBe('transient');
    time.now = 5000;
    expect(connection.classify(missing).kind).toBe('fatal');
  });

  it.each([
    ['CREATING', 'transient', 'is still being created'],
    ['DELETING', 'fatal', 'is DELETING and takes no writes'],
    ['ARCHIVED', 'fatal', 'is ARCHIVED and takes no writes'],
  ] as const)('N5: a table that is %s is %s', async (TableStatus, kind, words) => {
    const { connection } = connectionOf({
      describeTable: () => Promise.resolve({ ...description, TableStatus }),
    });
    const error: unknown = await connection.open(signal).catch((thrown: unknown) => thrown);
    expect(connection.classify(error)).toEqual({ kind, reason: expect.stringContaining(words) });
  });

  it('N5: while opening, what may have been carried out is merely tried again', async () => {
    const { connection } = connectionOf({});
    expect(connection.classify(named('TimeoutError')).kind).toBe('transient');
    await connection.open(signal);
    expect(connection.classify(named('TimeoutError')).kind).toBe('ambiguous');
  });

  it('credentials that worked may be renewed for a minute; others fail at once', async () => {
    const expired = named('ExpiredTokenException');
    const { connection, time } = connectionOf({});
    expect(connection.classify(expired).kind).toBe('fatal');
    await connection.open(signal);
    expect(connection.classify(expired).kind).toBe('transient');
    time.now = 59_999;
    expect(connection.classify(expired).kind).toBe('transient');
    await connection.send([], signal); // renewed
    time.now = 90_000;
    expect(connection.classify(expired).kind).toBe('transient');
    time.now = 150_000;
    const verdict = connection.classify(expired);
    expect(verdict.kind).toBe('fatal');
    expect(verdict.reason).toContain('expired');
  });

  it('a clock that is wrong is waited on, then named', () => {
    const skewed = Object.assign(named('InvalidSignatureException'), {
      message: 'Signature expired: now earlier',
    });
    const { connection, time } = connectionOf({});
    expect(connection.classify(skewed).kind).toBe('transient');
    time.now = 60_000;
    expect(connection.classify(skewed)).toEqual({
      kind: 'fatal',
      reason: expect.stringContaining("set this machine's clock"),
    });
  });

  it('D8: what is handed back is matched by key, however it is spelt and ordered', async () => {
    const { connection } = connectionOf({
      batchWriteItem: () =>
        Promise.resolve([
          { DeleteRequest: { Key: { pk: { N: '3.0' } } } },
          { PutRequest: { Item: { pk: { N: '1E0' }, v: { S: 'x' } } } },
        ]),
    });
    await connection.open(signal);
    const batch = [1, 2, 3].map((pk) => toEntry(put({ pk }), connection.schema()));
    const { unprocessed } = await connection.send(batch, signal);
    expect(unprocessed).toEqual([batch[0], batch[2]]);
  });

  it('N1: a reply with strange writes is an error, and not a success', async () => {
    const { connection } = connectionOf({
      batchWriteItem: () => Promise.resolve([{ PutRequest: { Item: { pk: { N: '9' } } } }]),
    });
    await connection.open(signal);
    const batch = [toEntry(put({ pk: 1 }), connection.schema())];
    const error: unknown = await connection.send(batch, signal).catch((thrown: unknown) => thrown);
    expect(connection.classify(error).kind).toBe('fatal');
  });
});
