import { MillraceError } from '@millrace/core';
import { complaintOf } from './complaint.js';

it('shows the innermost sentence of what the caller can put right, without a stack', () => {
  const cause = new MillraceError('FILE_MISSING', 'There is no file x; check its path.');
  const error = new MillraceError('FILE_MISSING', 'flights failed: There is no file x', { cause });
  expect(complaintOf(error)).toEqual({ text: cause.message, exitCode: 2 });
});

it('shows a bug with its stack and its cause', () => {
  const cause = new TypeError('x is not a function');
  const error = new MillraceError('OPERATOR_FAILED', 'delay-stats failed: x', { cause });
  const { text, exitCode } = complaintOf(error);
  expect(text).toMatch(/delay-stats failed: x[^]*\[cause\]: TypeError: x is not a function\n +at /);
  expect(exitCode).toBe(1);
});
