/**
 * Owns: the life of a job as a state machine: every status, every event, every cell decided.
 * Refuses: to do anything itself; its effects are named, and `job-run.ts` provides them.
 *
 * N3's kind, for jobs: a cell that is missing does not compile. xstate stays behind `jobMachine`.
 */
import { createActor, setup } from 'xstate';
import type { JobEnding, JobEvent, JobStatus } from './job-status.js';

/** What the machine asks its job to do. None may throw. */
export interface JobEffects {
  readonly open: () => void;
  /** Sources end where they are; what was read flows to its end. */
  readonly drain: () => void;
  /** Stops stepping, lets go of sources and sinks, and sends CLOSED. */
  readonly close: () => void;
  readonly entered: (status: JobStatus, ending: JobEnding) => void;
}

export interface JobMachine {
  send(event: JobEvent): void;
  status(): JobStatus;
}

/** What an event does in a status: nothing, or an effect, an ending, a next status. */
interface Cell {
  readonly target?: JobStatus;
  readonly effect?: 'open' | 'drain' | 'close';
  readonly ending?: JobEnding;
}

const NOTHING: Cell = {};
const ENDED: Record<JobEvent['type'], Cell> = {
  START: NOTHING,
  ALL_DONE: NOTHING,
  STOP: NOTHING,
  DRAIN: NOTHING,
  DEADLINE: NOTHING,
  CANCEL: NOTHING,
  FAIL: NOTHING,
  CLOSED: NOTHING,
};

/** Draining and closing are both `stopping`; what differs is whether tasks still step. */
export const JOB_CELLS: Record<JobStatus, Record<JobEvent['type'], Cell>> = {
  created: {
    START: { target: 'running', effect: 'open' },
    ALL_DONE: NOTHING,
    STOP: { target: 'stopping', effect: 'close', ending: 'stopped' },
    DRAIN: { target: 'stopping', effect: 'close', ending: 'stopped' },
    DEADLINE: NOTHING,
    CANCEL: { target: 'stopping', effect: 'close', ending: 'cancelled' },
    FAIL: { target: 'stopping', effect: 'close', ending: 'failed' },
    CLOSED: NOTHING,
  },
  running: {
    START: NOTHING,
    ALL_DONE: { target: 'stopping', effect: 'close', ending: 'finished' },
    STOP: { target: 'stopping', effect: 'close', ending: 'stopped' },
    DRAIN: { target: 'stopping', effect: 'drain', ending: 'stopped' },
    DEADLINE: NOTHING,
    CANCEL: { target: 'stopping', effect: 'close', ending: 'cancelled' },
    FAIL: { target: 'stopping', effect: 'close', ending: 'failed' },
    CLOSED: NOTHING,
  },
  stopping: {
    START: NOTHING,
    ALL_DONE: { effect: 'close' },
    // A plain stop cuts a drain short, as its deadline does.
    STOP: { effect: 'close' },
    DRAIN: NOTHING,
    DEADLINE: { effect: 'close' },
    CANCEL: { effect: 'close', ending: 'cancelled' },
    FAIL: { effect: 'close', ending: 'failed' },
    CLOSED: NOTHING, // decided by the ending, in `machineFor`
  },
  finished: ENDED,
  stopped: ENDED,
  cancelled: ENDED,
  failed: ENDED,
};

const ENDINGS: readonly JobEnding[] = ['finished', 'stopped', 'cancelled', 'failed'];

export function jobMachine(effects: JobEffects): JobMachine {
  const actor = createActor(machineFor(effects), { id: 'job' });
  let entered: JobStatus = 'created';
  actor.subscribe({
    next: ({ value, context }) => {
      if (value === entered) return;
      entered = value;
      effects.entered(entered, context.ending);
    },
    error: () => undefined,
  });
  actor.start();
  return {
    send: (event) => {
      actor.send(event);
    },
    status: () => actor.getSnapshot().value,
  };
}

// What has finished or failed stays so when a cancel comes while it lets go; only a failure is added.
function laterEnding(before: JobEnding, next: JobEnding): JobEnding {
  return before === 'stopped' || next === 'failed' ? next : before;
}

function machineFor(effects: JobEffects) {
  const machine = setup({
    types: { events: {} as JobEvent, context: {} as { ending: JobEnding } },
  });
  const transition = ({ target, effect, ending }: Cell) => ({
    ...(target === undefined ? {} : { target }),
    actions: [
      ...(ending === undefined
        ? []
        : [machine.assign(({ context }) => ({ ending: laterEnding(context.ending, ending) }))]),
      ...(effect === undefined ? [] : [effects[effect]]),
    ],
  });
  const stateOf = (status: JobStatus) => ({
    on: Object.fromEntries(
      Object.entries(JOB_CELLS[status]).map(([type, cell]) => [type, transition(cell)]),
    ),
  });
  return machine.createMachine({
    initial: 'created',
    context: { ending: 'stopped' },
    states: {
      created: stateOf('created'),
      running: stateOf('running'),
      stopping: {
        on: {
          ...stateOf('stopping').on,
          CLOSED: ENDINGS.map((ending) => ({
            target: ending,
            guard: ({ context }: { context: { ending: JobEnding } }) => context.ending === ending,
          })),
        },
      },
      finished: stateOf('finished'),
      stopped: stateOf('stopped'),
      cancelled: stateOf('cancelled'),
      failed: stateOf('failed'),
    },
  });
}
