/**
 * Owns: what `docs/spec/sink.md` says of the machine, and where a machine disagrees with it.
 * Refuses: to look at the table in the code: only the document and a running machine count here.
 */
import { transition, type AnyStateMachine } from 'xstate';
import type { SinkEvent, SinkMachineContext } from './sink-machine.js';
import { SINK_EVENTS, SINK_STATES, type SinkEventType, type SinkState } from './sink-table.js';

/** What a document says: cells by `state EVENT`, effects likewise, and the reasons' numbers. */
export interface SinkDocument {
  readonly cells: ReadonlyMap<string, string>;
  readonly effects: ReadonlyMap<string, readonly string[]>;
  readonly reasonsGiven: ReadonlySet<string>;
  readonly reasonsCited: ReadonlySet<string>;
}

export function parseSinkDocument(markdown: string): SinkDocument {
  const [states = [], ...rows] = rowsUnder(markdown, 'State by event');
  const cells = new Map<string, string>();
  for (const [event, ...words] of rows) {
    words.forEach((word, i) => cells.set(`${String(states[i + 1])} ${String(event)}`, word));
  }
  return {
    cells: new Map([...cells].map(([cell, word]) => [cell, word.replace(/ \(\d+\)$/, '')])),
    effects: effectsOf(rowsUnder(markdown, 'Effects').slice(1)),
    reasonsGiven: matches(section(markdown, 'Reasons'), /^(\d+)\./gm),
    reasonsCited: matches([...cells.values()].join('\n'), /\((\d+)\)$/gm),
  };
}

function effectsOf(rows: readonly string[][]): Map<string, readonly string[]> {
  return new Map(rows.map(([effect = '', on = '']) => [effect, on.split(', ')]));
}

function section(markdown: string, title: string): string {
  return markdown.split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? '';
}

function rowsUnder(markdown: string, title: string): string[][] {
  const lines = section(markdown, title).split('\n');
  const rows = lines.filter((line) => line.startsWith('|') && !/^\|[ |-]*$/.test(line));
  return rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

function matches(text: string, pattern: RegExp): Set<string> {
  return new Set([...text.matchAll(pattern)].map((match) => match[1]!));
}

const CONTEXTS: readonly SinkMachineContext[] = [0, 1].flatMap((opens) =>
  [0, 1].flatMap((finishes) =>
    [0, 1, 2].map((inFlightRequests) => ({
      opens,
      finishes,
      inFlightRequests,
      attempts: 3,
      round: 7,
    })),
  ),
);

const HOLDS: Readonly<Record<string, (context: SinkMachineContext) => boolean>> = {
  first: ({ opens }) => opens === 0,
  finishing: ({ finishes }) => finishes > 0,
  last: ({ inFlightRequests }) => inFlightRequests === 1,
  idle: ({ inFlightRequests }) => inFlightRequests === 0,
};

/** The word of a cell that applies: of `A if x, else B` it is A where x holds, otherwise B. */
function wordFor(cell: string, context: SinkMachineContext): string {
  for (const choice of cell.split(', else ')) {
    const [word = '', guard] = choice.split(' if ');
    if (guard === undefined || HOLDS[guard]?.(context) === true) return word;
  }
  return 'nothing';
}

export const eventOf = (type: SinkEventType): SinkEvent =>
  type === 'THROTTLED' ? { type, round: 7, written: 0 } : { type, round: 7 };

interface Point {
  readonly state: SinkState;
  readonly type: SinkEventType;
  readonly context: SinkMachineContext;
}

interface Happened {
  readonly word: string;
  readonly to: SinkState;
  readonly effects: readonly string[];
}

function happens(chart: AnyStateMachine, at: Point): Happened {
  const before = chart.resolveState({ value: at.state, context: at.context });
  const [next, actions] = transition(chart, before, eventOf(at.type));
  const to = next.value as SinkState;
  const effects = actions.map(({ type }): string => type);
  const changed = JSON.stringify(next.context) !== JSON.stringify(at.context);
  const quiet = !changed && effects.length === 0 ? 'ignored' : 'stays';
  const isUnexpected = effects.includes('reportUnexpected');
  if (to === at.state) return { word: isUnexpected ? 'reported' : quiet, to, effects };
  return { word: isUnexpected && to === 'failed' ? 'fails' : `→ ${to}`, to, effects };
}

/** Each point on which the machine does something else than the document says. */
export function disagreements(chart: AnyStateMachine, document: SinkDocument): string[] {
  const cells = SINK_STATES.flatMap((state) =>
    SINK_EVENTS.flatMap((type) => disagreementsIn(chart, document, { state, type })),
  );
  return [...cells, ...strangers(document)];
}

/** The same in one cell. */
export function disagreementsIn(
  chart: AnyStateMachine,
  document: SinkDocument,
  cell: Omit<Point, 'context'>,
): string[] {
  const found = CONTEXTS.flatMap((context) =>
    disagreementsOf(chart, document, { ...cell, context }),
  );
  return [...new Set(found)];
}

function disagreementsOf(chart: AnyStateMachine, document: SinkDocument, at: Point): string[] {
  const cell = `${at.state} ${at.type}`;
  const said = wordFor(document.cells.get(cell) ?? 'nothing', at.context);
  const done = happens(chart, at);
  const found = said === done.word ? [] : [`${cell}: said ${said}, done ${done.word}`];
  for (const effect of document.effects.keys()) {
    const isSaid = isEffectSaid(effect, document, { ...at, ...done });
    if (isSaid !== done.effects.includes(effect)) {
      found.push(`${cell}: ${effect} is ${isSaid ? 'said and not done' : 'done and not said'}`);
    }
  }
  const unknown = done.effects.find((effect) => !document.effects.has(effect));
  return unknown === undefined ? found : [...found, `${cell}: ${unknown} is in no row`];
}

function isEffectSaid(effect: string, document: SinkDocument, at: Happened & Point): boolean {
  const moves = at.to !== at.state;
  const general: Readonly<Record<string, boolean>> = {
    'every way to failed': moves && at.to === 'failed',
    'every way to closed': moves && at.to === 'closed',
    'every CLOSE that goes to closed': moves && at.to === 'closed' && at.type === 'CLOSE',
    'every cell that fails or is reported': at.word === 'fails' || at.word === 'reported',
  };
  const places = document.effects.get(effect) ?? [];
  if (places.some((place) => general[place] === true)) return true;
  return places.includes(`${at.state} ${at.type}`) && at.word !== 'fails';
}

/** Cells of states and events that the machine does not have. */
function strangers(document: SinkDocument): string[] {
  const known = new Set(SINK_STATES.flatMap((s) => SINK_EVENTS.map((e) => `${s} ${e}`)));
  return [...document.cells.keys()].filter((cell) => !known.has(cell));
}
