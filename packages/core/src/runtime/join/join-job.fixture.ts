/**
 * Owns: items that come by a left and a right source, the job that joins them, and a run of it under a test's hand.
 * Refuses: to say which join it is; a test describes its own.
 */
import { testJob } from '@millrace/testing';
import {
  boundedOutOfOrderness,
  defineJob,
  forEachSink,
  fromArray,
  outputTag,
  type JobDefinition,
  type KeyedStream,
  type Stream,
} from '../../index.js';

export interface Item {
  readonly id: string;
  readonly at: number;
}

type Items = KeyedStream<string, Item>;
type Side = 'left' | 'right';

export const late = { left: outputTag<Item>('late-left'), right: outputTag<Item>('late-right') };

export const item = (at: number, id = String(at)): Item => ({ id, at });

/** Both streams are in order, but for what is late. The operator of `join` has the uid `join`. */
export function joinJob(
  join: (left: Items, right: Items) => Stream<string>,
  keyOf: (value: Item) => string = () => 'all',
): JobDefinition {
  return defineJob('joined', (env) => {
    const watermarks = boundedOutOfOrderness<Item>(0, ({ at }) => at);
    const side = (uid: Side): Items =>
      env.fromSource(fromArray<Item>([]), { uid, watermarks }).keyBy(keyOf);
    const answers = join(side('left'), side('right'));
    const ignore = forEachSink<unknown>(() => undefined);
    answers.sinkTo(ignore, { uid: 'out' });
    answers.getSideOutput(late.left).sinkTo(ignore, { uid: 'late-left' });
    answers.getSideOutput(late.right).sinkTo(ignore, { uid: 'late-right' });
  });
}

/** Runs a job of `joinJob`. What is kept is told by the times of the items of the key `all`. */
export async function started(job: JobDefinition) {
  const test = await testJob(job);
  const push = async (side: Side, ...items: readonly Item[]): Promise<void> => {
    test.source<Item>(side).push(...items);
    await test.settle();
  };
  const kept = (side: Side) =>
    ((test.handle.state('join', side).get('all') as readonly Item[] | undefined) ?? []).map(
      ({ at }) => at,
    );
  return { test, push, kept, out: test.sink<string>('out') };
}
