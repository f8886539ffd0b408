/**
 * Owns: the sink machine: one definition for every sink, made of the table, and one actor per sink
 *     subtask behind a small port. The only file of the runtime that imports xstate.
 * Refuses: to do anything itself: effects leave as named actions and come back as mail. It holds
 *     numbers, never records; it arms no timer and invokes no promise.
 *
 * N3. An event that the table does not know, or that cannot happen where it came, posts a mail that
 *     fails the job. Nothing here throws: an action that throws leaves an xstate actor deaf, so each
 *     effect is guarded, and an error observer stands behind the guards.
 * The actor is never stopped, since a stopped actor drops events in silence. It has no timers and no
 * children, so there is nothing to stop; it is let go with the sink.
 */
import { assign, createActor, setup, type AnyStateMachine } from 'xstate';
import {
  SINK_TABLE,
  hasEnded,
  unexpectedIn,
  type SinkAction,
  type SinkEffect,
  type SinkEventType,
  type SinkGuard,
  type SinkState,
  type SinkTable,
} from './sink-table.js';

export interface SinkMachineContext {
  /** How often the task said OPEN, and how often FINISH. */
  readonly opens: number;
  readonly finishes: number;
  readonly inFlightRequests: number;
  /** Consecutive waits without a success between them. */
  readonly attempts: number;
  /** One more with each wait that grew. A request knows the round in which it was sent. */
  readonly round: number;
}

export type SinkEvent =
  | { readonly type: Exclude<SinkEventType, 'WRITTEN' | 'THROTTLED'> }
  | { readonly type: 'WRITTEN'; readonly round: number }
  | { readonly type: 'THROTTLED'; readonly round: number; readonly written: number };

/** What a machine asks of its sink. What an effect throws fails the job through `fail`. */
export interface SinkEffects extends Record<
  Exclude<SinkEffect, 'armBackoff' | 'reportUnexpected'>,
  () => void
> {
  armBackoff(attempts: number): void;
  /** Posts a mail that throws. It must not throw itself. */
  fail(what: string, cause?: unknown): void;
}

/** The port behind which xstate is. */
export interface SinkMachine {
  send(event: SinkEvent): void;
  state(): SinkState;
  /** The states in the order of their first visit. */
  visited(): readonly SinkState[];
  /** How many records may come when there is room for `room`: a function of the state. */
  credit(room: number): number;
  /** Whether a request may go out. */
  maySend(): boolean;
  /** Whether what is held is to be written without waiting for more. */
  isDraining(): boolean;
  /** Whether nothing will happen any more but the ends of what is in flight. */
  isEnded(): boolean;
  /** The round of the requests that are sent now. */
  round(): number;
}

const ACCEPTING: ReadonlySet<SinkState> = new Set<SinkState>(['open', 'writing']);
const SENDING: ReadonlySet<SinkState> = new Set<SinkState>(['open', 'writing', 'flushing']);

type Fields = Partial<SinkMachineContext>;

/** A failed request says that the wait was too short only if it was sent after it (one per round). */
function pushedBack(context: SinkMachineContext, event: SinkEvent): Fields {
  const { attempts, round } = context;
  if (event.type !== 'THROTTLED' || event.round !== round) return { attempts: attempts || 1 };
  // A reply that wrote something is progress: the wait neither grows nor shrinks.
  return { attempts: event.written > 0 ? attempts || 1 : attempts + 1, round: round + 1 };
}

const isOfRound = (context: SinkMachineContext, event: SinkEvent): boolean =>
  event.type === 'WRITTEN' && event.round === context.round;

const parts = setup({
  // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-assertion -- xstate infers by it.
  types: {} as { context: SinkMachineContext; events: SinkEvent },
  guards: {
    first: ({ context }) => context.opens === 0,
    last: ({ context }) => context.inFlightRequests === 1,
    idle: ({ context }) => context.inFlightRequests === 0,
    finishing: ({ context }) => context.finishes > 0,
  } satisfies Record<SinkGuard, (args: { context: SinkMachineContext }) => boolean>,
  actions: {
    countOpen: assign({ opens: ({ context }) => context.opens + 1 }),
    countFinish: assign({ finishes: ({ context }) => context.finishes + 1 }),
    countSent: assign({ inFlightRequests: ({ context }) => context.inFlightRequests + 1 }),
    countEnded: assign({ inFlightRequests: ({ context }) => context.inFlightRequests - 1 }),
    countDelay: assign({ attempts: ({ context }) => context.attempts + 1 }),
    countPushBack: assign(({ context, event }) => pushedBack(context, event)),
    resetAttempts: assign({ attempts: 0 }),
    resetAttemptsOfRound: assign(({ context, event }) =>
      isOfRound(context, event) ? { attempts: 0 } : {},
    ),
    connect: () => {},
    armOpenDeadline: () => {},
    cancelOpenDeadline: () => {},
    armBackoff: () => {},
    cancelTimers: () => {},
    abortRequests: () => {},
    reportUnexpected: (_, _params: { in: SinkState }) => {},
  },
});

function actionOf(name: SinkAction, state: SinkState) {
  return name === 'reportUnexpected'
    ? ({ type: 'reportUnexpected', params: { in: state } } as const)
    : name;
}

function transitionsOf(table: SinkTable, state: SinkState) {
  const candidate = ({ when, to, do: actions }: SinkTable[SinkState][SinkEventType][number]) => ({
    ...(when === undefined ? {} : { guard: when }),
    ...(to === undefined ? {} : { target: to }),
    actions: actions.map((name) => actionOf(name, state)),
  });
  const cells = Object.entries(table[state]);
  const on = Object.fromEntries(cells.map(([type, cell]) => [type, cell.map(candidate)]));
  // What is in no table: the job fails, wherever the machine is.
  return { on: { ...on, '*': unexpectedIn(state).map(candidate) } };
}

/** The statechart of a table; tests make broken ones. Its type is opaque: it is big, and internal. */
export function sinkStatechart(table: SinkTable = SINK_TABLE): AnyStateMachine {
  const states = Object.keys(table) as SinkState[];
  return parts.createMachine({
    id: 'sink',
    initial: 'opening',
    context: { opens: 0, finishes: 0, inFlightRequests: 0, attempts: 0, round: 0 },
    states: Object.fromEntries(states.map((state) => [state, transitionsOf(table, state)])),
  });
}

const STATECHART = sinkStatechart();

interface ActionArguments {
  readonly context: SinkMachineContext;
  readonly event: { readonly type: string };
}

function guardedEffects(effects: SinkEffects, failed: () => void) {
  const guarded = (name: SinkEffect, effect: (args: ActionArguments) => void) =>
    function run(args: ActionArguments): void {
      try {
        effect(args);
      } catch (error) {
        effects.fail(`its machine's action ${name} failed`, error);
        failed();
      }
    };
  return {
    connect: guarded('connect', () => effects.connect()),
    armOpenDeadline: guarded('armOpenDeadline', () => effects.armOpenDeadline()),
    cancelOpenDeadline: guarded('cancelOpenDeadline', () => effects.cancelOpenDeadline()),
    armBackoff: guarded('armBackoff', ({ context }) => effects.armBackoff(context.attempts)),
    cancelTimers: guarded('cancelTimers', () => effects.cancelTimers()),
    abortRequests: guarded('abortRequests', () => effects.abortRequests()),
    reportUnexpected: ({ event }: ActionArguments, params: { in: SinkState }): void =>
      effects.fail(`its machine did not expect ${event.type} while ${params.in}`),
  };
}

/** A machine in `opening`, which hears events from now on. */
export function createSinkMachine(effects: SinkEffects, statechart = STATECHART): SinkMachine {
  const visited = new Set<SinkState>();
  let current: { readonly state: SinkState; readonly context: SinkMachineContext };

  const provided = statechart.provide({
    actions: guardedEffects(effects, () => actor.send({ type: 'FATAL' })),
  });
  const actor = createActor(provided, { id: 'sink' });
  const observe = (snapshot: { value: unknown; context: unknown }): void => {
    current = {
      state: snapshot.value as SinkState,
      context: snapshot.context as SinkMachineContext,
    };
    visited.add(current.state);
  };
  observe(actor.getSnapshot() as { value: unknown; context: unknown });
  actor.subscribe({
    next: observe,
    error: (error) => {
      current = { ...current, state: 'failed' };
      visited.add('failed');
      // The actor is deaf from now on, so what it would have done is done here.
      effects.fail('its machine broke', error);
      effects.cancelTimers();
      effects.abortRequests();
    },
  });
  actor.start();

  return {
    send: (event) => actor.send(event),
    state: () => current.state,
    visited: () => [...visited],
    credit: (room) => (ACCEPTING.has(current.state) ? Math.max(0, room) : 0),
    maySend: () => SENDING.has(current.state),
    isDraining: () => current.context.finishes > 0 && !hasEnded(current.state),
    isEnded: () => hasEnded(current.state),
    round: () => current.context.round,
  };
}
