/** Types of windows flow without annotations. Proven by tsc, which `npm test` runs. */
import {
  calendarDays,
  calendarWeeks,
  countEvictor,
  countTrigger,
  defineJob,
  fromArray,
  forEachSink,
  globalWindow,
  minutes,
  outputTag,
  purgingTrigger,
  session,
  sliding,
  tumbling,
  type Evictor,
  type FixedWindowAssigner,
  type Trigger,
  type WindowResult,
} from '../../index.js';
import type { Collector } from '../../model/process-function.js';
import { isType } from '../is-type.fixture.js';

interface Visit {
  readonly page: string;
  readonly at: number;
  readonly device: 'phone' | 'desk';
}

declare const visits: readonly Visit[];
declare const triggerOfTexts: Trigger<string, number>;
declare const triggerOfVisits: Trigger<Visit, { readonly seen: number }>;
declare const evictorOfTexts: Evictor<string>;
const count = {
  createAccumulator: () => 0,
  add: (sum: number) => sum + 1,
  getResult: (sum: number) => sum,
  merge: (left: number, right: number) => left + right,
};

export const job = defineJob('types', (env) => {
  const keyed = env.fromSource(fromArray(visits)).keyBy((visit) => visit.page);

  // An aggregate alone gives results of windows; with a window function, what that collects.
  keyed
    .window(sliding(minutes(10), minutes(1), { offset: -5, time: 'processing-time' }))
    .allowedLateness(minutes(1))
    .aggregate(count)
    .sinkTo(forEachSink((r) => isType<WindowResult<string, number>>()(r)));
  keyed
    .window(tumbling(minutes(1)))
    .aggregate(count, (visitsCount, context, out: Collector<boolean>) => {
      isType<number>()(visitsCount);
      isType<string>()(context.key);
      out.collect(visitsCount > 1);
    })
    .sinkTo(forEachSink((r) => isType<boolean>()(r)));

  // The gap of a session is asked of a record of the stream.
  keyed
    .window(session((visit) => (visit.device === 'phone' ? minutes(5) : minutes(30))))
    .reduce((one, other) => ({ ...one, at: other.at }))
    .sinkTo(forEachSink((r) => isType<WindowResult<string, Visit>>()(r)));

  keyed
    .window(globalWindow())
    .trigger(purgingTrigger(countTrigger(3)))
    .evictor(countEvictor(2))
    .reduce((one) => one)
    .sinkTo(forEachSink((r) => isType<WindowResult<string, Visit>>()(r)));

  keyed.countWindow(3).aggregate(count).sinkTo(forEachSink(String));
  keyed
    .window(calendarDays({ timeZone: 'UTC' }))
    .aggregate(count)
    .sinkTo(forEachSink(String));

  // What looks at records must know these records.
  const ofTexts: FixedWindowAssigner<string> = {
    ...tumbling(1),
    assignWindows: (_timestamp, text) => [{ start: 0, end: text.length }],
  };
  // @ts-expect-error -- an assigner of texts places no visits
  keyed.window(ofTexts);
  const windows = keyed.window(tumbling(1));
  // @ts-expect-error -- a trigger of texts hears no visits
  windows.trigger(triggerOfTexts);
  windows.trigger(triggerOfVisits);
  // @ts-expect-error -- an evictor of texts takes no visits out
  windows.evictor(evictorOfTexts);
  // @ts-expect-error -- late visits are no texts
  windows.sideOutputLateData(outputTag<string>('texts'));
  // @ts-expect-error -- there is no such time
  tumbling(1, { time: 'ingestion-time' });
  // @ts-expect-error -- a week does not begin so
  calendarWeeks({ timeZone: 'UTC', weekStart: 'mon' });

  // Elements of a window are those of the stream; what is collected, its records.
  windows
    .process((elements, { window }, out: Collector<number>) => {
      isType<readonly Visit[]>()(elements);
      out.collect(window.start);
    })
    .sinkTo(forEachSink((r) => isType<number>()(r)));
});
