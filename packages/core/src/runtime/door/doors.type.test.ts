/** What the types of the ways in accept, and what they make of it. */
import { Readable } from 'node:stream';
import { from, type Observable } from 'rxjs';
import { isType } from '../../api/is-type.fixture.js';
import {
  fromAsyncIterable,
  fromIterable,
  fromObservable,
  fromPush,
  fromReadable,
  type Source,
} from '../../index.js';

const observable: Observable<{ n: number }> = from([{ n: 1 }]);
const stop = () => undefined;
const pausable = { pause: () => undefined, resume: () => undefined, stop };

// What flows is inferred.
isType<Source<{ n: number }>>()(fromObservable(observable, { policy: 'strict' }));
isType<Source<string>>()(fromIterable(new Set(['a'])));
isType<Source<1 | 2>>()(
  fromIterable(function* few(): Generator<1 | 2> {
    yield 1;
  }),
);
isType<Source<1 | 2>>()(
  fromAsyncIterable(async function* few({ signal }) {
    yield signal.aborted ? 1 : 2;
  }),
);
isType<Source<boolean>>()(fromReadable(new ReadableStream<boolean>()));
isType<Source<boolean>>()(fromReadable(() => new ReadableStream<boolean>()));
// Node.js does not say what a stream has: unknown, until the caller says.
isType<Source<unknown>>()(fromReadable(() => Readable.from(['a'])));
isType<Source<string>>()(fromReadable<string>(Readable.from(['a'])));

// What a producer can do decides which policy it may have.
fromPush<number>(() => stop, { policy: 'drop-oldest' });
fromPush<number>(() => pausable, { policy: 'block', pausedRecordsMax: 9 });
// @ts-expect-error - it cannot be paused
fromPush<number>(() => stop, { policy: 'block' });
// @ts-expect-error - there is no policy by default
fromPush<number>(() => stop, {});
// @ts-expect-error - only a producer that is paused brings values meanwhile
fromPush<number>(() => stop, { policy: 'strict', pausedRecordsMax: 9 });
// @ts-expect-error - it has to be stopped
fromPush<number>(() => undefined, { policy: 'strict' });
// @ts-expect-error - an Observable cannot be paused
fromObservable(observable, { policy: 'block' });
// @ts-expect-error - there is no policy by default
fromObservable(observable);
