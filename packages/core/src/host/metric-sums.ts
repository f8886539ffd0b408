/**
 * Owns: the metrics of several subtasks as those of one operator.
 * Refuses: to average: counters add up, a watermark is that of the slowest, a
 *     drift that of the quickest, words are listed.
 */
import type { SinkMetrics } from '../model/sink.js';

type Metric = SinkMetrics[string];

/** The metrics of parts with a name, by name; parts of one name are taken together. */
export function byName<M extends SinkMetrics>(
  parts: readonly (readonly [name: string, metrics: M])[],
): Readonly<Record<string, M>> {
  const sums = new Map<string, M>();
  for (const [name, metrics] of parts) {
    const before = sums.get(name);
    sums.set(name, before === undefined ? metrics : (together(before, metrics) as M));
  }
  return Object.fromEntries(sums);
}

function together(one: SinkMetrics, other: SinkMetrics): SinkMetrics {
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return Object.fromEntries(names.map((name) => [name, joined(name, one[name], other[name])]));
}

function joined(name: string, one: Metric | undefined, other: Metric | undefined): Metric {
  if (one === undefined || other === undefined) return (one ?? other)!;
  if (typeof one === 'number' && typeof other === 'number') {
    if (name.endsWith('Drift')) return Math.max(one, other);
    return name.endsWith('Watermark') ? Math.min(one, other) : one + other;
  }
  if (String(one) === String(other)) return one;
  return [...new Set([one, other].flatMap((metric) => metric).map(String))];
}
