/**
 * Owns: `deduplicate` as process functions: which record of a key passes, and for how long the key is
 * remembered.
 * Refuses: to look into records: what has the key is the same.
 *
 * J30. Of each key one record passes; the others are counted. J31. `first`: that which comes first, at
 *      once. J32. `earliest`: that with the least timestamp, when the watermark comes to it; of equals,
 *      that which came first; what is behind the watermark is late. J33. The life of a key begins when
 *      its record passes.
 */
import { MillraceError } from '../../model/error.js';
import type { CountingProcessFunction } from '../../model/process-function.js';
import type { StateTtl, ValueStateDeclaration } from '../../model/state-declaration.js';
import type { Timestamp } from '../../model/time.js';
import type { RecordOptions } from '../operator-options.js';
import { valueState } from '../states.js';

/** Which record of a key passes `deduplicate`, and for how long no other does. */
export interface DeduplicateOptions<T> extends RecordOptions<T> {
  /**
   * `first`, the default: that which comes first, at once. `earliest`: that with the least timestamp, when
   * the watermark comes to it; what comes behind the watermark is late, and dropped.
   */
  readonly keep?: 'first' | 'earliest';
  /** How long a key is remembered after its record has passed. Default: for ever. */
  readonly ttl?: StateTtl;
}

export type Deduplication = Pick<DeduplicateOptions<never>, 'keep' | 'ttl'>;

/** The earliest record of a key so far, until the watermark comes to it. */
interface Waiting<T> {
  readonly value: T;
  readonly timestamp: Timestamp;
}

type PassedState = ValueStateDeclaration<true>;

type First = { readonly passed: PassedState };
type Earliest<T> = First & {
  readonly waiting: ValueStateDeclaration<Waiting<T>>;
};

const DUPLICATES = 'numDuplicatesDropped';
const LATE = 'numLateRecordsDropped';

export function deduplication<K, T>({
  keep = 'first',
  ttl,
}: Deduplication): CountingProcessFunction<K, T, T> {
  switch (keep) {
    case 'first':
      return firstOfKey<K, T>(passedState(ttl));
    case 'earliest':
      return earliestOfKey<K, T>(passedState(ttl));
    default:
      throw keepInvalid(keep);
  }
}

function passedState(ttl: StateTtl | undefined): PassedState {
  return valueState<true>(ttl === undefined ? {} : { ttl });
}

function firstOfKey<K, T>(passed: PassedState): CountingProcessFunction<K, T, T, First> {
  return {
    state: { passed },
    counters: [DUPLICATES],
    processElement: (value, { state, count }, out) => {
      if (state.passed.value() !== undefined) {
        count(DUPLICATES);
        return;
      }
      state.passed.update(true);
      out.collect(value);
    },
  };
}

function earliestOfKey<K, T>(passed: PassedState): CountingProcessFunction<K, T, T, Earliest<T>> {
  return {
    state: { passed, waiting: valueState() },
    counters: [DUPLICATES, LATE],
    processElement: (value, { state, timers, timestamp, currentWatermark, count }) => {
      if (timestamp === undefined) throw noTimestamp();
      const waiting = state.waiting.value();
      const hasPassed = state.passed.value() !== undefined;
      if (hasPassed || (waiting !== undefined && waiting.timestamp <= timestamp)) {
        count(DUPLICATES);
        return;
      }
      if (timestamp <= currentWatermark()) {
        count(LATE);
        return;
      }
      if (waiting !== undefined) {
        count(DUPLICATES);
        timers.deleteEventTimeTimer(waiting.timestamp);
      }
      timers.registerEventTimeTimer(timestamp);
      state.waiting.update({ value, timestamp });
    },
    onTimer: (_time, { state }, out) => {
      out.collect(state.waiting.value()!.value);
      state.waiting.clear();
      state.passed.update(true);
    },
  };
}

function noTimestamp(): MillraceError {
  const sentence =
    "deduplicate with keep: 'earliest' got a record without a timestamp; give its source watermarks";
  return new MillraceError('TIMESTAMP_MISSING', sentence);
}

function keepInvalid(keep: unknown): MillraceError {
  const sentence = `deduplicate cannot keep ${JSON.stringify(keep)}; use 'first' or 'earliest'`;
  return new MillraceError('DEDUPLICATE_INVALID', sentence);
}
