/**
 * Owns: the session that is at hand, as triggers and window functions see it.
 * Refuses: to keep it.
 */
import type { KeyId, Namespace } from '../../model/state.js';
import type { TimeWindow } from '../../model/window.js';
import type { WindowAtHand } from './firing.js';
import type { Session } from './session.js';

/** One for all sessions, moved from one to the next. */
export class SessionAtHand implements WindowAtHand {
  session!: Session;
  id: KeyId = 0;
  namespace: Namespace = 0;

  /** A new one each time: results keep it, and most records want none. */
  get window(): TimeWindow {
    const { start, end } = this.session;
    return { start, end };
  }

  move(id: KeyId, session: Session): this {
    this.id = id;
    this.session = session;
    this.namespace = session.namespace;
    return this;
  }

  triggerState(): unknown {
    return this.session.triggerState;
  }

  setTriggerState(state: unknown): void {
    this.session.triggerState = state;
  }
}
