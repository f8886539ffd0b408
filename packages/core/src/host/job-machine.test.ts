import { JOB_CELLS, jobMachine, type JobEffects, type JobMachine } from './job-machine.js';
import type { JobEvent, JobStatus } from './job-status.js';

type EventType = JobEvent['type'];

const STATUSES = Object.keys(JOB_CELLS) as JobStatus[];
const EVENTS = Object.keys(JOB_CELLS.created) as EventType[];
const ENDS: readonly JobStatus[] = ['finished', 'stopped', 'cancelled', 'failed'];

function recorded(): { machine: JobMachine; effects: string[] } {
  const effects: string[] = [];
  const effect = (name: string) => () => void effects.push(name);
  const all: JobEffects = {
    open: effect('open'),
    drain: effect('drain'),
    close: effect('close'),
    entered: (status, ending) => effects.push(`${status} (${ending})`),
  };
  return { machine: jobMachine(all), effects };
}

/** What leads to each status. */
const WAYS: Record<JobStatus, readonly EventType[]> = {
  created: [],
  running: ['START'],
  stopping: ['START', 'STOP'],
  finished: ['START', 'ALL_DONE', 'CLOSED'],
  stopped: ['START', 'STOP', 'CLOSED'],
  cancelled: ['START', 'CANCEL', 'CLOSED'],
  failed: ['START', 'FAIL', 'CLOSED'],
};

function at(status: JobStatus): { machine: JobMachine; effects: string[] } {
  const { machine, effects } = recorded();
  for (const type of WAYS[status]) machine.send({ type });
  effects.length = 0;
  return { machine, effects };
}

const cells = STATUSES.flatMap((status) => EVENTS.map((type) => [status, type] as const));

describe('the job machine', () => {
  it('decides every cell', () => {
    expect(cells).toHaveLength(7 * 8);
    for (const status of STATUSES)
      expect(Object.keys(JOB_CELLS[status]).sort()).toEqual([...EVENTS].sort());
  });

  it.each(cells)('%s x %s does what its cell says, once', (status, type) => {
    const { machine, effects } = at(status);
    expect(machine.status()).toBe(status);
    const { target, effect, ending } = JOB_CELLS[status][type];
    machine.send({ type });
    // What CLOSED leads to is decided by the ending: here, the stop that led to `stopping`.
    const next = status === 'stopping' && type === 'CLOSED' ? 'stopped' : (target ?? status);
    expect(machine.status()).toBe(next);
    expect(effects.filter((name) => !name.includes('('))).toEqual(
      effect === undefined ? [] : [effect],
    );
    const entered = effects.filter((name) => name.includes('('));
    expect(entered).toHaveLength(next === status ? 0 : 1);
    if (ending !== undefined && next !== status) expect(entered[0]).toContain(`(${ending})`);
  });

  it.each<[JobStatus, EventType[]]>([
    ['finished', ['START', 'ALL_DONE', 'CLOSED']],
    ['stopped', ['START', 'DRAIN', 'ALL_DONE', 'CLOSED']],
    ['stopped', ['START', 'DRAIN', 'DEADLINE', 'CLOSED']],
    ['stopped', ['START', 'DRAIN', 'STOP', 'CLOSED']],
    ['stopped', ['STOP', 'CLOSED']],
    ['stopped', ['DRAIN', 'CLOSED']],
    ['cancelled', ['CANCEL', 'START', 'CLOSED']],
    ['cancelled', ['START', 'STOP', 'CANCEL', 'CLOSED']],
    ['failed', ['START', 'DRAIN', 'FAIL', 'CLOSED']],
    ['failed', ['START', 'CANCEL', 'FAIL', 'CLOSED']],
    ['failed', ['START', 'ALL_DONE', 'FAIL', 'CLOSED']],
    ['failed', ['START', 'FAIL', 'CANCEL', 'CLOSED']],
    ['finished', ['START', 'ALL_DONE', 'CANCEL', 'CLOSED']],
  ])('is %s after %j', (status, events) => {
    const { machine, effects } = recorded();
    for (const type of events) machine.send({ type });
    expect(machine.status()).toBe(status);
    expect(effects).toContain('close');
    expect(effects.at(-1)).toBe(`${status} (${status})`);
  });

  it('does not open what was stopped before it started', () => {
    const { machine, effects } = recorded();
    for (const type of ['STOP', 'START', 'CLOSED'] as const) machine.send({ type });
    expect(effects).toEqual(['close', 'stopping (stopped)', 'stopped (stopped)']);
  });

  it.each(ENDS)('is %s for ever', (status) => {
    const { machine, effects } = at(status);
    for (const type of EVENTS) machine.send({ type });
    expect(machine.status()).toBe(status);
    expect(effects).toEqual([]);
  });
});
