/**
 * Owns: windows that stand fast, each kept by its start: what they hold, and their end.
 * Refuses: to say when they fire; their trigger does.
 *
 * W4. Each has a timer for its cleanup from its first contents on, whether it ever fires or not. W7. A
 *     purge takes the contents alone. W10. Where a trigger's timer and the cleanup's fall together, the
 *     window fires and is then cleaned up. The timer of a window that has gone means nothing.
 */
import type { TimeDomain } from '../../model/process-function.js';
import type { KeyId, Namespace, StateTable } from '../../model/state.js';
import type { Timestamp } from '../../model/time.js';
import type { TriggerResult } from '../../model/trigger.js';
import type { FixedWindowAssigner } from '../../model/window-assigner.js';
import { maxTimestampOf, type TimeWindow } from '../../model/window.js';
import type { Timer } from '../timer/timer-queue.js';
import type { Firing, WindowAtHand } from './firing.js';
import { NOTHING, type WindowContents } from './window-contents.js';
import type { WindowOutput } from './window-output.js';
import type { WindowTimes } from './window-times.js';
import type { Placed, Windows } from './windows.js';

export interface FixedWindowsParts {
  readonly assigner: FixedWindowAssigner;
  readonly contents: WindowContents;
  readonly firing: Firing;
  readonly output: WindowOutput;
  readonly times: WindowTimes;
  readonly held: StateTable<unknown>;
  readonly triggerStates: StateTable<unknown>;
}

export class FixedWindows implements Windows {
  readonly #parts: FixedWindowsParts;
  readonly #held: StateTable<unknown>;
  readonly #contents: WindowContents;
  readonly #firing: Firing;
  readonly #times: WindowTimes;
  readonly #at: FixedWindowAtHand;

  constructor(parts: FixedWindowsParts) {
    this.#parts = parts;
    this.#held = parts.held;
    this.#contents = parts.contents;
    this.#firing = parts.firing;
    this.#times = parts.times;
    this.#at = new FixedWindowAtHand(parts.triggerStates);
  }

  add(id: KeyId, value: unknown, timestamp: Timestamp): Placed {
    const windows = this.#parts.assigner.assignWindows(timestamp, value);
    let placed: Placed = windows.length === 0 ? 'in-no-window' : 'late';
    const passed = this.#times.passed();
    for (const window of windows) {
      const time = maxTimestampOf(window);
      if (time <= passed && this.#times.isCleanedUp(time)) continue;
      this.#at.move(id, window);
      this.#addToWindow(value, timestamp);
      placed = 'in-window';
    }
    return placed;
  }

  onTimer({ time, id, namespace }: Timer, domain: TimeDomain): void {
    const at = this.#at.move(id, this.#parts.assigner.windowAt(namespace));
    if (this.#isThere()) this.#act(this.#firing.onTimer(at, { time, domain }), time);
    const isCleanup = time === this.#times.cleanupTimeOf(maxTimestampOf(at.window));
    if (isCleanup && this.#times.isOf(domain)) this.#cleanUp();
  }

  metrics(): Readonly<Record<string, number>> {
    return { numOpenWindows: this.#held.size() };
  }

  #addToWindow(value: unknown, timestamp: Timestamp): void {
    const [held, contents, at] = [this.#held, this.#contents, this.#at];
    const { id, namespace } = at;
    const before = held.get(id, namespace);
    if (before !== undefined || held.has(id, namespace)) {
      held.set(id, namespace, contents.add(before, value, timestamp));
    } else {
      held.set(id, namespace, contents.first(value, timestamp));
      this.#open();
    }
    const result = this.#firing.onElement(at, value, timestamp);
    if (result !== 'continue') this.#act(result, timestamp);
  }

  #open(): void {
    const { id, namespace, window } = this.#at;
    const time = this.#times.cleanupTimeOf(maxTimestampOf(window));
    this.#times.register({ time, id, namespace });
    this.#firing.onOpen(this.#at);
  }

  #isThere(): boolean {
    return this.#held.has(this.#at.id, this.#at.namespace) || this.#at.triggerState() !== undefined;
  }

  #act(result: TriggerResult, timestamp: Timestamp): void {
    if (result === 'fire' || result === 'fire-and-purge') this.#fire(timestamp);
    if (result === 'purge' || result === 'fire-and-purge') this.#purge();
  }

  // Without contents there is nothing to emit.
  #fire(timestamp: Timestamp): void {
    const { id, namespace, window } = this.#at;
    if (!this.#held.has(id, namespace)) return;
    const held = this.#held.get(id, namespace);
    const own = this.#times.time === 'none' ? timestamp : maxTimestampOf(window);
    const left = this.#contents.fire({ id, namespace, window, timestamp: own }, held);
    if (left === NOTHING) this.#purge();
    else if (left !== held) this.#held.set(id, namespace, left);
  }

  #purge(): void {
    this.#held.delete(this.#at.id, this.#at.namespace);
  }

  #cleanUp(): void {
    this.#purge();
    this.#firing.clear(this.#at);
    this.#parts.output.clear(this.#at);
  }
}

/** One for all windows, moved from one to the next. */
class FixedWindowAtHand implements WindowAtHand {
  readonly #states: StateTable<unknown>;
  id: KeyId = 0;
  namespace: Namespace = 0;
  window: TimeWindow = { start: 0, end: 0 };

  constructor(states: StateTable<unknown>) {
    this.#states = states;
  }

  move(id: KeyId, window: TimeWindow): this {
    this.id = id;
    this.namespace = window.start;
    this.window = window;
    return this;
  }

  triggerState(): unknown {
    return this.#states.get(this.id, this.namespace);
  }

  setTriggerState(state: unknown): void {
    if (state === undefined) this.#states.delete(this.id, this.namespace);
    else this.#states.set(this.id, this.namespace, state);
  }
}
