/** Owns: the join as a job. */
import {
  boundedOutOfOrderness,
  defineJob,
  forEachSink,
  fromSequence,
  runJob,
  type Environment,
  type KeyedStream,
} from '@millrace/core';
import {
  leftAt,
  NEAR_MS,
  rightAt,
  RowSum,
  type JoinedRows,
  type JoinRecord,
} from './joins-case.js';

type RecordAt = (at: number) => JoinRecord;

export async function joinByMillrace(records: number, atEnd: () => void): Promise<JoinedRows> {
  const sum = new RowSum();
  const job = defineJob('joined', (env) => {
    keyed(env, records, { uid: 'left', recordAt: leftAt })
      .intervalJoin(keyed(env, records, { uid: 'right', recordAt: rightAt }))
      .between(-NEAR_MS, NEAR_MS)
      .apply((left, right) => [left, right] as const, { uid: 'join' })
      .sinkTo(
        forEachSink(([left, right]) => {
          sum.add(left, right);
          if (left.at === records - 1 || right.at === records - 1) atEnd();
        }),
        { uid: 'rows' },
      );
  });
  const handle = await runJob(job);
  await handle.done;
  return sum;
}

function keyed(
  env: Environment,
  records: number,
  { uid, recordAt }: { readonly uid: string; readonly recordAt: RecordAt },
): KeyedStream<string, JoinRecord> {
  const watermarks = boundedOutOfOrderness<number>(0, (at) => at);
  return env
    .fromSource(fromSequence(0, records - 1), { uid, watermarks })
    .map(recordAt)
    .keyBy(({ key }) => key);
}
