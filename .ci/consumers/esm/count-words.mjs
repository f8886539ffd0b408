// An ES module with the packages from their tarballs: a job from a file, one under virtual time, and
// the connectors' door.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { defineJob, forEachSink, runJob } from '@millrace/core';
import { asyncSinkLimits } from '@millrace/core/connector';
import { dynamoDbSink, put } from '@millrace/dynamodb';
import { ndjsonFile } from '@millrace/files';
import { collectSink, gap, records, scriptedSource, simulate } from '@millrace/testing';

await writeFile('words.ndjson', '"to"\n"be"\n"to"\n');
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
assert.deepEqual(handle.health(), { status: 'ended' });
assert.deepEqual(counts.at(-1), { word: 'to', count: 2 });

const out = collectSink();
const patient = defineJob('patient', (env) => {
  const script = [records(1), gap(1_000), records(2)];
  env.fromSource(scriptedSource(script), { uid: 'in' }).sinkTo(out, { uid: 'out' });
});
assert.equal((await simulate(patient)).endedAt, 1_000);
assert.deepEqual(out.values, [1, 2]);

assert.equal(asyncSinkLimits().batchEntriesMax, 25);
assert.equal(dynamoDbSink({ table: 'words', write: put }).name, 'dynamodb(words)');
