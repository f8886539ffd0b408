import { parseOptions } from './options.js';

const sources = { flightsFile: '/data/flights-20k.json', environment: {} };
const file = { path: '/data/flights-20k.json', format: 'json' };
const placeholders = {
  region: 'us-east-1',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
};
const endpoint = 'http://localhost:8000';

it.each([
  ['', { file, place: { is: 'embedded' }, output: 'text' }],
  ['--help --fast=no', undefined],
  ['-h', { output: 'help' }],
  ['--json', { file, place: { is: 'embedded' }, output: 'json' }],
  ['--slow-table 200', { file, place: { is: 'slow', unitsPerSecond: 200 }, output: 'text' }],
  ['--file a.ndjson', { file: { path: 'a.ndjson', format: 'ndjson' } }],
  ['--file a.ndjson --format json', { file: { path: 'a.ndjson', format: 'json' } }],
  ['--table t', { place: { is: 'outside', table: 't', settings: {} } }],
  ['--region r', { place: { is: 'outside', table: 'flight-delays', settings: { region: 'r' } } }],
  [`--endpoint ${endpoint}`, { place: { settings: { endpoint, ...placeholders } } }],
  [`--endpoint ${endpoint} --region r`, { place: { settings: { ...placeholders, region: 'r' } } }],
])('npm start -- %s', (line, expected) => {
  const parse = () => parseOptions(line.split(' ').filter(Boolean), sources);
  if (expected === undefined) expect(parse).toThrow("Unknown option '--fast'");
  else expect(parse()).toMatchObject(expected);
});

it('leaves to the SDK what the environment has', () => {
  const environment = { AWS_REGION: 'eu-west-1', AWS_ACCESS_KEY_ID: 'key' };
  expect(parseOptions(['--endpoint', endpoint], { ...sources, environment })).toMatchObject({
    place: { is: 'outside', settings: { endpoint } },
  });
  const { place } = parseOptions(['--endpoint', endpoint], { ...sources, environment }) as {
    place: { settings: object };
  };
  expect(Object.keys(place.settings)).toEqual(['endpoint']);
});

it.each([
  ['--fast', "Unknown option '--fast'; npm start -- --help lists the options."],
  ['flights.json', "Unexpected argument 'flights.json'; npm start"],
  ['--file', "Option '--file <value>' argument missing; npm start"],
  ['--file=', '--file needs a value; npm start'],
  ['--json=yes', "Option '--json' does not take an argument; npm start"],
  ['--format csv', '--format is csv; it may be json or ndjson; npm start'],
  ['--slow-table fast', '--slow-table is fast; give write units per second, one or more; npm'],
  ['--slow-table 0', '--slow-table is 0; give write units per second, one or more; npm'],
  ['--slow-table 9 --table t', '--slow-table is about the embedded table; leave out --table'],
  ['--endpoint localhost:8000', '--endpoint is localhost:8000; give a URL like http://'],
])('refuses %s', (line, sentence) => {
  expect(() => parseOptions(line.split(' '), sources)).toThrow(sentence);
});
