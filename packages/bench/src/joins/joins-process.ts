/**
 * Owns: one case in a process of its own: `node joins-process.js <library>` prints a `JoinsSample` as JSON,
 * on one line. It can be run by hand.
 *
 * A run over a tenth of the records warms the compiler; the one that counts is over all of them. Processor
 * time is taken around it, and the heap when its last records have come.
 */
import { collectGarbage, heapUsedMb } from '../collect-garbage.js';
import { RECORDS_OF_EACH, type JoinedRows, type JoinsSample, type Library } from './joins-case.js';
import { joinByMillrace } from './millrace-join.js';
import { joinByRxjs } from './rxjs-join.js';

type Join = (records: number, atEnd: () => void) => Promise<JoinedRows>;

const JOINS: Readonly<Record<Library, Join>> = { millrace: joinByMillrace, rxjs: joinByRxjs };

const join = JOINS[process.argv[2] as Library];
await join(RECORDS_OF_EACH / 10, () => undefined);
collectGarbage();
process.stdout.write(`${JSON.stringify(await sample())}\n`);

async function sample(): Promise<JoinsSample> {
  const started = process.cpuUsage();
  const { pairs, checksum } = await join(RECORDS_OF_EACH, () => undefined);
  const { user, system } = process.cpuUsage(started);
  const cpuNsPerRecord = ((user + system) * 1e3) / (2 * RECORDS_OF_EACH);
  return { pairs, checksum, cpuNsPerRecord, heapMb: await heapMbAtEnd() };
}

/** In a run of its own: a full collection takes time. */
async function heapMbAtEnd(): Promise<number> {
  let heapMb: number | undefined;
  await join(RECORDS_OF_EACH / 10, () => {
    heapMb ??= heapUsedMb();
  });
  if (heapMb === undefined) throw new Error('no record came at the end of the run');
  return heapMb;
}
