/**
 * Owns: the join with RxJS's operators: both streams merged, a group for each key, a scan that keeps what is
 * still near. Its state is bounded as Millrace's is: what no later record can meet goes from the front.
 */
import { groupBy, map, merge, mergeMap, scan, Subject } from 'rxjs';
import {
  leftAt,
  NEAR_MS,
  rightAt,
  RowSum,
  type JoinedRows,
  type JoinRecord,
} from './joins-case.js';

interface Sided {
  readonly side: 'left' | 'right';
  readonly record: JoinRecord;
}

interface Near {
  readonly left: JoinRecord[];
  readonly right: JoinRecord[];
  /** What the last record made. */
  pairs: (readonly [JoinRecord, JoinRecord])[];
}

export async function joinByRxjs(records: number, atEnd: () => void): Promise<JoinedRows> {
  const sum = new RowSum();
  const [left, right] = [new Subject<JoinRecord>(), new Subject<JoinRecord>()];
  const joined = merge(
    left.pipe(map((record): Sided => ({ side: 'left', record }))),
    right.pipe(map((record): Sided => ({ side: 'right', record }))),
  ).pipe(
    groupBy(({ record }) => record.key),
    mergeMap((group) => group.pipe(scan(met, { left: [], right: [], pairs: [] } as Near))),
    mergeMap(({ pairs }) => pairs),
  );
  joined.subscribe(([one, other]) => {
    sum.add(one, other);
  });
  for (let at = 0; at < records; at++) {
    left.next(leftAt(at));
    right.next(rightAt(at));
  }
  atEnd();
  left.complete();
  right.complete();
  return sum;
}

// `scan` takes its seed for every group, so the first record of a group makes arrays of its own.
function met(seed: Near, { side, record }: Sided): Near {
  const isFirst = seed.left.length === 0 && seed.right.length === 0;
  const near: Near = isFirst ? { left: [], right: [], pairs: [] } : seed;
  const others = side === 'left' ? near.right : near.left;
  forgetBefore(near.left, record.at - NEAR_MS);
  forgetBefore(near.right, record.at - NEAR_MS);
  near.pairs = others.map((other) => (side === 'left' ? [record, other] : [other, record]));
  near[side].push(record);
  return near;
}

function forgetBefore(records: JoinRecord[], at: number): void {
  while (records.length > 0 && records[0]!.at < at) records.shift();
}
