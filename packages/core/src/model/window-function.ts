/**
 * Owns: what a user's window function may look like, and what it is lent when a window fires.
 * Refuses: to run one; `runtime/window` does.
 *
 * E1. Nothing here returns a promise. W8. State of a window goes with the window; windows that merge
 *     have none, since nobody could say what two states become.
 */
import type { OutputTag } from './output-tag.js';
import type { Collector } from './process-function.js';
import type { KeyedStateDeclarations, StatesOf } from './state-declaration.js';
import type { Timestamp } from './time.js';
import type { TimeWindow } from './window.js';

/** What a window function is lent for one key and window. */
export interface WindowContext<K, W, G> {
  readonly key: K;
  readonly window: TimeWindow;
  currentWatermark(): Timestamp;
  currentProcessingTime(): Timestamp;
  /** Sends a record to a side output, with the timestamp of the window's results. */
  output<V>(tag: OutputTag<V>, value: V): void;
  /** What the function declared as `windowState`, for this key and window. */
  readonly windowState: StatesOf<W>;
  /** What the function declared as `globalState`, for this key in all its windows. */
  readonly globalState: StatesOf<G>;
}

/** What a window function does each time that a window fires. `In` is what the window holds. */
export type ProcessWindow<K, In, R, W = unknown, G = unknown> = (
  input: In,
  context: WindowContext<K, W, G>,
  out: Collector<R>,
) => void;

/** A window function with state, or with something to do when a window goes. */
export interface ProcessWindowFunction<
  K,
  In,
  R,
  W extends KeyedStateDeclarations = KeyedStateDeclarations,
  G extends KeyedStateDeclarations = KeyedStateDeclarations,
> {
  readonly windowState?: W;
  readonly globalState?: G;
  readonly process: ProcessWindow<K, In, R, W, G>;
  /** The window goes. Its state goes by itself. */
  readonly clear?: (context: WindowContext<K, W, G>) => void;
}

/** A window function whatever its types, as the graph keeps it. */
export interface AnyWindowFunction {
  readonly kind: 'collects';
  readonly windowState: KeyedStateDeclarations;
  readonly globalState: KeyedStateDeclarations;
  readonly process: ProcessWindow<unknown, unknown, unknown>;
  readonly clear: ((context: WindowContext<unknown, unknown, unknown>) => void) | undefined;
}

/** One window of one key. */
export interface WindowOfKey<K> {
  readonly key: K;
  readonly window: TimeWindow;
}

/**
 * A window function that answers what a firing emits. It is drawn by credit when the call is over (C3), so
 * that nothing is lent to it.
 */
export interface AnyWindowAnswer {
  readonly kind: 'answers';
  /** How messages call it. */
  readonly verb: string;
  readonly answer: (input: unknown, fired: WindowOfKey<unknown>) => unknown;
}
