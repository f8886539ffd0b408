/**
 * Owns: what the service throttles, as metrics: its reasons where it gives them, and the partition
 * keys that it hands back.
 * Refuses: to slow anything down; the sink waits, and an onlooker learns what for (A25, A34).
 */
import type { SinkMetrics } from '@millrace/core/connector';
import type { DynamoDbEntry } from './entry.js';
import { throttlingReasonsOf } from './error-facts.js';
import { FrequentTexts } from './frequent-texts.js';
import type { KeySchema } from './key-schema.js';
import { describeKey } from './primary-key.js';

const REASONS_MAX = 20;
const KEYS_MAX = 10;

export class ThrottleCounts {
  private readonly reasons = new FrequentTexts(REASONS_MAX);
  private readonly keys = new FrequentTexts(KEYS_MAX);

  onThrottled(error: unknown): void {
    for (const { reason, resource } of throttlingReasonsOf(error)) {
      this.reasons.add(`${reason} of ${resource}`);
    }
  }

  /** Capacity is given out by partition key, so a sort key tells nothing. */
  onHandedBack(entries: readonly DynamoDbEntry[], { partition }: KeySchema): void {
    for (const { item } of entries) {
      this.keys.add(describeKey({ partition, sort: undefined }, item));
    }
  }

  /** Keys with their counts, and reasons without: those of several subtasks are one list. */
  metrics(): SinkMetrics {
    return {
      throttlingReasons: this.reasons.ranked().map(([reason]) => reason),
      throttledKeys: this.keys.ranked().map(([key, count]) => `${key}: ${String(count)}`),
    };
  }
}
