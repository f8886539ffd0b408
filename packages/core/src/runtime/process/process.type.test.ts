/** Types of flatMap, process, aggregate and partitionCustom. Proven by tsc, which `npm test` runs. */
import {
  defineJob,
  forEachSink,
  fromArray,
  listState,
  operatorListState,
  outputTag,
  valueState,
  type Collector,
  type KeyedResult,
  type Stream,
} from '../../index.js';
import { isType } from '../../api/is-type.fixture.js';

interface Flight {
  readonly origin: string;
  readonly gate: number;
}
declare const flights: readonly Flight[];
const late = outputTag<Flight>('late');
const mean = { createAccumulator: () => 0, add: (n: number) => n + 1, getResult: String };

export const job = defineJob('types', (env) => {
  const stream = env.fromSource(fromArray(flights));

  isType<Stream<string>>()(stream.flatMap(({ origin }) => [origin]));
  isType<Stream<string>>()(stream.flatMap(({ origin }) => new Set([origin])));
  isType<Stream<number | string>>()(
    stream.flatMap(function* ({ origin, gate }) {
      yield origin;
      yield gate;
    }),
  );
  // @ts-expect-error A number is no iterable.
  stream.flatMap(({ gate }) => gate);

  const keyed = stream.keyBy(({ origin, gate }) => [origin, gate]);
  isType<Stream<KeyedResult<readonly [string, number], string>>>()(keyed.aggregate(mean));
  const processed = keyed.process({
    state: { seen: valueState<number>(), all: listState<Flight>() },
    processElement: (flight, { key, state, output, timers }, out: Collector<string>) => {
      isType<Flight>()(flight);
      isType<readonly [string, number]>()(key);
      isType<number | undefined>()(state.seen.value());
      isType<readonly Flight[]>()(state.all.get());
      timers.registerEventTimeTimer(1);
      output(late, flight);
      // @ts-expect-error The side output is of flights.
      output(late, 'flight');
      // @ts-expect-error Declared as a number.
      state.seen.update('1');
      // @ts-expect-error Not declared.
      void state.missing;
      out.collect(flight.origin);
    },
    onTimer: (time, { key, timeDomain, timestamp, state }, out) => {
      isType<number>()(time);
      isType<number>()(timestamp);
      isType<'event-time' | 'processing-time'>()(timeDomain);
      out.collect(`${key[0]} ${String(state.seen.value())}`);
      // @ts-expect-error What comes out are strings.
      out.collect(1);
    },
  });
  isType<Stream<string>>()(processed);
  processed.sinkTo(forEachSink((text) => isType<string>()(text)));

  isType<Stream<number>>()(
    stream.process({
      state: { held: operatorListState<Flight>({ redistribution: 'split' }) },
      processElement: (flight, context, out: Collector<number>) => {
        isType<readonly Flight[]>()(context.state.held.get());
        // @ts-expect-error Timers belong to keys.
        void context.timers;
        out.collect(flight.gate);
      },
    }),
  );
  stream.process({
    // @ts-expect-error State of keys needs keys.
    state: { seen: valueState<number>() },
    processElement: (flight: Flight, _context, out: Collector<number>) => {
      out.collect(flight.gate);
    },
  });

  isType<Stream<Flight>>()(
    stream.partitionCustom(
      ({ gate }) => gate,
      (gate, parallelism) => {
        isType<number>()(gate);
        return gate % parallelism;
      },
    ),
  );
});
