import { twoStringKeys } from '../simulator/job-world.fixture.js';
import { checkDeclaredKey } from './declared-key.js';
import { dynamoDbSink } from './dynamodb-sink.js';
import { toEntry } from './entry.js';
import { keySchemaOf } from './key-schema.js';
import { deleteKey, put, type Write } from './write.js';

describe('options', () => {
  const write = () => put({});

  it('CL-D18: a table, and how to write, suffice', () => {
    expect(dynamoDbSink({ table: 'delays', write }).name).toBe('dynamodb(delays)');
  });

  it.each([[''], [null], [undefined]])('CL-D20: a table named %p is refused at build', (table) => {
    expect(() => dynamoDbSink({ table: table as string, write })).toThrow(
      'dynamoDbSink has no table; give its name or ARN.',
    );
  });

  it('CL-D21: batches of 50 are refused at build', () => {
    expect(() => dynamoDbSink({ table: 't', write, limits: { batchEntriesMax: 50 } })).toThrow(
      'batchEntriesMax is 50; DynamoDB takes at most 25 a request.',
    );
  });

  it('B1: requests of more than 16 MB are refused at build', () => {
    expect(() => dynamoDbSink({ table: 't', write, limits: { batchBytesMax: 17e6 } })).toThrow(
      /batchBytesMax is 17000000; DynamoDB takes at most \d+ a request/,
    );
  });
});

describe('keys', () => {
  const schema = keySchemaOf('t', twoStringKeys);
  const identity = (write: Write) => toEntry(write, schema).key;

  it('CL-D32: (ab, cd) and (a, bcd) are two', () => {
    expect(identity(put({ pk: 'ab', sk: 'cd' }))).not.toBe(identity(put({ pk: 'a', sk: 'bcd' })));
  });

  it('CL-D33: a put and a delete of one key have one', () => {
    const fields = { pk: 'a', sk: 'b' };
    expect(identity(put({ ...fields, v: 1 }))).toBe(identity(deleteKey({ ...fields, v: 2 })));
  });

  it.each<[string, Write, string]>([
    ['an empty item', put({}), 'attribute pk is missing'],
    ['an empty key', deleteKey({}), 'attribute pk is missing'],
    ['no partition key', put({ sk: 'b' }), 'attribute pk is missing'],
    ['no sort key', put({ pk: 'a' }), 'attribute sk is missing'],
    ['an empty text', deleteKey({ pk: 'a', sk: '' }), 'attribute sk is empty'],
  ])('CL-D34: %s is refused', (_, write, words) => {
    expect(() => toEntry(write, schema)).toThrow(words);
  });

  it('CL-D34: no configuration is refused', () => {
    expect(() => checkDeclaredKey('t', [])).toThrow('The key of dynamoDbSink for table "t" is []');
  });

  it.each<[unknown]>([[undefined], [{ pk: 'a', sk: 'b' }], [{ operation: 'upsert', item: {} }]])(
    'what is no write is refused, and never taken for a delete: %j',
    (nothing) => {
      expect(() => toEntry(nothing as Write, schema)).toThrow(
        'and no write; return put(item) or deleteKey(key).',
      );
    },
  );
});
