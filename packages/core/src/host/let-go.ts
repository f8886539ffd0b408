/**
 * Owns: the end of an execution: tasks stop, readers and writers close, and what was left is told.
 * Refuses: to wait for ever (N6's kind), and to stop at the first that fails to close; all are closed, and what the others left is told.
 */
import type { Clock } from '../model/clock.js';
import { MillraceError } from '../model/error.js';
import type { Unwritten } from '../model/sink.js';
import type { Milliseconds } from '../model/time.js';
import type { Execution } from '../runtime/executor/execution.js';
import { operatorFailure } from '../runtime/operator/failure.js';

export interface LetGo {
  /** What each sink had accepted and not written; sinks with nothing left are not in it. */
  readonly unwritten: ReadonlyMap<string, Unwritten>;
  /** What the first reader or writer said that did not close. */
  readonly failure: { readonly cause: unknown } | undefined;
}

export interface LetGoLimit {
  readonly clock: Clock;
  readonly closeMsMax: Milliseconds;
}

export async function letGo(
  { tasks, sources, sinks }: Execution,
  limit: LetGoLimit,
): Promise<LetGo> {
  const unwritten = new Map<string, Unwritten>();
  const closing = [
    ...sources.map((source) => named(source.name, limit, () => source.close())),
    ...sinks.map(({ name, writer }) =>
      named(name, limit, async () => {
        const left = await writer.close();
        if (left.records > 0) unwritten.set(name, together(unwritten.get(name), left));
      }),
    ),
  ];
  const disposing = tasks.map((task) => named(task.name, limit, () => task.dispose()));
  const outcomes = await Promise.allSettled([...closing, ...disposing]);
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  return { unwritten, failure: failed && { cause: failed.reason } };
}

/** What the subtasks of one sink have left. */
function together(before: Unwritten | undefined, left: Unwritten): Unwritten {
  if (before === undefined) return left;
  return { records: before.records + left.records, keys: [...before.keys, ...left.keys] };
}

async function named(
  operator: string,
  limit: LetGoLimit,
  close: () => Promise<void> | void,
): Promise<void> {
  try {
    await withinLimit(Promise.resolve(close()), limit);
  } catch (cause) {
    throw operatorFailure(cause, { operator });
  }
}

function withinLimit(closing: Promise<void>, { clock, closeMsMax }: LetGoLimit): Promise<void> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(closeMsMax, () => {
      const sentence = `it did not close within ${String(closeMsMax)} ms`;
      reject(new MillraceError('CLOSE_TIMEOUT', sentence));
    });
    closing.finally(cancel).then(resolve, reject);
  });
}
