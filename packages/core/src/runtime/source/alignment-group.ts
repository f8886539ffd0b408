/**
 * Owns: how far apart in event time the splits of one group are, over all sources of a job.
 * Refuses: to pause anybody: who reads asks before it polls.
 *
 * The minimum is over members that are active. Idle and finished ones are not waited for, and without
 * any active member the minimum is the end of time, where sums stay (S20): nobody is held.
 */
import {
  addSaturating,
  MAX_TIMESTAMP,
  type Milliseconds,
  type Timestamp,
} from '../../model/time.js';

export interface GroupMember {
  readonly status: 'active' | 'idle';
  watermark(): Timestamp;
}

export class AlignmentGroup {
  readonly #members = new Set<GroupMember>();

  join(member: GroupMember): void {
    this.#members.add(member);
  }

  leave(member: GroupMember): void {
    this.#members.delete(member);
  }

  minimum(): Timestamp {
    let minimum = MAX_TIMESTAMP;
    for (const member of this.#members) {
      if (member.status === 'active') minimum = Math.min(minimum, member.watermark());
    }
    return minimum;
  }

  /** Whether the member is no further ahead of the others than it may be. */
  mayRead(member: GroupMember, driftMsMax: Milliseconds): boolean {
    return member.watermark() <= addSaturating(this.minimum(), driftMsMax);
  }
}

/** The groups of one execution, by name. */
export class AlignmentGroups {
  readonly #groups = new Map<string, AlignmentGroup>();

  of(name: string): AlignmentGroup {
    const group = this.#groups.get(name) ?? new AlignmentGroup();
    this.#groups.set(name, group);
    return group;
  }
}
