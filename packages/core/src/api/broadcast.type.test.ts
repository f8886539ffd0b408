/** Broadcast state is written on one side alone, and keys have timers on the other. Proven by tsc. */
import {
  defineJob,
  forEachSink,
  fromArray,
  listState,
  mapState,
  operatorListState,
  valueState,
  type ListState,
  type MapState,
  type ReadonlyMapState,
  type Stream,
} from '../index.js';
import { isType } from './is-type.fixture.js';

interface Rule {
  readonly name: string;
  readonly max: number;
}

interface Level {
  readonly tank: string;
  readonly level: number;
}

declare const rules: readonly Rule[];
declare const levels: readonly Level[];

export const job = defineJob('types', (env) => {
  const broadcast = env
    .fromSource(fromArray(rules))
    .broadcast({ rules: mapState<string, Rule>(), counts: mapState<bigint, number>() });
  const stream = env.fromSource(fromArray(levels));

  const plain = stream.connect(broadcast).process({
    state: { all: operatorListState<string>({ redistribution: 'union' }) },
    processElement: (value, { broadcastState, state }, out: { collect(text: string): void }) => {
      isType<Level>()(value);
      isType<ListState<string>>()(state.all);
      isType<ReadonlyMapState<string, Rule>>()(broadcastState.rules);
      isType<ReadonlyMapState<bigint, number>>()(broadcastState.counts);
      // @ts-expect-error: only broadcast records write
      broadcastState.rules.put('a', { name: 'a', max: 1 });
      // @ts-expect-error: there is no such state
      out.collect(String(broadcastState.limits));
    },
    processBroadcastElement: (value, context) => {
      isType<Rule>()(value);
      isType<MapState<string, Rule>>()(context.broadcastState.rules);
      isType<ListState<string>>()(context.state.all);
      // @ts-expect-error: there are no keys to visit
      void context.applyToKeyedState;
    },
  });
  isType<Stream<string>>()(plain);

  const keyed = stream
    .keyBy(({ tank, level }) => [tank, level])
    .connect(broadcast)
    .process({
      state: { last: valueState<number>(), all: listState<Level>() },
      processElement: (_value, context, out: { collect(n: number): void }) => {
        isType<readonly [string, number]>()(context.key);
        isType<ReadonlyMapState<string, Rule>>()(context.broadcastState.rules);
        context.timers.registerEventTimeTimer(1);
        out.collect(context.state.last.value() ?? 0);
      },
      processBroadcastElement: (_value, context) => {
        isType<MapState<bigint, number>>()(context.broadcastState.counts);
        // @ts-expect-error: no key is at hand
        void context.key;
        // @ts-expect-error: timers are the other side's
        void context.timers;
        // @ts-expect-error: state is that of a key
        void context.state;
        context.applyToKeyedState('all', (key, all) => {
          isType<readonly [string, number]>()(key);
          isType<ListState<Level>>()(all);
        });
        // @ts-expect-error: there is no such state
        context.applyToKeyedState('some', () => undefined);
      },
      onTimer: (_time, context, out) => {
        isType<ReadonlyMapState<string, Rule>>()(context.broadcastState.rules);
        // @ts-expect-error: only broadcast records write
        context.broadcastState.rules.clear();
        out.collect(1);
      },
    });
  isType<Stream<number>>()(keyed);

  // @ts-expect-error: broadcast state is maps
  stream.broadcast({ last: valueState<number>() });
  // @ts-expect-error: a broadcast stream is there to be connected
  void broadcast.map;

  plain.sinkTo(forEachSink(() => undefined));
  keyed.sinkTo(forEachSink(() => undefined));
});
