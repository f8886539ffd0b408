/** The example in this process, with files of its own. What only `main.ts` does is in main.test.ts. */
import { EventEmitter } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { DeleteItemCommand, DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { commandLine } from './command-line.js';
import { embeddedDynamoDb, type EmbeddedDynamoDb } from './embedded-dynamodb.js';
import { recordOf, someFlights } from './some-flights.fixture.js';
import { localSettings } from './table-place.js';

let folder: string;
let outside: EmbeddedDynamoDb;
const flights = someFlights(600, 11).map(recordOf);
const days = 5; // 600 flights, 11 minutes apart, from 5 airports

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'millrace-'));
  outside = await embeddedDynamoDb('delays');
  await writeFile(join(folder, 'flights.json'), JSON.stringify(flights));
  await writeFile(join(folder, 'flights.ndjson'), flights.map((f) => JSON.stringify(f)).join('\n'));
  await mkdir(join(folder, 'folder'));
});
afterAll(async () => {
  await outside.close();
  await rm(folder, { recursive: true });
});

function collector() {
  const texts: string[] = [];
  const stream = new Writable({
    write: (chunk, _, done) => {
      texts.push(String(chunk));
      done();
    },
  });
  return { stream, text: () => texts.join('') };
}

async function run(line: string, signals = new EventEmitter()) {
  const [stdout, stderr] = [collector(), collector()];
  const exitCode = await commandLine(line.split(' ').filter(Boolean), {
    flightsFile: join(folder, 'flights.json'),
    environment: {},
    stdout: stdout.stream,
    stderr: stderr.stream,
    signals,
  });
  return { exitCode, stdout: stdout.text(), stderr: stderr.text() };
}

const at = (name: string) => join(folder, name);

it('verifies its rows and shows them', async () => {
  const { exitCode, stdout } = await run('');
  expect(stdout).toContain('600 flights of flights.json, up to 30 minutes out of order');
  expect(stdout).toContain('read      600 flights, 0 of them too late');
  expect(stdout).toContain(`Verified: every key and value of ${String(days * 5)} rows equals`);
  expect(exitCode).toBe(0);
});

it('prints one line of JSON, also for NDJSON, and writes into a table outside', async () => {
  const { exitCode, stdout } = await run(
    `--json --file ${at('flights.ndjson')} --table delays --endpoint ${outside.endpoint}`,
  );
  expect(stdout.trimEnd().split('\n')).toHaveLength(1);
  expect(JSON.parse(stdout)).toEqual({
    read: 600,
    written: 25,
    rows: 25,
    expectedRows: 25,
    seconds: expect.any(Number) as number,
    maxBuffered: expect.any(Number) as number,
    demandStops: expect.any(Number) as number,
    sink: {
      visited: ['opening', 'open', 'writing', 'flushing', 'closed'],
      requests: expect.any(Number) as number,
      retries: 0,
    },
  });
  expect(exitCode).toBe(0);
});

it('fails with the first difference when the table holds something else', async () => {
  const client = new DynamoDBClient(localSettings(outside.endpoint));
  const Key = { airport: { S: 'AAA' }, day: { S: '2001-01-01' } };
  await client.send(new PutItemCommand({ TableName: 'delays', Item: Key }));
  const result = await run(`--table delays --endpoint ${outside.endpoint}`);
  await client.send(new DeleteItemCommand({ TableName: 'delays', Key }));
  client.destroy();
  expect(result.stderr).toBe(
    'The table has the row AAA 2001-01-01, which the file has no flights for.\n',
  );
  expect(result.stdout).not.toContain('Verified');
  expect(result.exitCode).toBe(1);
});

it('stops the source while a slow table is throttled, and loses nothing', async () => {
  const many = someFlights(3_000, 30).map(recordOf);
  await writeFile(at('many.json'), JSON.stringify(many));
  const { exitCode, stdout } = await run(`--json --slow-table 150 --file ${at('many.json')}`);
  const { rows, expectedRows, demandStops, maxBuffered, sink } = JSON.parse(stdout) as {
    [name in 'rows' | 'expectedRows' | 'demandStops' | 'maxBuffered']: number;
  } & { sink: { visited: string[]; retries: number } };
  expect(rows).toBe(expectedRows);
  expect(sink.visited).toContain('throttled');
  expect(sink.retries).toBeGreaterThan(0);
  expect(demandStops).toBeGreaterThan(0);
  expect(maxBuffered).toBeLessThanOrEqual(100);
  expect(exitCode).toBe(0);
});

it('drains on SIGINT and says honestly what there is', async () => {
  const signals = new EventEmitter();
  const many = someFlights(3_000, 30).map(recordOf);
  await writeFile(at('many.json'), JSON.stringify(many));
  const running = run(`--json --slow-table 150 --file ${at('many.json')}`, signals);
  await new Promise<void>((resolve) => {
    signals.on('newListener', () => {
      setTimeout(resolve, 100);
    });
  });
  signals.emit('SIGINT', 'SIGINT');
  const { exitCode, stdout, stderr } = await running;
  expect(stderr).toMatch(/Stopped by SIGINT: [\d,]+ flights? read, [\d,]+ rows? written, nothing/);
  expect(stdout).toBe('');
  expect(exitCode).toBe(130);
});

it('helps', async () => {
  const { exitCode, stdout, stderr } = await run('--help');
  expect([exitCode, stderr]).toEqual([0, '']);
  expect(stdout).toContain('--slow-table <units>');
});

describe('a wrong call is one sentence and exit code 2:', () => {
  const bad = [{ ...flights[0] }, { ...flights[1], delay: 'much' }];
  const files = {
    'bad.json': bad.map((record) => JSON.stringify(record)).join(',\n'),
    'cut.json': JSON.stringify(flights).slice(0, 5_000),
    'unsorted.json': JSON.stringify([flights[1], flights[0]]),
  };
  beforeAll(async () => {
    files['bad.json'] = `[${files['bad.json']}]`;
    for (const [name, text] of Object.entries(files)) await writeFile(at(name), text);
  });

  it.each([
    ['an unknown option', () => '--fast', "Unknown option '--fast'; npm start"],
    ['a missing file', () => '--file nowhere.json', 'There is no file nowhere.json; check'],
    ['a directory', () => `--file ${at('folder')}`, 'folder is a directory; give the path'],
    ['a bad record', () => `--file ${at('bad.json')}`, 'bad.json, line 2: the delay of a flight'],
    ['a file cut short', () => `--file ${at('cut.json')}`, 'line 1: the file ends before'],
    ['flights in disorder', () => `--file ${at('unsorted.json')}`, 'sort the flights by date.'],
    ['the wrong format', () => `--file ${at('flights.ndjson')} --format json`, 'a JSON array exp'],
    ['no region', () => '--table delays', 'No region is set for table "delays"'],
    ['no such table', () => `--endpoint ${outside.endpoint} --table nope`, 'no table "nope" at'],
    ['no connection', () => '--endpoint http://127.0.0.1:1', 'Nothing answers for table "flight'],
  ])('%s', async (_, line, sentence) => {
    const { exitCode, stdout, stderr } = await run(`--json ${line()}`);
    expect(stderr).toContain(sentence);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(stdout).toBe('');
    expect(exitCode).toBe(2);
  });
});
