import { getShortestPaths } from 'xstate/graph';
import { assign, createMachine, type AnyStateMachine } from 'xstate';
import { eventOf } from './sink-document.fixture.js';
import {
  createSinkMachine,
  sinkStatechart,
  type SinkEffects,
  type SinkEvent,
  type SinkMachineContext,
} from './sink-machine.js';
import { SINK_EVENTS, SINK_STATES, SINK_TABLE, type SinkState } from './sink-table.js';

type Recorded = SinkEffects & { readonly log: string[]; readonly failures: string[] };

function recordedEffects(broken?: string): Recorded {
  const log: string[] = [];
  const failures: string[] = [];
  const note = (name: string) => (argument?: number) => {
    log.push(argument === undefined ? name : `${name} ${String(argument)}`);
    if (name === broken) throw new Error(`${name} broke`);
  };
  return {
    log,
    failures,
    connect: note('connect'),
    armOpenDeadline: note('armOpenDeadline'),
    cancelOpenDeadline: note('cancelOpenDeadline'),
    armBackoff: note('armBackoff'),
    cancelTimers: note('cancelTimers'),
    abortRequests: note('abortRequests'),
    fail: (what) => failures.push(what),
  };
}

function machineAfter(...events: SinkEvent[]) {
  const effects = recordedEffects();
  const machine = createSinkMachine(effects);
  for (const event of events) machine.send(event);
  return { machine, effects };
}

const OPEN = { type: 'OPEN' } as const;
const OPENED = { type: 'OPENED' } as const;
const SENT = { type: 'SENT' } as const;
const ELAPSED = { type: 'BACKOFF_ELAPSED' } as const;
const FINISH = { type: 'FINISH' } as const;
const throttled = (round: number, written = 0): SinkEvent => ({
  type: 'THROTTLED',
  round,
  written,
});
const written = (round: number): SinkEvent => ({ type: 'WRITTEN', round });

/** Numbers that the guards tell apart; attempts and rounds only change how long a wait is. */
const serialized = (snapshot: { value: unknown; context: SinkMachineContext }): string => {
  const { opens, finishes, inFlightRequests } = snapshot.context;
  const told = [
    Math.min(opens, 1),
    Math.min(finishes, 1),
    Math.max(0, Math.min(inFlightRequests, 2)),
  ];
  return `${String(snapshot.value)} ${told.join(' ')}`;
};

function pathsOf(chart: AnyStateMachine) {
  return getShortestPaths(chart, {
    events: SINK_EVENTS.map((type) => ({ ...eventOf(type), round: 0 })),
    serializeState: (snapshot) => serialized(snapshot as never),
    stopWhen: (snapshot) => snapshot.context.inFlightRequests > 2,
  });
}

describe('the paths of the machine', () => {
  const paths = pathsOf(sinkStatechart());

  it('reach every state', () => {
    const reached = new Set(paths.map(({ state }) => state.value as SinkState));
    expect([...reached].sort()).toEqual([...SINK_STATES].sort());
  });

  it('N3: end without a deaf actor, whatever comes after them', () => {
    for (const { steps } of paths) {
      const { machine, effects } = machineAfter(...steps.slice(1).map(({ event }) => event));
      machine.send({ type: 'CLOSE' });
      expect(['closed', 'failed']).toContain(machine.state());
      const failures = effects.failures.length;
      machine.send(SENT);
      expect(effects.failures).toHaveLength(failures + 1);
    }
  });

  it('give credit in open and writing only, and send in these and in flushing', () => {
    for (const { state, steps } of paths) {
      const { machine } = machineAfter(...steps.slice(1).map(({ event }) => event));
      expect(machine.state()).toBe(state.value);
      expect(machine.credit(7)).toBe(['open', 'writing'].includes(machine.state()) ? 7 : 0);
      expect(machine.maySend()).toBe(['open', 'writing', 'flushing'].includes(machine.state()));
    }
  });

  it('would not reach a state that the table lost', () => {
    const lost = { ...SINK_TABLE.writing, THROTTLED: SINK_TABLE.writing.WRITTEN };
    const flushing = { ...SINK_TABLE.flushing, THROTTLED: SINK_TABLE.flushing.WRITTEN };
    const broken = pathsOf(sinkStatechart({ ...SINK_TABLE, writing: lost, flushing }));
    expect(broken.map(({ state }) => state.value)).not.toContain('throttled');
  });
});

describe('the wait', () => {
  const backoffs = (events: SinkEvent[]) =>
    machineAfter(OPEN, OPENED, ...events).effects.log.filter((line) =>
      line.startsWith('armBackoff'),
    );

  it('doubles once per round trip, not once per request in flight', () => {
    const round = [SENT, SENT, SENT, throttled(0), throttled(0), throttled(0), ELAPSED];
    expect(backoffs([...round, SENT, throttled(1)])).toEqual(['armBackoff 1', 'armBackoff 2']);
  });

  it('does not grow for an answer to a request from before it', () => {
    const late = [SENT, SENT, throttled(0), ELAPSED, SENT, throttled(0)];
    expect(backoffs(late)).toEqual(['armBackoff 1', 'armBackoff 1']);
  });

  it('neither grows nor shrinks when a part was written', () => {
    const part = [SENT, throttled(0), ELAPSED, SENT, throttled(1), ELAPSED, SENT, throttled(2, 5)];
    expect(backoffs(part)).toEqual(['armBackoff 1', 'armBackoff 2', 'armBackoff 2']);
  });

  it('begins anew after a success', () => {
    const recovered = [SENT, throttled(0), ELAPSED, SENT, throttled(1), ELAPSED, SENT, written(2)];
    expect(backoffs([...recovered, SENT, throttled(2)]).at(-1)).toBe('armBackoff 1');
  });
});

describe('what the machine remembers', () => {
  it('a FINISH while opening and while throttled (F08)', () => {
    expect(machineAfter(OPEN, FINISH, OPENED).machine.state()).toBe('flushing');
    const { machine } = machineAfter(OPEN, OPENED, SENT, throttled(0), FINISH);
    expect(machine.state()).toBe('throttled');
    expect(machine.isDraining()).toBe(true);
    machine.send(ELAPSED);
    expect(machine.state()).toBe('flushing');
  });

  it('the states in the order of their first visit', () => {
    const { machine } = machineAfter(OPEN, OPENED, SENT, written(0), SENT, throttled(0), ELAPSED);
    expect(machine.visited()).toEqual(['opening', 'open', 'writing', 'throttled']);
  });
});

describe('N3: what was not expected fails the job and never throws', () => {
  it('an event that cannot come here', () => {
    const { machine, effects } = machineAfter(OPEN, OPENED, SENT, throttled(0), SENT);
    expect(machine.state()).toBe('failed');
    expect(effects.failures).toEqual(['its machine did not expect SENT while throttled']);
    expect(effects.log.slice(-2)).toEqual(['cancelTimers', 'abortRequests']);
  });

  it('an event that no table knows', () => {
    const { machine, effects } = machineAfter(OPEN, OPENED, { type: 'RESET' } as never);
    expect(machine.state()).toBe('failed');
    expect(effects.failures).toEqual(['its machine did not expect RESET while open']);
  });

  it.each(['connect', 'armBackoff', 'cancelOpenDeadline'])(
    'an effect that throws: %s',
    (broken) => {
      const effects = recordedEffects(broken);
      const machine = createSinkMachine(effects);
      for (const event of [OPEN, OPENED, SENT, throttled(0)]) machine.send(event);
      expect(machine.state()).toBe('failed');
      expect(effects.failures[0]).toBe(`its machine's action ${broken} failed`);
      expect(effects.log).toContain('abortRequests');
      machine.send(SENT);
      expect(effects.failures.at(-1)).toBe('its machine did not expect SENT while failed');
    },
  );

  it('a machine that breaks nevertheless', () => {
    const broken = createMachine({
      initial: 'opening',
      context: { opens: 0, finishes: 0 },
      states: {
        opening: {
          on: {
            OPEN: {
              actions: assign(() => {
                throw new Error('broken');
              }),
            },
          },
        },
      },
    });
    const effects = recordedEffects();
    const machine = createSinkMachine(effects, broken);
    machine.send(OPEN);
    expect(machine.state()).toBe('failed');
    expect(effects.failures).toEqual(['its machine broke']);
    expect(effects.log).toEqual(['cancelTimers', 'abortRequests']);
    expect(machine.credit(5)).toBe(0);
  });
});
