import { VirtualClock } from './virtual-clock.js';

describe('VirtualClock', () => {
  it('fires by due time, then in the order of arming', async () => {
    const clock = new VirtualClock();
    const fired: string[] = [];
    clock.after(20, () => fired.push('20 first'));
    clock.after(10, () => fired.push('10'));
    clock.after(20, () => fired.push('20 second'));
    await clock.advanceBy(20);
    expect(fired).toEqual(['10', '20 first', '20 second']);
  });

  it('does not jump: a timer armed on the way fires at its own time', async () => {
    const clock = new VirtualClock(1_000);
    const at: number[] = [];
    const again = (): void => {
      at.push(clock.now());
      clock.after(7, again);
    };
    clock.after(7, again);
    await clock.advanceTo(1_030);
    expect(at).toEqual([1_007, 1_014, 1_021, 1_028]);
    expect(clock.now()).toBe(1_030);
  });

  it('settles promises between two timers of one instant', async () => {
    const clock = new VirtualClock();
    const order: string[] = [];
    clock.after(5, () => void Promise.resolve().then(() => order.push('promise of the first')));
    clock.after(5, () => order.push('second'));
    await clock.advanceBy(5);
    expect(order).toEqual(['promise of the first', 'second']);
  });

  it('leaves alone what is cancelled or not due', async () => {
    const clock = new VirtualClock();
    const fired: string[] = [];
    const cancel = clock.after(5, () => fired.push('cancelled'));
    clock.after(6, () => fired.push('not due'));
    cancel();
    await clock.advanceBy(5);
    expect(fired).toEqual([]);
    expect(clock.pendingTimers()).toEqual([6]);
  });

  it('names the pending timers when a test waits and nobody advances it', async () => {
    const clock = new VirtualClock();
    const slept = new Promise<void>((resolve) => clock.after(250, resolve));
    await expect(clock.settled(slept)).rejects.toThrow(/nobody advances.*it is 0.*due at 250/);
    await expect(clock.runUntil(slept)).resolves.toBeUndefined();
    expect(clock.now()).toBe(250);
  });

  it('says when a promise waits for something outside the clock', async () => {
    const clock = new VirtualClock();
    const never = new Promise<void>(() => undefined);
    await expect(clock.runUntil(never)).rejects.toThrow(/outside the clock.*no timer is pending/);
  });

  it('refuses to go back', async () => {
    const clock = new VirtualClock(10);
    await expect(clock.advanceTo(9)).rejects.toThrow('does not go back');
    await expect(clock.advanceTo(Number.NaN)).rejects.toThrow('does not go back');
  });
});
