/**
 * Owns: a job over a stream that somebody destroys while it is read, with nothing else that keeps the
 *     process alive, and nobody who catches what the job says of it (FC-E09).
 */
import { PassThrough } from 'node:stream';
import { defineJob, fromReadable, runJob } from '@millrace/core';
import { slowSink } from '@millrace/testing';

const lines = new PassThrough({ objectMode: true });
const slow = slowSink<string>({ bufferRecordsMax: 2, recordsPerTick: 1, tickMs: 5 });

const job = defineJob('lines', (env) => {
  env.fromSource(fromReadable<string>(lines), { uid: 'lines' }).sinkTo(slow, { uid: 'slow' });
});

async function main(): Promise<void> {
  const handle = await runJob(job);
  process.on('exit', () => {
    const unwritten = handle.unwritten().get('slow')?.records ?? 0;
    const { numRecordsOut } = handle.metrics().sources['lines']!;
    const told = { status: handle.status, read: numRecordsOut, written: slow.written, unwritten };
    process.stdout.write(JSON.stringify(told));
  });
  for (const line of ['a', 'b', 'c']) lines.write(line);
  // Not after a time: a slow machine would have read nothing yet.
  const destroyWhenRead = (): void => {
    const read = handle.metrics().sources['lines']?.numRecordsOut ?? 0;
    if (read > 0) lines.destroy();
    else setTimeout(destroyWhenRead, 1);
  };
  destroyWhenRead();
  await handle.done;
  process.stdout.write('it came to its end');
}

void main();
