/**
 * Owns: `npm run bench`: which bench runs, and where its words go.
 *
 * With --json stdout holds one JSON object and nothing else; progress is always on stderr.
 */
import { type BenchCommand, type BenchName, readCommandLine } from './command-line.js';

/** What a bench leaves: figures for a program, a table for people. */
interface Outcome {
  readonly report: object;
  readonly table: string;
  /** Why it is not as it should be, though it ran to its end. */
  readonly complaint?: string | undefined;
}

const benches: Readonly<Record<BenchName, (command: BenchCommand) => Promise<Outcome>>> = {
  async: async ({ rounds }) => {
    const { asyncBench } = await import('./async/async-bench.js');
    const { asyncTable, missedBy } = await import('./async/async-report.js');
    const report = await asyncBench(rounds, progress);
    return { report, table: asyncTable(report), complaint: missedBy(report) };
  },
  chain: async ({ rounds }) => {
    const { chainBench } = await import('./chain/chain-bench.js');
    const { chainTable } = await import('./chain/chain-table.js');
    const report = await chainBench(rounds, progress);
    return { report, table: chainTable(report) };
  },
  'event-loop': async () => {
    const { eventLoopBench, eventLoopTable } = await import('./event-loop/event-loop-bench.js');
    const report = await eventLoopBench();
    return { report, table: eventLoopTable(report) };
  },
  heap: async () => {
    const { heapBench, heapTable } = await import('./heap/heap-bench.js');
    const report = await heapBench();
    return { report, table: heapTable(report) };
  },
  joins: async ({ rounds }) => {
    const { joinsBench } = await import('./joins/joins-bench.js');
    const { joinsTable, missedBy } = await import('./joins/joins-report.js');
    const report = await joinsBench(rounds, progress);
    return { report, table: joinsTable(report), complaint: missedBy(report) };
  },
  large: async (command) => {
    const { largeBench } = await import('./large/large-bench.js');
    const { differenceIn, largeTable } = await import('./large/large-report.js');
    const report = await largeBench(command, progress);
    return { report, table: largeTable(report), complaint: differenceIn(report) };
  },
  windows: async ({ rounds }) => {
    const { windowsBench } = await import('./windows/windows-bench.js');
    const { missedBy, windowsTable } = await import('./windows/windows-report.js');
    const report = await windowsBench(rounds, progress);
    return { report, table: windowsTable(report), complaint: missedBy(report) };
  },
};

const line = readCommandLine(process.argv.slice(2));
if (line.is === 'refused') {
  process.stderr.write(`${line.sentence}\n`);
  process.exitCode = 2;
} else {
  const { report, table, complaint } = await benches[line.command.bench](line.command);
  (line.command.json ? process.stderr : process.stdout).write(table);
  if (line.command.json) process.stdout.write(`${JSON.stringify(report)}\n`);
  if (complaint !== undefined) {
    process.stderr.write(`${complaint}\n`);
    process.exitCode = 1;
  }
}

// One line that is written over on a terminal; a log needs no line for each of some eighty steps.
function progress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`);
}
