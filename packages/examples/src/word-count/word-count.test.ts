import { runJob } from '@millrace/core';
import { wordCount } from './word-count.js';

it('emits the running count of each word', async () => {
  const lines: string[] = [];
  const handle = await runJob(
    wordCount(['To', 'be', 'or', 'not', 'to', 'be'], (x) => lines.push(x)),
  );
  expect((await handle.done).ended).toBe('finished');
  expect(lines).toEqual(['to 1', 'be 1', 'or 1', 'not 1', 'to 2', 'be 2']);
});
