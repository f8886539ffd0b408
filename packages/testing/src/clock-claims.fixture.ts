/**
 * Owns: what a clock for tests has to keep, as claims that any clock can be held to.
 * Refuses: to know how time passes in it.
 */
import type { Milliseconds } from '@millrace/core';
import type { VirtualClock } from './virtual-clock.js';

export type ClockUnderTest = Pick<VirtualClock, 'now' | 'after' | 'advanceBy' | 'settled'>;

/** One claim; it answers what is wrong, or nothing. */
type Claim = (clock: ClockUnderTest) => Promise<string | undefined>;

const claims: readonly Claim[] = [
  async (clock) => {
    const times = await firedAt(clock, [30, 10, 20, 10]);
    return differs('timers fire at their own time, in order', times, [10, 10, 20, 30]);
  },
  async (clock) => {
    const told: number[] = [];
    clock.after(10, () => clock.after(10, () => told.push(clock.now())));
    await clock.advanceBy(100);
    return differs('a timer that a callback arms is met on the way', told, [20]);
  },
  async (clock) => {
    const told: string[] = [];
    clock.after(10, () => void Promise.resolve().then(() => told.push('promise')));
    clock.after(11, () => told.push('timer'));
    await clock.advanceBy(100);
    return differs('promises settle between two timers', told, ['promise', 'timer']);
  },
  async (clock) => {
    const told: number[] = [];
    const cancel = clock.after(10, () => told.push(10));
    cancel();
    await clock.advanceBy(100);
    return differs('a cancelled timer does not fire', told, []);
  },
  async (clock) => {
    const told: number[] = [];
    clock.after(11, () => told.push(11));
    await clock.advanceBy(10);
    return differs('a timer does not fire before it is due', told, []);
  },
  async (clock) => {
    const slept = new Promise<void>((resolve) => clock.after(10, resolve));
    const answer = await clock.settled(slept).then(
      () => 'it settled',
      () => 'it complained',
    );
    return differs('who waits while nobody advances is told so', answer, 'it complained');
  },
];

/** What is wrong with clocks of this kind; each claim gets a clock of its own, which stands at 0. */
export async function breachesOf(createClock: () => ClockUnderTest): Promise<readonly string[]> {
  const told: string[] = [];
  for (const claim of claims) told.push(...((await claim(createClock())) ?? '').split('\n'));
  return told.filter((breach) => breach !== '');
}

async function firedAt(
  clock: ClockUnderTest,
  delays: readonly Milliseconds[],
): Promise<readonly number[]> {
  const times: number[] = [];
  for (const delay of delays) clock.after(delay, () => times.push(clock.now()));
  await clock.advanceBy(100);
  return times;
}

function differs(claim: string, is: unknown, ought: unknown): string | undefined {
  const [came, wanted] = [JSON.stringify(is), JSON.stringify(ought)];
  return came === wanted ? undefined : `${claim}: ${came} and not ${wanted}`;
}
