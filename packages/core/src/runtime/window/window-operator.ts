/**
 * Owns: the parts of a window operator, put together as its description says.
 * Refuses: to do anything when records flow; the handler does.
 */
import type { WindowSpec } from '../../model/graph.js';
import type { KeyedState } from '../../model/state.js';
import type { AnyWindowFunction } from '../../model/window-function.js';
import type { FixedWindowAssigner, MergingWindowAssigner } from '../../model/window-assigner.js';
import { ElementOperator } from '../operator/element-operator.js';
import type { KeyedElementParts } from '../operator/keyed-operator-parts.js';
import { subtaskOfKeyed } from '../operator/keyed-records.js';
import { OperatorTimers } from '../operator/operator-timers.js';
import { EndFiring, type Firing } from './firing.js';
import { FixedWindows } from './fixed-windows.js';
import { foldOf } from './fold.js';
import { FunctionOutput } from './function-output.js';
import { PaneGrid } from './pane-grid.js';
import { PaneWindows } from './pane-windows.js';
import type { SessionAtHand } from './session-at-hand.js';
import { SessionWindows } from './session-windows.js';
import { TriggerFiring, type IsOwnTimer } from './trigger-firing.js';
import { WindowAnswers } from './window-answers.js';
import { windowContents, type WindowContents } from './window-contents.js';
import { WindowHandler } from './window-handler.js';
import { ResultOutput, type WindowOutput } from './window-output.js';
import { WindowStates } from './window-states.js';
import { WindowTimes } from './window-times.js';
import type { Windows } from './windows.js';

type WindowOperatorParts = KeyedElementParts<WindowSpec>;

export function createWindowOperator(parts: WindowOperatorParts): ElementOperator {
  const { spec, state, errors, limits, sides } = parts;
  const { name } = spec;
  const keyed = state.createKeyedState(name);
  const { clock, post } = parts;
  const timers = new OperatorTimers({ keys: keyed.keys, clock, post, pendingTimersAtEnd: 'fire' });
  const states = statesOf(parts, keyed);
  const handler = new WindowBuilder(parts, { keyed, timers, states }).build();
  const subtaskOfRecord = subtaskOfKeyed(spec.keysOf, name, keyed.keys.groups);
  const held = { state: keyed, timers };
  return new ElementOperator({
    name,
    handler,
    errors,
    limits,
    sides,
    keyed: held,
    subtaskOfRecord,
    readable: states?.readable,
  });
}

/** The state of a window function; where there is none, windows have nothing that an onlooker could name. */
function statesOf(
  { spec, clock }: WindowOperatorParts,
  state: KeyedState,
): WindowStates | undefined {
  const { apply } = spec;
  if (apply?.kind !== 'collects') return undefined;
  return new WindowStates({ apply, state, now: () => clock.now() });
}

/** What is kept by key. */
interface Kept {
  readonly keyed: KeyedState;
  readonly timers: OperatorTimers;
  readonly states: WindowStates | undefined;
}

class WindowBuilder {
  readonly #parts: WindowOperatorParts;
  readonly #keyed: KeyedState;
  readonly #timers: OperatorTimers;
  readonly #times: WindowTimes;
  readonly #answers: WindowAnswers | undefined;
  readonly #output: WindowOutput;

  constructor(parts: WindowOperatorParts, { keyed, timers, states }: Kept) {
    const { spec, clock } = parts;
    this.#parts = parts;
    this.#keyed = keyed;
    this.#timers = timers;
    const { allowedLatenessMs } = spec;
    const { time } = spec.assigner;
    this.#times = new WindowTimes({ time, allowedLatenessMs, clock, timers });
    this.#answers = this.#answersOf(spec);
    this.#output = this.#answers ?? this.#outputOf(spec, states);
  }

  build(): WindowHandler {
    const { spec, sides } = this.#parts;
    const { name, keysOf } = spec;
    return new WindowHandler({
      name,
      keysOf,
      keys: this.#keyed.keys,
      windows: this.#windows(),
      times: this.#times,
      output: this.#output,
      answers: this.#answers,
      late: spec.late.map((tag) => tag && sides.get(tag.name)),
    });
  }

  #answersOf({ name, apply }: WindowOperatorParts['spec']): WindowAnswers | undefined {
    if (apply?.kind !== 'answers') return undefined;
    return new WindowAnswers({ name, apply, keys: this.#keyed.keys });
  }

  #outputOf({ apply }: WindowSpec, states: WindowStates | undefined): WindowOutput {
    const { keys } = this.#keyed;
    if (apply?.kind !== 'collects' || states === undefined) return new ResultOutput(keys);
    const { sides } = this.#parts;
    return new FunctionOutput({ apply, keys, times: this.#times, states, sides });
  }

  #windows(): Windows {
    const { assigner } = this.#parts.spec;
    if (assigner.kind === 'merging') return this.#sessions(assigner);
    const grid = paneGridOf(this.#parts.spec);
    return grid === undefined ? this.#fixed(assigner) : this.#panes(grid);
  }

  #sessions(assigner: MergingWindowAssigner): SessionWindows {
    return new SessionWindows({
      assigner,
      contents: this.#contents(),
      firing: this.#firing(isSessionTimer),
      fires: this.#parts.spec.trigger === undefined ? 'at-end' : 'by-trigger',
      output: this.#output,
      times: this.#times,
      rows: this.#keyed.createTable('sessions'),
    });
  }

  #panes(grid: PaneGrid): PaneWindows {
    return new PaneWindows({
      grid,
      fold: foldOf(this.#parts.spec.contents),
      output: this.#output,
      times: this.#times,
      rows: this.#keyed.createTable('panes'),
    });
  }

  #fixed(assigner: FixedWindowAssigner): FixedWindows {
    return new FixedWindows({
      assigner,
      contents: this.#contents(),
      firing: this.#firing(this.#isCleanup),
      output: this.#output,
      times: this.#times,
      held: this.#keyed.createTable('window-contents'),
      triggerStates: this.#keyed.createTable('trigger-state'),
    });
  }

  #contents(): WindowContents {
    const { contents, evictor } = this.#parts.spec;
    return windowContents({ contents, evictor, output: this.#output, times: this.#times });
  }

  #firing(isOwnTimer: IsOwnTimer): Firing {
    const [times, timers] = [this.#times, this.#timers];
    const { trigger } = this.#parts.spec;
    if (trigger === undefined) return new EndFiring(times);
    return new TriggerFiring({ trigger, times, timers, isOwnTimer });
  }

  readonly #isCleanup: IsOwnTimer = ({ window }, { time, domain }) =>
    this.#times.isOf(domain) && time === this.#times.cleanupTimeOf(window.end - 1);
}

const isSessionTimer: IsOwnTimer = (at, { time }) => (at as SessionAtHand).session.timer === time;

/** Where the panes of overlapping windows lie; without them each window is kept alone. */
function paneGridOf({
  assigner,
  contents,
  trigger,
  evictor,
  apply,
}: WindowSpec): PaneGrid | undefined {
  const grid = assigner.kind === 'fixed' ? assigner.grid : undefined;
  if (grid === undefined || grid.slideMs >= grid.sizeMs) return undefined;
  const canMerge = contents.kind === 'aggregate' && contents.aggregate.merge !== undefined;
  if (!canMerge || trigger !== undefined || evictor !== undefined) return undefined;
  return apply?.kind === 'collects' && looksAtOneWindow(apply) ? undefined : new PaneGrid(grid);
}

function looksAtOneWindow({ windowState, clear }: AnyWindowFunction): boolean {
  return clear !== undefined || Object.keys(windowState).length > 0;
}
