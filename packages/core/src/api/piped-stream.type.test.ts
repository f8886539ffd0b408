/** Types flow through operators of RxJS, with options behind them and without. */
import { filter, map, mergeMap } from 'rxjs';
import type { Stream } from '../index.js';
import { isType } from './is-type.fixture.js';

export function types(numbers: Stream<number>): void {
  const words = numbers.pipe(
    filter((n) => n > 0),
    map((n) => n.toFixed(1)),
    mergeMap((text) => [{ text }]),
    map(({ text }) => text.length > 1),
  );
  isType<Stream<boolean>>()(words);
  const named = numbers.pipe(
    map((n) => n * 2),
    map((n) => String(n)),
    { uid: 'texts', onError: 'skip' },
  );
  isType<Stream<string>>()(named);
  const same = map((n: number) => n);
  isType<Stream<number>>()(numbers.pipe(same, same, same, same, same, same, same, same, same));
  // @ts-expect-error an operator of other records
  numbers.pipe(map((text: string) => text.length));
  // @ts-expect-error an option that nobody knows
  numbers.pipe(same, { uuid: 'x' });
}
