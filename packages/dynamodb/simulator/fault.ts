/**
 * Owns: the faults that a simulated service can commit, and two ways of choosing them.
 * Refuses: to be random by itself; chance comes in by the door (E3).
 */
import type { Random } from '@millrace/core/connector';
import type { Item } from '../src/item.js';

export type Fault =
  /** The request is carried out. */
  | { readonly is: 'none' }
  /** Some writes are handed back, in an order of the service's own. */
  | { readonly is: 'unprocessed'; readonly handsBack: (item: Item, at: number) => boolean }
  /** The request fails at once, and nothing of it is written. */
  | { readonly is: 'failed'; readonly error: Error }
  /** The socket breaks; the request lands after `landsAfterMs`, or never. */
  | { readonly is: 'reset'; readonly landsAfterMs?: number }
  /** No answer comes before the request is aborted; it lands that long after the abort, or never. */
  | { readonly is: 'silent'; readonly landsAfterMs?: number };

export interface RequestFacts {
  /** Counts from 0, over all batch writes. */
  readonly number: number;
  readonly entries: number;
}

export type FaultPlan = (request: RequestFacts) => Fault;

export const noFault: FaultPlan = () => ({ is: 'none' });

/** One fault for each request in turn, and none after the last. */
export function faultsInTurn(...faults: readonly Fault[]): FaultPlan {
  return ({ number }) => faults[number] ?? { is: 'none' };
}

/** How often each fault happens, as shares of 1. */
export interface FaultShares {
  readonly unprocessed?: number;
  readonly throttled?: number;
  readonly reset?: number;
  readonly silent?: number;
  /** The share of lost requests that land after all, at most `landsAfterMsMax` later. */
  readonly late?: number;
  readonly landsAfterMsMax?: number;
}

/** Faults by chance: the same for the same seed. `throttled` makes the error of a throttled request. */
export function faultsAtRandom(
  random: Random,
  shares: FaultShares,
  throttled: () => Error,
): FaultPlan {
  const lands = () =>
    random.next() < (shares.late ?? 0)
      ? { landsAfterMs: Math.floor(random.next() * (shares.landsAfterMsMax ?? 1000)) }
      : {};
  const choices: readonly (readonly [number, () => Fault])[] = [
    [shares.unprocessed ?? 0, () => ({ is: 'unprocessed', handsBack: () => random.next() < 0.5 })],
    [shares.throttled ?? 0, () => ({ is: 'failed', error: throttled() })],
    [shares.reset ?? 0, () => ({ is: 'reset', ...lands() })],
    [shares.silent ?? 0, () => ({ is: 'silent', ...lands() })],
  ];
  return () => {
    let rest = random.next();
    for (const [share, fault] of choices) {
      if (rest < share) return fault();
      rest -= share;
    }
    return { is: 'none' };
  };
}
