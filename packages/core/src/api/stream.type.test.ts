/** Types flow through the whole chain without annotations. Proven by tsc, which `npm test` runs. */
import {
  days,
  defineJob,
  forEachSink,
  fromArray,
  tumbling,
  type Sink,
  type WindowResult,
} from '../index.js';

type Equal<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
declare function isType<Expected>(): <Actual>(
  value: Actual,
  ...proof: Equal<Actual, Expected> extends true ? [] : [never]
) => void;

interface Flight {
  readonly origin: string;
  readonly gate: number;
  readonly delay: number | undefined;
}

declare const flights: readonly Flight[];
const count = { createAccumulator: () => 0, add: (sum: number) => sum + 1, getResult: String };

export const job = defineJob('types', (env) => {
  const stream = env.fromSource(fromArray(flights));

  stream
    .map((f) => ({ delay: f.delay, hub: f.origin === 'ATL' }))
    .filter((f): f is { delay: number; hub: boolean } => f.delay !== undefined)
    .sinkTo(
      forEachSink((f) => {
        isType<{ delay: number; hub: boolean }>()(f);
      }),
    );

  // A tuple stays a tuple, so that a result's key can be taken apart.
  stream
    .keyBy((f) => [f.origin, f.gate])
    .window(tumbling(days(1)))
    .aggregate(count)
    .sinkTo(
      forEachSink((r) => {
        isType<WindowResult<readonly [string, number], string>>()(r);
      }),
    );

  stream
    .keyBy((f) => f.origin)
    .reduce((a, b) => ({ ...a, delay: b.delay }))
    .sinkTo(forEachSink((f) => isType<Flight>()(f)));

  // What a sink's own function gets comes from the stream, inside of the call as well.
  const sinkOf = <T>(sink: { readonly write: (value: T) => void }): Sink<T> =>
    sink as unknown as Sink<T>;
  stream.sinkTo(sinkOf({ write: (f) => isType<Flight>()(f) }));

  // @ts-expect-error -- an object is no key
  stream.keyBy((f) => ({ origin: f.origin }));
  // @ts-expect-error -- a sink of texts takes no flights
  stream.sinkTo(forEachSink((text: string) => text));
});
