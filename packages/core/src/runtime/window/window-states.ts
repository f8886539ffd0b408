/**
 * Owns: the state of a window function: for the key and window at hand, and for the key alone.
 * Refuses: to know what kinds of state there are.
 */
import type { KeyedWindow } from './window-output.js';

export interface WindowStates {
  ofWindow(at: KeyedWindow): Readonly<Record<string, never>>;
  ofKey(at: KeyedWindow): Readonly<Record<string, never>>;
  /** Forgets what is held for a window. */
  clearWindow(gone: KeyedWindow): void;
}

/** Of a function that declares none. */
export const NO_STATES: WindowStates = {
  ofWindow: () => ({}),
  ofKey: () => ({}),
  clearWindow: () => undefined,
};
