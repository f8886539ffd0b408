/** Types flow through the whole chain without annotations. Proven by tsc, which `npm test` runs. */
import {
  days,
  defineJob,
  forEachSink,
  fromArray,
  outputTag,
  tumbling,
  type FailedRecord,
  type Sink,
  type Stream,
  type WindowResult,
} from '../index.js';
import { isType } from './is-type.fixture.js';

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

  // A stream of more is united with one of less, and what comes of it is of both.
  const origins: Stream<string | number> = stream.map((f) => f.origin);
  origins.union(stream.map((f) => f.gate)).sinkTo(forEachSink((o) => isType<string | number>()(o)));

  // A side output has the type of its tag, and a tag takes what it was made for.
  const refused = outputTag<FailedRecord<Flight>>('refused');
  const gates = stream.map((f) => f.gate, { onError: refused });
  gates.getSideOutput(refused).sinkTo(forEachSink((r) => isType<FailedRecord<Flight>>()(r)));
  const late = stream.keyBy((f) => f.gate).window(tumbling(days(1)));
  late.sideOutputLateData(outputTag<Flight>('late')).aggregate(count).sinkTo(forEachSink(String));
  // @ts-expect-error -- what fails here is no text
  stream.map((f) => f.gate, { onError: outputTag<FailedRecord<string>>('texts') });
  // @ts-expect-error -- there is no such policy
  stream.map((f) => f.gate, { onError: 'ignore' });
  // @ts-expect-error -- late flights are no texts
  late.sideOutputLateData(outputTag<string>('texts'));
  // @ts-expect-error -- a stream of texts is no stream of flights
  stream.union(stream.map((f) => f.origin));

  // @ts-expect-error -- an object is no key
  stream.keyBy((f) => ({ origin: f.origin }));
  // @ts-expect-error -- a sink of texts takes no flights
  stream.sinkTo(forEachSink((text: string) => text));
});
