/** verifyPipe: what RxJS operators keep is found without being told what should come out. */
import {
  distinct,
  filter,
  map,
  mergeMap,
  NEVER,
  skip,
  skipUntil,
  take,
  type OperatorFunction,
} from 'rxjs';
import type { Stream } from '@millrace/core';
import { verifyPipe } from './verify-pipe.js';

const input = [1, 1, 2, 3];

const verify = (operator: OperatorFunction<number, unknown>) => () =>
  verifyPipe<number>({ operator: (numbers) => numbers.pipe(operator), input });

describe('verifyPipe', () => {
  it('passes what keeps nothing, under every schedule', () => {
    const schedules = verify((numbers) =>
      numbers.pipe(
        filter((n) => n !== 2),
        mergeMap((n) => [n, -n]),
      ),
    )();
    expect(schedules.length).toBeGreaterThanOrEqual(11);
    expect(schedules).toContain('one by one');
  });

  it.each<[string, OperatorFunction<number, unknown>]>([
    ['an operator', skip(1)],
    ['a set', distinct()],
    ['an index', map((n, index) => n * index)],
  ])('finds what %s keeps, and says so in words', (_, operator) => {
    expect(verify(operator)).toThrow(
      expect.objectContaining({
        code: 'OPERATOR_DIFFERS',
        message: expect.stringMatching(
          /^What comes out of the pipe.*\n.*schedules:\n- one by one: /,
        ),
      }),
    );
  });

  it('finds what a closure around the pipe keeps, which only a restore loses', () => {
    const counting = (numbers: Stream<number>): Stream<number> => {
      let seen = 0;
      return numbers.pipe(map((n) => n + seen++));
    };
    const failure = failureOf(() => verifyPipe({ operator: counting, input }));
    expect(failure).toMatch(/- with snapshot and restore after every element: record 2 is/);
    expect(failure).not.toMatch(/- one by one|- in runs/);
  });

  it('finds what a closure of the module keeps, which no restore loses', () => {
    let seen = 0;
    expect(verify(map((n) => n + seen++))).toThrow(/- one by one: record 1 is/);
  });

  it('leaves to the pipe to say what it refuses at once', () => {
    expect(verify(take(1))).toThrow(expect.objectContaining({ code: 'RXJS_COMPLETED' }));
  });

  it('refuses to pass what lets nothing out', () => {
    expect(verify(skipUntil(NEVER))).toThrow(
      expect.objectContaining({
        code: 'PIPE_SILENT',
        message: expect.stringContaining('for 4 records'),
      }),
    );
  });
});

function failureOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('nothing failed');
}
