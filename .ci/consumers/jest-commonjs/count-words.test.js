// A test of a shop on Jest and CommonJS, in plain JavaScript and without a transform.
const { defineJob, forEachSink, fromArray, isMillraceError, runJob } = require('@millrace/core');
const { dynamoDbSink, put } = require('@millrace/dynamodb');
const { collectSink, failure, scriptedSource, simulate } = require('@millrace/testing');

const copy = (source, sink) =>
  defineJob('copy', (env) => {
    env.fromSource(source, { uid: 'in' }).sinkTo(sink, { uid: 'out' });
  });

test('runs a job', async () => {
  const heard = [];
  const handle = await runJob(
    copy(
      fromArray(['a', 'b']),
      forEachSink((x) => heard.push(x)),
    ),
  );
  expect((await handle.done).ended).toBe('finished');
  expect(heard).toEqual(['a', 'b']);
});

test('simulates one that fails, and knows the error', async () => {
  const run = simulate(copy(scriptedSource([failure(new Error('torn'))]), collectSink()));
  const error = await run.catch((cause) => cause);
  expect(isMillraceError(error)).toBe(true);
  expect(error).toMatchObject({ operator: 'in', message: expect.stringContaining('torn') });
});

test('describes a table sink', () => {
  expect(dynamoDbSink({ table: 'words', write: put }).name).toBe('dynamodb(words)');
});
