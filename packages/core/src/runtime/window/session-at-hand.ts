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
  window: TimeWindow = { start: 0, end: 0 };

  move(id: KeyId, session: Session): this {
    const { start, end } = session;
    this.id = id;
    this.session = session;
    this.namespace = session.namespace;
    // A new one where it has changed: results keep it.
    if (this.window.start !== start || this.window.end !== end) this.window = { start, end };
    return this;
  }

  triggerState(): unknown {
    return this.session.triggerState;
  }

  setTriggerState(state: unknown): void {
    this.session.triggerState = state;
  }
}
