/**
 * Owns: what holds of windows until their user says otherwise.
 * Refuses: to know whose records they are.
 */
import type { WindowSpec } from '../../model/graph.js';
import type { WindowAssigner } from '../../model/window-assigner.js';

/** What a user may say of windows, beside what is done with them. */
export type WindowChoices = Pick<
  WindowSpec,
  'assigner' | 'trigger' | 'evictor' | 'allowedLatenessMs'
>;

export function windowsOf(assigner: WindowAssigner): WindowChoices {
  const trigger = assigner.kind === 'fixed' ? assigner.defaultTrigger : undefined;
  return { assigner, trigger, evictor: undefined, allowedLatenessMs: 0 };
}
