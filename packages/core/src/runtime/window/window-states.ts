/**
 * Owns: the state of a window function: for the key and window at hand, and for the key alone.
 * Refuses: to know what kinds of state there are.
 *
 * W8. State of a window goes with the window.
 */
import type { KeyedStateDeclarations, StatesOf } from '../../model/state-declaration.js';
import type { KeyedState } from '../../model/state.js';
import type { Timestamp } from '../../model/time.js';
import type { AnyWindowFunction } from '../../model/window-function.js';
import { KeyedStates } from '../keyed-state/keyed-states.js';
import type { ReadableState } from '../operator/operator.js';
import type { KeyedWindow } from './window-output.js';

type States = KeyedStates<KeyedStateDeclarations>;
type Handles = StatesOf<KeyedStateDeclarations>;

export interface WindowStatesParts {
  readonly apply: AnyWindowFunction;
  readonly state: KeyedState;
  readonly now: () => Timestamp;
}

export class WindowStates {
  readonly #ofWindow: States;
  readonly #ofKey: States;

  constructor({ apply, state, now }: WindowStatesParts) {
    const { windowState, globalState } = apply;
    this.#ofWindow = new KeyedStates({ declarations: windowState, state, now, prefix: 'window.' });
    this.#ofKey = new KeyedStates({ declarations: globalState, state, now, prefix: 'global.' });
  }

  /** For onlookers, who know keys and not windows. */
  get readable(): ReadableState {
    return this.#ofKey;
  }

  ofWindow({ id, namespace }: KeyedWindow): Handles {
    this.#ofWindow.setCurrent(id, namespace);
    return this.#ofWindow.handles;
  }

  ofKey({ id }: KeyedWindow): Handles {
    this.#ofKey.setCurrent(id);
    return this.#ofKey.handles;
  }

  /** Forgets what is held for a window. */
  clearWindow(gone: KeyedWindow): void {
    for (const handle of Object.values(this.ofWindow(gone))) (handle as Clearable).clear();
  }
}

/** Whatever its kind, state can be cleared. */
interface Clearable {
  clear(): void;
}
