/**
 * Owns: a source that is read in splits, each of which follows a script, and an enumerator that finds
 *     them as the test says.
 * Refuses: to invent timestamps, as `scripted-source.ts` does.
 */
import type { Milliseconds, SourceSplit, SplitSource } from '@millrace/core';
import type {
  CancelTimer,
  SplitEnumerator,
  SplitEnumeratorContext,
} from '@millrace/core/connector';
import { ScriptReader, type ScriptLine, type ScriptPosition } from './scripted-source.js';

/** One split: what it holds, and when and where it is read. */
export interface ScriptedSplit<T> {
  readonly id: string;
  readonly script: readonly ScriptLine<T>[];
  /** When the enumerator finds it, after it has opened. Default: at once. */
  readonly foundAfterMs?: Milliseconds;
  /** The subtask that reads it. Default: the first that asks. */
  readonly subtask?: number;
}

export interface ScriptedSplitsOptions {
  /**
   * `on-request`: a subtask that has none left gets one. `when-found`: each is assigned as soon as it is
   * found, to the subtasks in turn. Default: `on-request`.
   */
  readonly assignment?: 'on-request' | 'when-found';
  /** `never`: more splits might come for ever. Default: `when-all-are-found`. */
  readonly noMoreSplits?: 'when-all-are-found' | 'never';
}

/** What is sent to a subtask: which script, and from where on. */
export type ScriptSplit = SourceSplit & ScriptPosition;

/**
 * A source of which each split follows a script.
 *
 * @example
 * ```ts
 * import { defineJob } from '@millrace/core';
 * import { collectSink, records, scriptedSplits, simulate } from '@millrace/testing';
 *
 * const files = scriptedSplits([
 *   { id: 'a', script: [records(1, 2)] },
 *   { id: 'b', script: [records(3)], foundAfterMs: 1_000 },
 * ]);
 * const out = collectSink<number>();
 * const job = defineJob('files', (env) => {
 *   env.fromSource(files, { uid: 'files', parallelism: 2 }).sinkTo(out, { uid: 'out' });
 * });
 * const { endedAt } = await simulate(job);
 * console.log(out.values, endedAt); // [ 1, 2, 3 ] 1000
 * ```
 */
export function scriptedSplits<T>(
  splits: readonly ScriptedSplit<T>[],
  options: ScriptedSplitsOptions = {},
): SplitSource<T, ScriptSplit> {
  const { assignment = 'on-request', noMoreSplits = 'when-all-are-found' } = options;
  const endless = splits.some(({ script }) => script.some(({ line }) => line === 'silence'));
  const scriptOf = new Map(splits.map(({ id, script }) => [id, script]));
  return {
    name: 'scripted splits',
    boundedness: endless || noMoreSplits === 'never' ? 'unbounded' : 'bounded',
    createEnumerator: (context) =>
      new ScriptedEnumerator(splits, { assignment, noMoreSplits }, context),
    createSplitReader: (split, context) => {
      const reader = new ScriptReader(scriptOf.get(split.id)!, context, split);
      return {
        open: () => undefined,
        poll: (run, recordsMax) => reader.poll(run, recordsMax),
        position: () => ({ id: split.id, ...reader.position() }),
        close: () => {
          reader.close();
        },
      };
    },
  };
}

type Found = Pick<ScriptedSplit<unknown>, 'id' | 'subtask'>;

class ScriptedEnumerator implements SplitEnumerator {
  readonly #splits: readonly ScriptedSplit<unknown>[];
  readonly #options: Required<ScriptedSplitsOptions>;
  readonly #context: SplitEnumeratorContext<ScriptSplit>;
  /** Found, and not assigned. */
  #found: Found[] = [];
  /** Subtasks that have asked and got nothing. */
  #waiting: number[] = [];
  #toBeFound: number;
  #inTurn = 0;
  #cancels: CancelTimer[] = [];

  constructor(
    splits: readonly ScriptedSplit<unknown>[],
    options: Required<ScriptedSplitsOptions>,
    context: SplitEnumeratorContext<ScriptSplit>,
  ) {
    this.#splits = splits;
    this.#options = options;
    this.#context = context;
    this.#toBeFound = splits.length;
  }

  open(): void {
    const { clock, post } = this.#context;
    for (const split of this.#splits) {
      const deliver = (): void => {
        this.#find(split);
      };
      const { foundAfterMs = 0 } = split;
      if (foundAfterMs === 0) deliver();
      else {
        this.#cancels.push(
          clock.after(foundAfterMs, () => {
            post({ name: 'splits.found', deliver });
          }),
        );
      }
    }
    this.#endIfOver();
  }

  handleSplitRequest(subtask: number): void {
    this.#waiting.push(subtask);
    this.#match();
  }

  close(): void {
    for (const cancel of this.#cancels) cancel();
  }

  #find(split: Found): void {
    this.#toBeFound -= 1;
    this.#found.push(split);
    if (this.#options.assignment === 'on-request') this.#match();
    else {
      const { subtask = this.#inTurn++ % this.#context.parallelism } = split;
      this.#assign(split, subtask);
    }
    this.#endIfOver();
  }

  /** Gives what is found to those that wait for it. */
  #match(): void {
    for (const subtask of [...this.#waiting]) {
      const split = this.#found.find((found) => (found.subtask ?? subtask) === subtask);
      if (split === undefined) continue;
      this.#waiting.splice(this.#waiting.indexOf(subtask), 1);
      this.#assign(split, subtask);
    }
    this.#endIfOver();
  }

  #assign(split: Found, subtask: number): void {
    this.#found = this.#found.filter((found) => found !== split);
    this.#context.assign({ id: split.id, line: 0, offset: 0 }, subtask);
  }

  #endIfOver(): void {
    const isOver = this.#toBeFound === 0 && this.#found.length === 0;
    if (isOver && this.#options.noMoreSplits !== 'never') this.#context.signalNoMoreSplits();
  }
}
