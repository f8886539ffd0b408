// Owns: one small break per rule of RULES.md, as text to be replaced, and where its tests are.
// Refuses: breaks that do not compile; each is code that somebody might have written.
const core = (path) => `packages/core/src/${path}`;
const sink = (path) => core(`runtime/sink/${path}`);
const dynamodb = (path) => `packages/dynamodb/src/${path}`;
const sinkTests = [core('runtime/sink')];
const dynamodbTests = ['packages/dynamodb'];

export const breaks = [
  {
    rule: 'N1',
    file: sink('delivery.ts'),
    from: 'this.#giveBack(returned, why);',
    to: 'this.#giveBack(returned.slice(1), why);',
    tests: sinkTests,
  },
  {
    rule: 'N2',
    file: sink('batcher.ts'),
    from: 'return draining || this.#owed > 0',
    to: 'return this.#owed > 0',
    tests: sinkTests,
  },
  {
    rule: 'N3',
    file: sink('sink-table.ts'),
    from: "REFUSED: either('last', goes('open', 'countEnded'), stays('countEnded')),",
    to: 'REFUSED: ignored,',
    tests: sinkTests,
  },
  {
    rule: 'N4',
    file: sink('delivery.ts'),
    from: 'this.#limiterTimer.arm(Math.min(Math.ceil(delayMs), limits.requestMsMax));',
    to: 'void limits;',
    tests: sinkTests,
  },
  {
    rule: 'N5',
    file: sink('opening.ts'),
    from: "if (kind !== 'fatal' && kind !== 'poison')",
    to: "if (kind === 'ambiguous')",
    tests: sinkTests,
  },
  {
    rule: 'D1',
    file: dynamodb('lane-buffer.ts'),
    from: 'if (lane.inFlight === undefined) this.joinAtBack(lane);',
    to: 'this.joinAtBack(lane);',
    tests: dynamodbTests,
  },
  {
    rule: 'D3',
    file: dynamodb('lane-buffer.ts'),
    from: 'if (lane.waiting.size > 0 && !this.options.keepAll) this.replacedEntries += 1;',
    to: 'if (this.options.keepAll) this.replacedEntries += 1;',
    tests: dynamodbTests,
  },
  {
    rule: 'D8',
    file: dynamodb('primary-key.ts'),
    from: 'return `${String(partition.length)}:${partition}',
    to: 'return `${partition}$',
    tests: dynamodbTests,
  },
  {
    rule: 'D9',
    file: dynamodb('entry.ts'),
    from: 'if (bytes > ITEM_BYTES_MAX) refuse(',
    to: 'if (bytes > 2 * ITEM_BYTES_MAX) refuse(',
    tests: dynamodbTests,
  },
];
