/** Types of functions that answer later: what is inferred, and what is refused. */
import { defineJob, forEachSink, fromArray, type Stream } from '../index.js';
import { isType } from './is-type.fixture.js';

const lengthOf = async (text: string): Promise<number> => text.length;

defineJob('typed', (env) => {
  const words = env.fromSource(fromArray(['a']));
  isType<Stream<number>>()(words.asyncMap(lengthOf));
  isType<Stream<number>>()(words.asyncMap((word) => word.length));
  isType<Stream<number | undefined>>()(
    words.asyncMap(lengthOf, { fallback: () => undefined, order: 'none' }),
  );
  isType<Stream<number>>()(
    words.asyncMap((word, { signal, attempt }) => (signal.aborted ? attempt : word.length)),
  );
  isType<Stream<string>>()(words.asyncFlatMap(async (word) => new Set([word])));
  isType<Stream<string | number>>()(
    words.asyncFlatMap((word) => [word], { fallback: (word, error) => [word, Number(error)] }),
  );

  const keyed = words.keyBy((word) => word.length);
  isType<Stream<number>>()(keyed.asyncMap(lengthOf, { order: 'key' }));
  isType<Stream<number>>()(keyed.asyncFlatMap(async (word) => [word.length], { order: 'input' }));

  // @ts-expect-error -- there is no key whose order could be kept
  words.asyncMap(lengthOf, { order: 'key' });
  // @ts-expect-error -- a string is no number of records
  words.asyncFlatMap(lengthOf);
  // @ts-expect-error -- without a number of tries, nothing is repeated
  words.asyncMap(lengthOf, { retry: { backoffMsMin: 5 } });
  words.asyncMap(lengthOf).sinkTo(forEachSink((length: number) => length));
});
