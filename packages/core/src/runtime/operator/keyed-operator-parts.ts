/**
 * Owns: what keyed operators are made of.
 * Refuses: what one kind of them has beside that.
 */
import type { Clock } from '../../model/clock.js';
import type { PostMail } from '../../model/mail.js';
import type { StateBackend } from '../../model/state.js';
import type { ElementLimits } from './element-operator.js';
import type { RecordErrors } from './record-errors.js';
import type { SideOutput } from './side-output.js';

export interface KeyedOperatorParts<Spec> {
  readonly spec: Spec & { readonly name: string };
  readonly state: StateBackend;
  readonly errors: RecordErrors;
}

/** What those that take records one at a time are made of: they may fan out, send aside and set timers. */
export interface KeyedElementParts<Spec> extends KeyedOperatorParts<Spec> {
  readonly limits: ElementLimits;
  readonly clock: Clock;
  readonly post: PostMail;
  /** Of this operator, by tag: those that somebody reads. */
  readonly sides: ReadonlyMap<string, SideOutput>;
}
