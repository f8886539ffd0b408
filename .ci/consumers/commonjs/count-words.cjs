// A CommonJS program, as NestJS compiles to: every package by require.
const assert = require('node:assert/strict');
const { writeFileSync } = require('node:fs');
const { defineJob, forEachSink, runJob } = require('@millrace/core');
const { asyncSinkLimits } = require('@millrace/core/connector');
const { dynamoDbSink, put } = require('@millrace/dynamodb');
const { ndjsonFile } = require('@millrace/files');
const { collectSink, gap, records, scriptedSource, simulate } = require('@millrace/testing');

async function countWords() {
  writeFileSync('words.ndjson', '"to"\n"be"\n"to"\n');
  const counts = [];
  const words = defineJob('words', (env) => {
    env
      .fromSource(ndjsonFile('words.ndjson', { decode: String }), { uid: 'words' })
      .map((word) => ({ word, count: 1 }))
      .keyBy(({ word }) => word)
      .reduce((a, b) => ({ word: a.word, count: a.count + b.count }), { uid: 'counts' })
      .sinkTo(
        forEachSink((count) => counts.push(count)),
        { uid: 'out' },
      );
  });
  const handle = await runJob(words);
  assert.equal((await handle.done).ended, 'finished');
  assert.deepEqual(counts.at(-1), { word: 'to', count: 2 });
}

async function waitPatiently() {
  const out = collectSink();
  const patient = defineJob('patient', (env) => {
    const script = [records(1), gap(1_000), records(2)];
    env.fromSource(scriptedSource(script), { uid: 'in' }).sinkTo(out, { uid: 'out' });
  });
  assert.equal((await simulate(patient)).endedAt, 1_000);
  assert.deepEqual(out.values, [1, 2]);
}

assert.equal(asyncSinkLimits().batchEntriesMax, 25);
assert.equal(dynamoDbSink({ table: 'words', write: put }).name, 'dynamodb(words)');
Promise.all([countWords(), waitPatiently()]);
