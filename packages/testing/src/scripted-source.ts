/**
 * Owns: a source that follows a script: records, gaps in time, failures, silence.
 * Refuses: to invent timestamps; a job's watermark strategy reads them from the records.
 */
import type { Milliseconds, Source } from '@millrace/core';
import {
  NO_TIMESTAMP,
  appendRecord,
  type CancelTimer,
  type InputStatus,
  type Run,
  type SourceReader,
  type SourceReaderContext,
} from '@millrace/core/connector';

/** One line of a script. */
export type ScriptLine<T> =
  | { readonly line: 'records'; readonly values: readonly T[] }
  | { readonly line: 'gap'; readonly lengthMs: Milliseconds }
  | { readonly line: 'failure'; readonly error: Error }
  | { readonly line: 'silence' };

/**
 * A line of a script: the next records of the source.
 *
 * @example
 * ```ts
 * import { records } from '@millrace/testing';
 *
 * console.log(records('a', 'b').line); // records
 * ```
 */
export const records = <T>(...values: readonly T[]): ScriptLine<T> => ({ line: 'records', values });

/**
 * A line of a script: nothing for so long.
 *
 * @example
 * ```ts
 * import { seconds } from '@millrace/core';
 * import { gap } from '@millrace/testing';
 *
 * console.log(gap(seconds(5))); // { line: 'gap', lengthMs: 5000 }
 * ```
 */
export const gap = (lengthMs: Milliseconds): ScriptLine<never> => ({ line: 'gap', lengthMs });

/**
 * A line of a script: the source fails.
 *
 * @example
 * ```ts
 * import { failure, records, scriptedSource } from '@millrace/testing';
 *
 * const torn = scriptedSource([records('a'), failure(new Error('the file is torn'))]);
 * console.log(torn.name); // scripted
 * ```
 */
export const failure = (error: Error): ScriptLine<never> => ({ line: 'failure', error });

/**
 * A line of a script: nothing any more, and no end either.
 *
 * @example
 * ```ts
 * import { scriptedSource, silence } from '@millrace/testing';
 *
 * console.log(scriptedSource([silence]).boundedness); // unbounded
 * ```
 */
export const silence: ScriptLine<never> = { line: 'silence' };

/**
 * A source that follows a script and ends after its last line.
 *
 * @example
 * ```ts
 * import { gap, records, scriptedSource } from '@millrace/testing';
 *
 * const source = scriptedSource([records('a', 'b'), gap(1_000), records('c')]);
 * console.log(source.boundedness); // bounded
 * ```
 */
export function scriptedSource<T>(script: readonly ScriptLine<T>[]): Source<T> {
  const endless = script.some(({ line }) => line === 'silence');
  return {
    name: 'scripted',
    boundedness: endless ? 'unbounded' : 'bounded',
    createReader: (context) => new ScriptReader(script, context),
  };
}

/**
 * A source that always has more: `recordAt(0)`, `recordAt(1)` and so on.
 *
 * @example
 * ```ts
 * import { endlessSource } from '@millrace/testing';
 *
 * console.log(endlessSource((n) => n * n).boundedness); // unbounded
 * ```
 */
export function endlessSource<T>(recordAt: (index: number) => T): Source<T> {
  const createReader = (): SourceReader<T> => {
    let index = 0;
    return {
      open: () => undefined,
      poll: (run, recordsMax) => {
        for (let taken = 0; taken < recordsMax; taken++) {
          appendRecord(run, recordAt(index++), NO_TIMESTAMP);
        }
        return 'more-available';
      },
      close: () => undefined,
    };
  };
  return { name: 'endless', boundedness: 'unbounded', createReader };
}

/** How much of a script has been read: whole lines, and records of the line behind them. */
export interface ScriptPosition {
  readonly line: number;
  readonly offset: number;
}

/** Reads a script, from its beginning or from where another reader of it stood. */
export class ScriptReader<T> implements SourceReader<T> {
  readonly #script: readonly ScriptLine<T>[];
  readonly #context: Pick<SourceReaderContext, 'clock' | 'post'>;
  #at: number;
  /** Within the records of the current line. */
  #offset: number;
  #gap: 'none' | 'passing' | 'passed' = 'none';
  #cancelGap: CancelTimer = () => undefined;

  constructor(
    script: readonly ScriptLine<T>[],
    context: Pick<SourceReaderContext, 'clock' | 'post'>,
    { line, offset }: ScriptPosition = { line: 0, offset: 0 },
  ) {
    this.#script = script;
    this.#context = context;
    this.#at = line;
    this.#offset = offset;
  }

  position(): ScriptPosition {
    return { line: this.#at, offset: this.#offset };
  }

  open(): void {
    // The script is at hand.
  }

  poll(run: Run<T>, recordsMax: number): InputStatus {
    const line = this.#script[this.#at];
    switch (line?.line) {
      case undefined:
        return 'end-of-input';
      case 'records':
        this.#append(line.values, run, recordsMax);
        return this.#at === this.#script.length ? 'end-of-input' : 'more-available';
      case 'gap':
        return this.#wait(line.lengthMs, () => this.poll(run, recordsMax));
      case 'failure':
        throw line.error;
      case 'silence':
        return 'nothing-available';
    }
  }

  close(): void {
    this.#cancelGap();
  }

  #append(values: readonly T[], run: Run<T>, recordsMax: number): void {
    const end = Math.min(values.length, this.#offset + recordsMax);
    for (const value of values.slice(this.#offset, end)) appendRecord(run, value);
    this.#offset = end;
    if (end === values.length) this.#nextLine();
  }

  #wait(lengthMs: Milliseconds, goOn: () => InputStatus): InputStatus {
    if (this.#gap === 'passed') {
      this.#gap = 'none';
      this.#nextLine();
      return goOn();
    }
    if (this.#gap === 'none') this.#armGap(lengthMs);
    return 'nothing-available';
  }

  #armGap(lengthMs: Milliseconds): void {
    const { clock, post } = this.#context;
    this.#gap = 'passing';
    const deliver = (): void => {
      this.#gap = 'passed';
    };
    this.#cancelGap = clock.after(lengthMs, () => {
      post({ name: 'source.gap-passed', deliver });
    });
  }

  #nextLine(): void {
    this.#at += 1;
    this.#offset = 0;
  }
}
