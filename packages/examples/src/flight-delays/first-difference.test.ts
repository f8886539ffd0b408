import type { DelayRow } from './delay-row.js';
import { firstDifference } from './first-difference.js';

const row: DelayRow = {
  airport: 'ATL',
  day: '2001-01-01',
  flights: 3,
  delayed: 1,
  meanDelay: 8 / 3,
  worstDelay: 15,
};
const next: DelayRow = { ...row, day: '2001-01-02' };

it('finds none, whatever the order', () => {
  expect(firstDifference([row, next], [next, row])).toBeUndefined();
});

it.each([
  [[row], 'The table lacks the row ATL 2001-01-02, which the file has flights for.'],
  [
    [row, next, { ...row, airport: 'ZZZ' }],
    'The table has the row ZZZ 2001-01-01, which the file has no flights for.',
  ],
  [[row, next, row], 'The table has a key twice.'],
  [
    [
      { ...row, flights: 4 },
      { ...next, delayed: 2 },
    ],
    'flights of the row ATL 2001-01-01 is 4 in the table and 3 by the file.',
  ],
  [
    [row, { ...next, delayed: 2 }],
    'delayed of the row ATL 2001-01-02 is 2 in the table and 1 by the file.',
  ],
  [
    [{ ...row, meanDelay: 2.67 }, next],
    'meanDelay of the row ATL 2001-01-01 is 2.67 in the table and 2.6666666666666665 by the file.',
  ],
  [
    [row, { ...next, worstDelay: NaN }],
    'worstDelay of the row ATL 2001-01-02 is NaN in the table and 15 by the file.',
  ],
])('names the first: %#', (actual, sentence) => {
  expect(firstDifference(actual, [row, next])).toBe(sentence);
});
