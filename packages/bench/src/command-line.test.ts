import { readCommandLine } from './command-line.js';

describe('the command line of the bench', () => {
  it('takes a bench and its options', () => {
    expect(readCommandLine(['chain', '--json', '--rounds', '2'])).toEqual({
      is: 'command',
      command: { bench: 'chain', json: true, rounds: 2, megabytes: 100, format: 'json' },
    });
    expect(readCommandLine(['large', '--megabytes=1', '--format', 'ndjson'])).toEqual({
      is: 'command',
      command: { bench: 'large', json: false, rounds: 5, megabytes: 1, format: 'ndjson' },
    });
  });

  it.each([
    [[], 'Name a bench: choose one of async, chain, event-loop, heap, joins, large, windows.'],
    [
      ['foo'],
      'There is no bench foo: choose one of async, chain, event-loop, heap, joins, large, windows.',
    ],
    [['chain', 'heap'], 'One bench at a time: what is heap?'],
    [['chain', '--fast'], 'There is no option --fast.'],
    [['chain', '--json=yes'], '--json takes no value.'],
    [['chain', '--rounds'], '--rounds needs a whole number from 1.'],
    [['chain', '--rounds=0'], '--rounds needs a whole number from 1.'],
    [['large', '--megabytes=1.5'], '--megabytes needs a whole number from 1.'],
    [['large', '--format=csv'], '--format is one of json, ndjson.'],
    [['large', '--format'], '--format is one of json, ndjson.'],
  ])('refuses %j in one sentence', (args, sentence) => {
    expect(readCommandLine(args)).toEqual({ is: 'refused', sentence });
  });
});
