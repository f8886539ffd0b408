/** Types of strategies and of sources in splits: what is inferred, and what is refused. */
import { scriptedSplits, records } from '@millrace/testing';
import {
  boundedOutOfOrderness,
  defineJob,
  forEachSink,
  fromArray,
  monotonousTimestamps,
  noWatermarks,
  punctuated,
  type WatermarkStrategy,
} from '../index.js';

interface Row {
  readonly at: number;
  readonly closes?: number;
}

defineJob('typed', (env) => {
  // Records of a split source have the type of its scripts.
  const rows = scriptedSplits([{ id: 'a', script: [records<Row>({ at: 1 })] }]);
  const watermarks = punctuated(
    ({ at }: Row) => at,
    ({ closes }) => closes,
    { alignment: { group: 'all', driftMsMax: 5 } },
  );
  env
    .fromSource(rows, { watermarks, parallelism: 2 })
    .map(({ at }) => at.toFixed(1))
    .sinkTo(forEachSink((text: string) => text.length));

  // @ts-expect-error -- a strategy of other records
  env.fromSource(fromArray(['a']), { watermarks: monotonousTimestamps(({ at }: Row) => at) });
});

// @ts-expect-error -- what says nothing cannot be aligned
noWatermarks(({ at }: Row) => at, { alignment: { group: 'all', driftMsMax: 5 } });

// @ts-expect-error -- a timestamp is a number
boundedOutOfOrderness(5, ({ at }: Row) => new Date(at));

const says = (): string => 'now';
// @ts-expect-error -- nor is it a text that a record says
punctuated(({ at }: Row) => at, says);

export const ofUser: WatermarkStrategy<Row> = {
  name: 'of a user',
  timestampOf: ({ at }) => at,
  // @ts-expect-error -- it hears runs or records
  hears: 'rumours',
  createGenerator: () => ({
    onRecord: ({ closes }, timestamp) => (closes ?? 0) + timestamp,
    currentWatermark: () => 0,
  }),
};
