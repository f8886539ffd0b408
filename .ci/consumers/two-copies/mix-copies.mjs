// Two copies of the package in one process, as an ES module and as CommonJS: what one has made, the
// other understands.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import * as esm from '@millrace/core';
import * as esmTesting from '@millrace/testing';

const require = createRequire(import.meta.url);
const commonjs = require('@millrace/core');
const commonjsTesting = require('@millrace/testing');

assert.notEqual(esm.MillraceError, commonjs.MillraceError, 'these should be two copies');

for (const [one, other] of [
  [esm, commonjs],
  [commonjs, esm],
]) {
  const error = new one.MillraceError('TORN', 'It is torn.', { operator: 'in' });
  assert.equal(other.isMillraceError(error), true);
  assert.equal(other.isMillraceError(new Error('TORN')), false);

  const sums = [];
  const job = one.defineJob('sums', (env) => {
    env
      .fromSource(other.fromSequence(1, 10), { uid: 'n' })
      .keyBy((n) => n % 2)
      .reduce((a, b) => a + b, { uid: 'sums' })
      .sinkTo(
        other.forEachSink((sum) => sums.push(sum)),
        { uid: 'out' },
      );
  });
  assert.equal((await (await other.runJob(job)).done).ended, 'finished');
  assert.deepEqual(sums.slice(-2), [25, 30]);

  const failing = one.defineJob('failing', (env) => {
    const torn = new one.MillraceError('TORN', 'It is torn.');
    const fail = () => {
      throw torn;
    };
    env
      .fromSource(one.fromSequence(1, 1), { uid: 'n' })
      .sinkTo(one.forEachSink(fail), { uid: 'out' });
  });
  const handle = await other.runJob(failing);
  const failure = await handle.done.catch((cause) => cause);
  assert.equal(one.isMillraceError(failure) && other.isMillraceError(failure), true);
}

// Both in one process share its event loop, and neither keeps the other from its turn.
const endless = (copy) =>
  copy.runJob(
    copy.defineJob('endless', (env) => {
      env.fromSource(copy.fromSequence(1, Number.MAX_SAFE_INTEGER), { uid: 'n' }).sinkTo(
        copy.forEachSink(() => undefined),
        { uid: 'out' },
      );
    }),
  );
const jobs = await Promise.all([endless(esm), endless(commonjs)]);
const read = (job) => job.metrics().sources.n?.numRecordsOut ?? 0;
while (jobs.some((job) => read(job) < 100_000)) await new Promise((go) => setImmediate(go));
await Promise.all(jobs.map((job) => job.stop()));

// A simulation of one copy's host, with a job and a sink of the other's.
const out = commonjsTesting.collectSink();
const simulated = esm.defineJob('simulated', (env) => {
  env
    .fromSource(commonjsTesting.scriptedSource([commonjsTesting.records(1, 2)]), { uid: 'in' })
    .sinkTo(out, { uid: 'out' });
});
assert.equal((await esmTesting.simulate(simulated)).result.ended, 'finished');
assert.deepEqual(out.values, [1, 2]);
