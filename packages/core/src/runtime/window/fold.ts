/**
 * Owns: how what a window holds grows, record by record and window by window, and what a firing hands on.
 * Refuses: to keep any of it; state does.
 */
import type { WindowContentsSpec } from '../../model/graph.js';
import type { JoinElement } from '../../model/join-element.js';

export interface Fold {
  readonly first: (value: unknown) => unknown;
  readonly add: (held: unknown, value: unknown) => unknown;
  /** May change `left`, never `right`. */
  readonly merge: (left: unknown, right: unknown) => unknown;
  /** What is as `held` is, and may be changed. */
  readonly copy: (held: unknown) => unknown;
  /** What the window function is given. */
  readonly inputOf: (held: unknown) => unknown;
}

export function foldOf(spec: WindowContentsSpec): Fold {
  switch (spec.kind) {
    case 'aggregate':
      return aggregating(spec.aggregate);
    case 'reduce': {
      const { reduce } = spec;
      return { first: itself, add: reduce, merge: reduce, copy: itself, inputOf: itself };
    }
    case 'elements':
      return listing;
    case 'sides':
      return listingSides;
  }
}

function aggregating(aggregate: (WindowContentsSpec & { kind: 'aggregate' })['aggregate']): Fold {
  return {
    first: (value) => aggregate.add(aggregate.createAccumulator(), value),
    add: (held, value) => aggregate.add(held, value),
    // Where windows merge, building the job has seen to it that there is one.
    merge: (left, right) => aggregate.merge!(left, right),
    copy: (held) => aggregate.merge!(aggregate.createAccumulator(), held),
    inputOf: (held) => aggregate.getResult(held),
  };
}

const itself = (value: unknown): unknown => value;

const listing: Fold = {
  first: (value) => [value],
  add: (held, value) => {
    (held as unknown[]).push(value);
    return held;
  },
  merge: (left, right) => {
    for (const value of right as unknown[]) (left as unknown[]).push(value);
    return left;
  },
  copy: (held) => (held as unknown[]).slice(),
  // A copy: the window may go on growing while somebody keeps what it was given.
  inputOf: (held) => (held as unknown[]).slice(),
};

/** `Sides` of the elements of a join, which grow. */
interface HeldSides {
  readonly left: unknown[];
  readonly right: unknown[];
}

const listingSides: Fold = {
  first: (value) => withElement({ left: [], right: [] }, value),
  add: withElement,
  merge: (one, other) => {
    const [held, { left, right }] = [one as HeldSides, other as HeldSides];
    for (const value of left) held.left.push(value);
    for (const value of right) held.right.push(value);
    return held;
  },
  copy: copyOfSides,
  // A copy: it is drawn while the window may go on growing.
  inputOf: copyOfSides,
};

function withElement(held: unknown, element: unknown): unknown {
  const { side, value } = element as JoinElement<unknown, unknown>;
  (held as HeldSides)[side].push(value);
  return held;
}

function copyOfSides(held: unknown): HeldSides {
  const { left, right } = held as HeldSides;
  return { left: left.slice(), right: right.slice() };
}
