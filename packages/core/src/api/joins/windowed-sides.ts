/**
 * Owns: what may be said of windows with the records of two streams in them, whatever is done with these.
 * Refuses: to judge what it is given; `api/checks` looks at the whole job.
 *
 * J20. Both sides are in the same windows, as if they were one stream. J25. A late record goes to the side
 *      output of its own side, as it was.
 */
import type { Evictor } from '../../model/evictor.js';
import type { LateOfSides } from '../../model/graph.js';
import type { JoinElement, Sides } from '../../model/join-element.js';
import type { OutputTag } from '../../model/output-tag.js';
import type { Milliseconds } from '../../model/time.js';
import type { Trigger } from '../../model/trigger.js';
import type { WindowAssigner } from '../../model/window-assigner.js';
import type { AnyWindowAnswer, WindowOfKey } from '../../model/window-function.js';
import type { ConnectedPlace } from '../connected-place.js';
import type { RecordOptions } from '../operator-options.js';
import type { Verb } from '../place.js';
import { Stream } from '../stream.js';
import { outputOf } from '../stream-place.js';
import { windowsOf, type WindowChoices } from '../windows/windows-of.js';

/** What has been said of the windows so far. */
export interface WindowingOfSides extends WindowChoices {
  readonly place: ConnectedPlace;
  readonly late: LateOfSides;
}

/** Nothing but the windows has been said yet. */
export function windowingOfSides<L, R>(
  place: ConnectedPlace,
  assigner: WindowAssigner<JoinElement<L, R>>,
): WindowingOfSides {
  return { place, late: [undefined, undefined], ...windowsOf(assigner as WindowAssigner) };
}

/** What a verb makes of the windows. */
interface Applied<K, L, R, Out> {
  /** How messages call what is done with a window. */
  readonly name: AnyWindowAnswer['verb'];
  readonly answer: (sides: Sides<L, R>, at: WindowOfKey<K>) => Iterable<Out>;
  readonly options: RecordOptions<never>;
  readonly verb: Verb;
}

/** Two keyed streams in windows. What to do with a window is yet to be said. */
export abstract class WindowedSides<K, L, R> {
  readonly #windowing: WindowingOfSides;

  constructor(windowing: WindowingOfSides) {
    this.#windowing = windowing;
  }

  /** Windows fire when the trigger says so, and no longer by themselves (W6). It sees both sides. */
  trigger<S>(trigger: Trigger<JoinElement<L, R>, S>): this {
    return this.#with({ trigger: trigger as Trigger });
  }

  /** Takes elements of both sides out of a window when it fires (W9). */
  evictor(evictor: Evictor<JoinElement<L, R>>): this {
    return this.#with({ evictor: evictor as Evictor });
  }

  /**
   * Keeps windows of event time for so long after they have fired: a record of either side that comes
   * meanwhile fires its window again, with all that it holds. Default: 0.
   */
  allowedLateness(allowedLatenessMs: Milliseconds): this {
    return this.#with({ allowedLatenessMs });
  }

  /** Sends records of the left side whose windows have been cleaned up to a side output (T4). */
  sideOutputLeftLateData(tag: OutputTag<L>): this {
    return this.#with({ late: [tag as OutputTag<unknown>, this.#windowing.late[1]] });
  }

  /** Sends records of the right side whose windows have been cleaned up to a side output (T4). */
  sideOutputRightLateData(tag: OutputTag<R>): this {
    return this.#with({ late: [this.#windowing.late[0], tag as OutputTag<unknown>] });
  }

  protected answering<Out>({ name, options, verb, ...how }: Applied<K, L, R, Out>): Stream<Out> {
    const { place, ...windowing } = this.#windowing;
    const { graph, inputs, keysOf } = place;
    const answer = how.answer as AnyWindowAnswer['answer'];
    const apply = { kind: 'answers', verb: name, answer } as const;
    const contents = { kind: 'sides' } as const;
    const spec = { kind: 'window', keysOf, contents, apply, ...windowing } as const;
    const node = graph.add({ spec, options, inputs, verb });
    return new Stream(outputOf(graph, node));
  }

  protected abstract again(windowing: WindowingOfSides): this;

  #with(change: Partial<WindowingOfSides>): this {
    return this.again({ ...this.#windowing, ...change });
  }
}
