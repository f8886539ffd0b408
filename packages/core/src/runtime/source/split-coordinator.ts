/**
 * Owns: one source's enumerator, and what passes between it and the subtasks that read its splits.
 * Refuses: to call a subtask: all goes by mail, in both directions (E2), so that a subtask may live
 *     elsewhere one day. The enumerator lives with the subtask 0, in whose steps it is called.
 */
import { MillraceError } from '../../model/error.js';
import type { PostMail } from '../../model/mail.js';
import type {
  SourceSplit,
  SplitEnumerator,
  SplitEnumeratorContext,
  SplitSource,
} from '../../model/split.js';

/** A subtask, as the coordinator knows it. */
export interface SplitMember {
  readonly post: PostMail;
  readonly onAssigned: (split: SourceSplit) => void;
  readonly onNoSplits: () => void;
  readonly onNoMoreSplits: () => void;
}

export interface SplitCoordinatorParts extends Pick<SplitEnumeratorContext, 'clock' | 'random'> {
  readonly source: SplitSource<unknown>;
  readonly parallelism: number;
}

export class SplitCoordinator {
  readonly #parts: SplitCoordinatorParts;
  readonly #members: SplitMember[] = [];
  /** The ids of splits that are being read, or on their way to it. */
  readonly #live = new Set<string>();
  #enumerator: SplitEnumerator | undefined;
  #status: 'assigning' | 'no-more-splits' = 'assigning';
  /** Who asks while the enumerator is asked, until it is given something. */
  #asking: number | undefined;

  constructor(parts: SplitCoordinatorParts) {
    this.#parts = parts;
  }

  join(subtask: number, member: SplitMember): void {
    this.#members[subtask] = member;
  }

  /** Called once, when the subtask 0 opens: the last of them to. */
  open(): void {
    const { source, clock, random, parallelism } = this.#parts;
    this.#enumerator = source.createEnumerator({
      post: this.#members[0]!.post,
      clock,
      random,
      parallelism,
      assign: (split, subtask) => {
        this.#assign(split, subtask);
      },
      signalNoMoreSplits: () => {
        this.#end();
      },
    });
    this.#enumerator.open();
  }

  request(subtask: number): void {
    const deliver = (): void => {
      this.#onRequest(subtask);
    };
    this.#members[0]!.post({ name: 'source.split-request', deliver });
  }

  /** The subtask has read the split; without any left, it asks for another. */
  finish(subtask: number, id: string, left: 'some-left' | 'none-left'): void {
    const deliver = (): void => {
      this.#live.delete(id);
      if (left === 'none-left') this.#onRequest(subtask);
    };
    this.#members[0]!.post({ name: 'source.split-finished', deliver });
  }

  close(): Promise<void> | void {
    return this.#enumerator?.close();
  }

  #onRequest(subtask: number): void {
    if (this.#status === 'no-more-splits') return;
    this.#asking = subtask;
    this.#enumerator!.handleSplitRequest(subtask);
    const unanswered = this.#asking !== undefined;
    this.#asking = undefined;
    const { post, onNoSplits } = this.#members[subtask]!;
    if (unanswered) post({ name: 'source.no-splits', deliver: onNoSplits });
  }

  #assign(split: SourceSplit, subtask: number): void {
    const member = this.#members[subtask];
    if (member === undefined) throw noSuchSubtask(split, subtask, this.#members.length);
    if (this.#status === 'no-more-splits') throw afterTheLast(split);
    if (this.#live.has(split.id)) throw assignedBefore(split);
    this.#live.add(split.id);
    if (this.#asking === subtask) this.#asking = undefined;
    const deliver = (): void => {
      member.onAssigned(split);
    };
    member.post({ name: 'source.split-assigned', deliver });
  }

  #end(): void {
    if (this.#status === 'no-more-splits') return;
    this.#status = 'no-more-splits';
    this.#asking = undefined;
    for (const { post, onNoMoreSplits } of this.#members) {
      post({ name: 'source.no-more-splits', deliver: onNoMoreSplits });
    }
  }
}

function invalid(sentence: string): MillraceError {
  return new MillraceError('SPLIT_ASSIGNMENT_INVALID', sentence);
}

function noSuchSubtask({ id }: SourceSplit, subtask: number, subtasks: number): MillraceError {
  return invalid(
    `its enumerator assigned split ${id} to subtask ${String(subtask)}; assign to 0 to ${String(subtasks - 1)}`,
  );
}

function afterTheLast({ id }: SourceSplit): MillraceError {
  return invalid(
    `its enumerator assigned split ${id} after it had signalled that there are no more; signal that last`,
  );
}

function assignedBefore({ id }: SourceSplit): MillraceError {
  return invalid(
    `its enumerator assigned split ${id}, which is being read; give each split an id of its own`,
  );
}
