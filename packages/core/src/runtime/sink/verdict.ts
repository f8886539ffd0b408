/**
 * Owns: what an answer means for the entries of its batch: each is written, comes back, or is
 *     refused.
 * Refuses: to act on it.
 *
 * N1. A reply accounts for each entry of its batch, once: one that hands back what was not in the
 *     batch is a fault of the connector and fails the job.
 */
import { messageOf } from '../../model/error.js';
import type { Outcome } from '../call/attempt.js';
import type {
  BatchReply,
  GiveBackReason,
  SinkConnection,
  SinkErrorVerdict,
} from './async-sink-spec.js';

export type Verdict<E> =
  | { readonly is: 'written' }
  | {
      readonly is: 'held-back';
      readonly why: GiveBackReason;
      readonly written: readonly E[];
      readonly returned: readonly E[];
    }
  | { readonly is: 'poison'; readonly reason: string }
  | { readonly is: 'fatal'; readonly reason: string };

export type Classify = SinkConnection<unknown>['classify'];

export function verdictOf<E>(
  batch: readonly E[],
  outcome: Outcome<BatchReply<E>>,
  classify: Classify,
): Verdict<E> {
  if (outcome.is === 'replied') return verdictOfReply(batch, outcome.reply);
  if (outcome.is === 'overdue') return allReturned(batch, 'ambiguous');
  const { kind, reason } = classified(outcome.error, classify);
  return kind === 'poison' || kind === 'fatal' ? { is: kind, reason } : allReturned(batch, kind);
}

/** What the connector says of an error; a `classify` that throws makes it fatal. */
export function classified(error: unknown, classify: Classify): SinkErrorVerdict {
  try {
    return classify(error);
  } catch (second) {
    const reason = `${messageOf(error)} (and judging it failed: ${messageOf(second)})`;
    return { kind: 'fatal', reason };
  }
}

function allReturned<E>(batch: readonly E[], why: GiveBackReason): Verdict<E> {
  return { is: 'held-back', why, written: [], returned: batch };
}

function verdictOfReply<E>(
  batch: readonly E[],
  reply: Partial<BatchReply<E>> | undefined,
): Verdict<E> {
  const unprocessed = reply?.unprocessed;
  if (!Array.isArray(unprocessed)) {
    return { is: 'fatal', reason: 'the reply does not say which entries were not written' };
  }
  if (unprocessed.length === 0) return { is: 'written' };
  // In the order of the batch, whatever the order of the reply.
  const held = new Set<E>(unprocessed);
  const returned = batch.filter((entry) => held.has(entry));
  if (returned.length !== unprocessed.length) {
    return { is: 'fatal', reason: 'the reply hands back entries that were not in its batch' };
  }
  const written = batch.filter((entry) => !held.has(entry));
  return { is: 'held-back', why: 'unprocessed', written, returned };
}
