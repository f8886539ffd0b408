import { readCommandLine } from './command-line.js';

describe('the command line of the bench', () => {
  it('takes a bench and its options', () => {
    expect(readCommandLine(['chain', '--json', '--rounds', '2'])).toEqual({
      is: 'command',
      command: { bench: 'chain', json: true, rounds: 2 },
    });
  });

  it.each([
    [[], 'Name a bench: choose one of chain, event-loop, heap.'],
    [['foo'], 'There is no bench foo: choose one of chain, event-loop, heap.'],
    [['chain', 'heap'], 'One bench at a time: what is heap?'],
    [['chain', '--fast'], 'There is no option --fast.'],
    [['chain', '--json=yes'], '--json takes no value.'],
    [['chain', '--rounds'], '--rounds needs a whole number from 1.'],
    [['chain', '--rounds=0'], '--rounds needs a whole number from 1.'],
  ])('refuses %j in one sentence', (args, sentence) => {
    expect(readCommandLine(args)).toEqual({ is: 'refused', sentence });
  });
});
