/**
 * Owns: what may stand in for the sources, operators and sinks of a plan, by the names of these.
 * Refuses: to be chosen by a host: only a harness gives and takes the elements themselves, watermarks
 *     and statuses included, and only a test of it wants an operator that is broken.
 */
import type { Input } from '../operator/input.js';
import type { Operator } from '../operator/operator.js';
import type { Tail } from '../operator/tail.js';

export interface StandIns {
  /** What a source's task reads in place of the source. */
  readonly inputs: ReadonlyMap<string, Input>;
  /** What runs in place of an operator, made for each of its subtasks. */
  readonly operators: ReadonlyMap<string, () => Operator<unknown, unknown>>;
  /** What ends a chain in place of a sink. */
  readonly tails: ReadonlyMap<string, Tail>;
}

export const NO_STAND_INS: StandIns = { inputs: new Map(), operators: new Map(), tails: new Map() };
