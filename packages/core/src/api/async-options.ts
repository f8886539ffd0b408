/**
 * Owns: what a user may say about `asyncMap`, its defaults, and the node that comes of it.
 * Refuses: to judge what was said; `checks/async-calls.ts` does.
 */
import type { AsyncFunction, AsyncOrder, AsyncRetry } from '../model/async-function.js';
import type { AsyncSpec, KeySelector } from '../model/graph.js';
import type { Milliseconds } from '../model/time.js';
import { minutes } from './durations.js';
import type { RecordOptions } from './operator-options.js';

/** When and how often a function is called again with a record; every limit has a default. */
export interface AsyncRetryOptions extends Partial<AsyncRetry> {
  /** How often it is called at most, the first time included. */
  readonly attemptsMax: number;
}

interface AsyncCallOptions<T, F> extends RecordOptions<T> {
  /** Records that have a call or its answer, which has not left yet. Default: 100, as in Flink. */
  readonly capacity?: number;
  /**
   * How long an answer may take, over all tries of a record. Default: three minutes, as for Flink's lookups;
   * `Infinity` where calls may take as long as they like.
   */
  readonly timeoutMs?: Milliseconds;
  /** Default: a function that fails is not called again. */
  readonly retry?: AsyncRetryOptions;
  /**
   * Answers in place of a call whose time is over or whose tries are used up. Without it, `onError` says what
   * becomes of the record.
   */
  readonly fallback?: (value: T, error: unknown) => F;
}

/** Options of `asyncMap` and `asyncFlatMap`. */
export interface AsyncOptions<T, F> extends AsyncCallOptions<T, F> {
  /**
   * `input` (the default): results leave in the order of the records. `none`: as they come, but never across
   * a watermark.
   */
  readonly order?: 'input' | 'none';
}

/** Options of `asyncMap` and `asyncFlatMap` of a stream with keys. */
export interface KeyedAsyncOptions<T, F> extends AsyncCallOptions<T, F> {
  /**
   * `key` (the default): one call at a time for each key, in the order of its records, and keys beside each
   * other. `input` and `none` as without keys.
   */
  readonly order?: AsyncOrder;
}

const ASYNC_CAPACITY_DEFAULT = 100;

/** The longest that Flink lets a lookup take unless it is told otherwise. */
const ASYNC_TIMEOUT_MS_DEFAULT = minutes(3);

export const ASYNC_RETRY_DEFAULT: AsyncRetry = {
  attemptsMax: 1,
  backoffMsMin: 100,
  backoffMsMax: 10_000,
  backoffFactor: 2,
  jitter: 'full',
  isRetryable: () => true,
};

/** A call as the graph has it. Without keys, the order is that of the input unless it is said. */
export function asyncSpec<T, F>(
  called: Pick<AsyncSpec, 'kind'> & { readonly call: AsyncFunction<T, unknown> },
  options: KeyedAsyncOptions<T, F>,
  keyOf?: KeySelector,
): AsyncSpec {
  const { capacity = ASYNC_CAPACITY_DEFAULT, timeoutMs = ASYNC_TIMEOUT_MS_DEFAULT } = options;
  const { order = keyOf === undefined ? 'input' : 'key', retry, fallback } = options;
  return {
    kind: called.kind,
    call: called.call as AsyncSpec['call'],
    keyOf,
    order,
    capacity,
    timeoutMs,
    retry: { ...ASYNC_RETRY_DEFAULT, ...retry },
    fallback: fallback as AsyncSpec['fallback'],
  };
}
