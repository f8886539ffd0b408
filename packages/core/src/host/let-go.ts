/**
 * Owns: the end of an execution: tasks stop, readers and writers close, and what was left is told.
 * Refuses: to stop at the first that fails to close; all are closed, and what the others left is told.
 */
import type { Unwritten } from '../model/sink.js';
import type { Execution } from '../runtime/executor/execution.js';
import { operatorFailure } from '../runtime/operator/failure.js';

export interface LetGo {
  /** What each sink had accepted and not written; sinks with nothing left are not in it. */
  readonly unwritten: ReadonlyMap<string, Unwritten>;
  /** What the first reader or writer said that did not close. */
  readonly failure: { readonly cause: unknown } | undefined;
}

export async function letGo({ tasks, sources, sinks }: Execution): Promise<LetGo> {
  const unwritten = new Map<string, Unwritten>();
  const closing = [
    ...[...sources].map(([name, source]) => named(name, () => source.close())),
    ...sinks.map(({ name, writer }) =>
      named(name, async () => {
        const left = await writer.close();
        if (left.records > 0) unwritten.set(name, left);
      }),
    ),
  ];
  for (const task of tasks) task.dispose();
  const outcomes = await Promise.allSettled(closing);
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  return { unwritten, failure: failed && { cause: failed.reason } };
}

async function named(operator: string, close: () => Promise<void> | void): Promise<void> {
  try {
    await close();
  } catch (cause) {
    throw operatorFailure(cause, { operator });
  }
}
