/**
 * Owns: what windows hold and what becomes of it when one fires, without an evictor and with one.
 * Refuses: to say when a window fires.
 *
 * W9. With an evictor a window holds its elements, each with its timestamp; survivors are written back.
 */
import type { Evictor, TimestampedElement } from '../../model/evictor.js';
import type { WindowContentsSpec } from '../../model/graph.js';
import { foldOf, type Fold } from './fold.js';
import { evictorContext, type FiredWindow, type WindowOutput } from './window-output.js';
import type { WindowTimes } from './window-times.js';

/** What a firing leaves where it leaves nothing. Never kept. */
export const NOTHING = Symbol('nothing');

export interface WindowContents {
  first(value: unknown, timestamp: number): unknown;
  add(held: unknown, value: unknown, timestamp: number): unknown;
  merge(left: unknown, right: unknown): unknown;
  /** Emits the results; answers what the window holds from now on. */
  fire(fired: FiredWindow, held: unknown): unknown;
}

export interface WindowContentsParts {
  readonly contents: WindowContentsSpec;
  readonly evictor: Evictor | undefined;
  readonly output: WindowOutput;
  readonly times: WindowTimes;
}

export function windowContents(parts: WindowContentsParts): WindowContents {
  const { contents, evictor, output } = parts;
  const fold = foldOf(contents);
  if (evictor === undefined) return new FoldedContents(fold, output);
  return new EvictedContents({ ...parts, fold, evictor });
}

class FoldedContents implements WindowContents {
  readonly first: Fold['first'];
  readonly add: Fold['add'];
  readonly merge: Fold['merge'];
  readonly #inputOf: Fold['inputOf'];
  readonly #output: WindowOutput;

  constructor(fold: Fold, output: WindowOutput) {
    this.first = fold.first;
    this.add = fold.add;
    this.merge = fold.merge;
    this.#inputOf = fold.inputOf;
    this.#output = output;
  }

  fire(fired: FiredWindow, held: unknown): unknown {
    this.#output.emit(fired, this.#inputOf(held));
    return held;
  }
}

interface EvictedContentsParts extends WindowContentsParts {
  readonly fold: Fold;
  readonly evictor: Evictor;
}

type Elements = readonly TimestampedElement<unknown>[];

class EvictedContents implements WindowContents {
  readonly #fold: Fold;
  readonly #evictor: Evictor;
  readonly #output: WindowOutput;
  readonly #times: WindowTimes;

  constructor({ fold, evictor, output, times }: EvictedContentsParts) {
    this.#fold = fold;
    this.#evictor = evictor;
    this.#output = output;
    this.#times = times;
  }

  first(value: unknown, timestamp: number): unknown {
    return [{ value, timestamp }];
  }

  add(held: unknown, value: unknown, timestamp: number): unknown {
    (held as TimestampedElement<unknown>[]).push({ value, timestamp });
    return held;
  }

  merge(left: unknown, right: unknown): unknown {
    for (const element of right as Elements) (left as TimestampedElement<unknown>[]).push(element);
    return left;
  }

  fire(fired: FiredWindow, held: unknown): unknown {
    const context = evictorContext(fired.window, this.#times);
    const { evictBefore, evictAfter } = this.#evictor;
    const elements = held as Elements;
    const before = evictBefore === undefined ? elements : evictBefore(elements, context);
    if (before.length > 0) this.#output.emit(fired, this.#inputOf(before));
    const after = evictAfter === undefined ? before : evictAfter(before, context);
    return after.length === 0 ? NOTHING : after === elements ? held : [...after];
  }

  #inputOf([first, ...rest]: Elements): unknown {
    const { add, inputOf } = this.#fold;
    return inputOf(
      rest.reduce((held, { value }) => add(held, value), this.#fold.first(first!.value)),
    );
  }
}
