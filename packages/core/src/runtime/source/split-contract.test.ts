/** What passes between an enumerator, the readers of its splits, and the job. */
import { collectSink, records, scriptedSplits, silence, simulate } from '@millrace/testing';
import {
  appendRecord,
  createRun,
  type SplitEnumeratorContext,
  type SplitReader,
} from '../../connector.js';
import { defineJob, type JobHandle, type SourceSplit, type SplitSource } from '../../index.js';

const splitsOf = (...ids: readonly string[]): SourceSplit[] => ids.map((id) => ({ id }));

/** A source whose readers give the id of their split, once, and tell what is done to them. */
function telling(
  told: string[],
  enumerate: (context: SplitEnumeratorContext) => { asked?: (subtask: number) => void },
  close: () => Promise<void> | void = () => undefined,
): SplitSource<string> {
  return {
    name: 'telling',
    boundedness: 'bounded',
    createEnumerator: (context) => {
      const { asked } = enumerate(context);
      return {
        open: () => told.push('enumerator opens'),
        handleSplitRequest: (subtask) => asked?.(subtask),
        close: () => void told.push('enumerator closes'),
      };
    },
    createSplitReader: (split): SplitReader<string> => ({
      open: () => told.push(`${split.id} opens`),
      poll: (run) => {
        appendRecord(run, split.id);
        return 'end-of-input';
      },
      position: () => split,
      close: () => {
        told.push(`${split.id} closes`);
        return close();
      },
    }),
  };
}

async function run(
  source: SplitSource<string>,
  { parallelism = 1, during }: { parallelism?: number; during?: (handle: JobHandle) => void } = {},
): Promise<readonly string[]> {
  const out = collectSink<string>();
  const job = defineJob('split', (env) => {
    env.fromSource(source, { uid: 'in', parallelism }).sinkTo(out, { uid: 'out' });
  });
  await simulate(job, { during: ({ handle }) => during?.(handle) });
  return out.values;
}

describe('splits', () => {
  it('are opened when they are assigned, closed when they are read, and asked for in between', async () => {
    const told: string[] = [];
    const left = splitsOf('a', 'b');
    const values = await run(
      telling(told, ({ assign, signalNoMoreSplits }) => ({
        asked: (subtask) => {
          told.push(`${String(subtask)} asks`);
          const split = left.shift();
          if (split === undefined) signalNoMoreSplits();
          else assign(split, subtask);
        },
      })),
    );
    expect(values).toEqual(['a', 'b']);
    expect(told).toEqual([
      'enumerator opens',
      '0 asks',
      'a opens',
      'a closes',
      '0 asks',
      'b opens',
      'b closes',
      '0 asks',
      'enumerator closes',
    ]);
  });

  it('go to the subtasks that they are assigned to, also unasked', async () => {
    const told: string[] = [];
    const source = telling(told, (context) => ({
      asked: (subtask) => {
        if (subtask !== 0) return;
        splitsOf('a', 'b', 'c').forEach((split, n) => context.assign(split, n));
        context.signalNoMoreSplits();
      },
    }));
    expect([...(await run(source, { parallelism: 3 }))].sort()).toEqual(['a', 'b', 'c']);
    expect(told.filter((line) => line.endsWith('closes'))).toHaveLength(4);
  });

  it.each<[string, (context: SplitEnumeratorContext) => void, string]>([
    [
      'to nobody',
      ({ assign }) => assign({ id: 'a' }, 1),
      'in failed: its enumerator assigned split a to subtask 1; assign to 0 to 0',
    ],
    [
      'twice',
      ({ assign }) => splitsOf('a', 'a').forEach((split) => assign(split, 0)),
      'in failed: its enumerator assigned split a, which is being read',
    ],
    [
      'after the last',
      ({ assign, signalNoMoreSplits }) => {
        signalNoMoreSplits();
        assign({ id: 'a' }, 0);
      },
      'in failed: its enumerator assigned split a after it had signalled',
    ],
  ])('cannot be assigned %s', async (_, act, sentence) => {
    const source = telling([], (context) => ({ asked: () => act(context) }));
    await expect(run(source)).rejects.toMatchObject({ code: 'SPLIT_ASSIGNMENT_INVALID' });
    await expect(run(source)).rejects.toThrow(sentence);
  });

  it('that cannot let go fail the job by name', async () => {
    const source = telling(
      [],
      ({ assign }) => {
        const left = splitsOf('a');
        return { asked: (subtask) => left.splice(0).forEach((split) => assign(split, subtask)) };
      },
      () => Promise.reject(new Error('the socket is stuck')),
    );
    await expect(run(source)).rejects.toThrow('in failed: the socket is stuck');
  });

  it('are closed when the job is stopped, and what is assigned later is not read', async () => {
    const told: string[] = [];
    const source = telling(told, ({ clock, post, assign }) => ({
      asked: (subtask) => {
        const deliver = (): void => assign({ id: 'late' }, subtask);
        clock.after(50, () => post({ name: 'found', deliver }));
      },
    }));
    const values = await run(source, {
      during: (handle) => void handle.stop({ drain: true }),
    });
    expect([values, told]).toEqual([[], ['enumerator opens', 'enumerator closes']]);
  });

  it('are read on from their position', async () => {
    const source = scriptedSplits([{ id: 'a', script: [records(1, 2, 3), records(4), silence] }]);
    const context = {
      post: () => undefined,
      clock: { now: () => 0, after: () => () => undefined },
      random: { next: () => 0 },
      recordFailed: () => undefined,
      whenSettled: () => undefined,
    };
    const first = source.createSplitReader({ id: 'a', line: 0, offset: 0 }, context);
    const run2 = createRun<number>(8);
    first.poll(run2, 2);
    const position = JSON.parse(JSON.stringify(first.position())) as ReturnType<
      typeof first.position
    >;
    const second = source.createSplitReader(position, context);
    second.poll(run2, 8);
    second.poll(run2, 8);
    expect(run2.values.slice(0, run2.length)).toEqual([1, 2, 3, 4]);
  });
});
