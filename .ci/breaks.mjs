// Owns: one small break per rule of RULES.md, as text to be replaced, and where its tests are.
// Refuses: breaks that do not compile; each is code that somebody might have written.
const core = (path) => `packages/core/src/${path}`;
const sink = (path) => core(`runtime/sink/${path}`);
const dynamodb = (path) => `packages/dynamodb/src/${path}`;
const sinkTests = [core('runtime/sink')];
const dynamodbTests = ['packages/dynamodb'];

export const breaks = [
  {
    rule: 'E1',
    file: core('runtime/operator/fused-operator.ts'),
    from: 'if (run.length > 0) this.#output.emit(run);',
    to: 'if (run.length > 0) void Promise.resolve().then(() => this.#output.emit(run));',
    tests: ['packages/core/src/runtime/executor/steps.test.ts'],
  },
  {
    rule: 'E2',
    file: core('runtime/mailbox/mailbox.ts'),
    from: 'this.#mails.push(mail);',
    to: 'mail.deliver();',
    tests: [
      'packages/core/src/runtime/mailbox',
      'packages/core/src/runtime/executor/steps.test.ts',
    ],
  },
  {
    rule: 'E3',
    file: 'packages/testing/src/seeded-driver.ts',
    from: 'shuffled(tasks, this.#parts.random)',
    to: 'shuffled(tasks, { next: () => Math.random() })',
    tests: ['packages/testing/src/simulate.test.ts'],
  },
  {
    rule: 'E4',
    file: core('runtime/task/task.ts'),
    from: 'this.#mailbox.deliver(this.#limits.mailsPerStepMax)',
    to: 'this.#mailbox.deliver(Number.POSITIVE_INFINITY)',
    tests: ['packages/core/src/runtime/executor/steps.test.ts'],
  },
  {
    rule: 'E5',
    file: core('host/event-loop.ts'),
    from: 'TURN_MS_MAX / jobs.length',
    to: 'TURN_MS_MAX',
    tests: ['packages/core/src/host/event-loop.test.ts'],
  },
  {
    rule: 'E6',
    file: core('runtime/operator/keyed-records.ts'),
    from: 'key: key === undefined ? undefined : keyOfCanonical(key),',
    to: 'key: undefined,',
    tests: ['packages/core/src/runtime/executor/failures.test.ts'],
  },
  {
    rule: 'L1',
    file: core('host/event-loop.ts'),
    from: 'setImmediate(() => {',
    to: 'queueMicrotask(() => {',
    tests: ['packages/core/src/host/event-loop.test.ts'],
  },
  {
    rule: 'C1',
    file: core('runtime/channel/channel.ts'),
    from: 'if (length > this.#credit) {',
    to: 'if (length > this.#credit + 1) {',
    tests: ['packages/core/src/runtime/channel'],
  },
  {
    rule: 'C2',
    file: core('runtime/channel/channel.ts'),
    from: 'this.#credit = room;',
    to: 'this.#credit = this.capacity;',
    tests: ['packages/core/src/runtime/channel'],
  },
  {
    rule: 'C3',
    file: core('runtime/window/window-operator.ts'),
    from: '      this.#output.credit(),',
    to: '      Number.POSITIVE_INFINITY,',
    tests: [
      'packages/core/src/runtime/executor/credit.test.ts',
      'packages/core/src/runtime/window',
    ],
  },
  {
    rule: 'C4',
    file: core('runtime/source/channel-input.ts'),
    from: 'this.#channel.take(this.#run, recordsMax);',
    to: 'this.#channel.take(this.#run, this.#channel.size() > 1 ? recordsMax : 0);',
    tests: ['packages/core/src/runtime/executor/credit.test.ts'],
  },
  {
    rule: 'B1',
    file: core('runtime/task/task.ts'),
    from: 'Math.min(this.#chain.credit(), this.#pace.records())',
    to: 'this.#pace.records()',
    tests: ['packages/core/src/runtime/executor/credit.test.ts'],
  },
  {
    rule: 'T1',
    file: core('runtime/window/window-operator.ts'),
    from: '    this.#fire(timestamp);',
    to: '    this.#output.emitWatermark(timestamp);\n    this.#fire(timestamp);',
    tests: ['packages/core/src/runtime/window'],
  },
  {
    rule: 'T4',
    file: core('runtime/window/window-operator.ts'),
    from: 'maxTimestampOf(window) <= this.#watermark',
    to: 'maxTimestampOf(window) < this.#watermark',
    tests: ['packages/core/src/runtime/window'],
  },
  {
    rule: 'T5',
    file: core('runtime/timer/timer-queue.ts'),
    from: 'if (keys.has(timer.key)) return;',
    to: '',
    tests: ['packages/core/src/runtime/timer'],
  },
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
