import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { disagreements, disagreementsIn, parseSinkDocument } from './sink-document.fixture.js';
import { sinkStatechart } from './sink-machine.js';
import { SINK_EVENTS, SINK_STATES, SINK_TABLE, type SinkCell } from './sink-table.js';

const markdown = readFileSync(join(__dirname, '../../../../../docs/spec/sink.md'), 'utf8');
const document = parseSinkDocument(markdown);

describe('docs/spec/sink.md', () => {
  it('N3: decides every cell of state x event', () => {
    expect(document.cells.size).toBe(SINK_STATES.length * SINK_EVENTS.length);
  });

  it('N3: says what the machine does, and nothing else', () => {
    expect(disagreements(sinkStatechart(), document)).toEqual([]);
  });

  it('gives each reason that it cites, and cites each that it gives', () => {
    expect([...document.reasonsGiven].sort()).toEqual([...document.reasonsCited].sort());
    expect(document.reasonsGiven.size).toBeGreaterThan(0);
  });

  it('notices a machine that is broken in any one cell', () => {
    const unnoticed: string[] = [];
    for (const state of SINK_STATES) {
      for (const event of SINK_EVENTS) {
        for (const cell of brokenCells(SINK_TABLE[state][event])) {
          const table = { ...SINK_TABLE, [state]: { ...SINK_TABLE[state], [event]: cell } };
          const found = disagreementsIn(sinkStatechart(table), document, { state, type: event });
          if (found.length === 0) unnoticed.push(`${state} ${event}`);
        }
      }
    }
    expect(unnoticed).toEqual([]);
  });

  it('notices a document with a changed, a missing and a strange cell', () => {
    const changed = markdown.replace('→ throttled (7)', 'stays (7)     ');
    const missing = markdown.replace(/^\| DRAINED .*\n/m, '');
    const strange = markdown.replace(/^\| DRAINED /m, '| DRIED   ');
    for (const wrong of [changed, missing, strange]) {
      expect(wrong).not.toBe(markdown);
      expect(disagreements(sinkStatechart(), parseSinkDocument(wrong))).not.toEqual([]);
    }
  });
});

/** Other targets, and one effect less or more: each a way to get a cell wrong. */
function brokenCells(cell: SinkCell): SinkCell[] {
  const [first, ...others] = cell;
  const elsewhere = first!.to === 'open' ? 'writing' : 'open';
  const effects = ['connect', 'armBackoff', 'cancelTimers', 'reportUnexpected'] as const;
  const withEffects = effects.map((effect) =>
    first!.do.includes(effect)
      ? first!.do.filter((action) => action !== effect)
      : [...first!.do, effect],
  );
  return [
    [{ ...first!, to: elsewhere }, ...others],
    ...withEffects.map((actions) => [{ ...first!, do: actions }, ...others]),
  ];
}
