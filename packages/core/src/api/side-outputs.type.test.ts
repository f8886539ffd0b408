/** Side outputs, policies and unions keep their types. Proven by tsc, which `npm test` runs. */
import {
  defineJob,
  forEachSink,
  fromArray,
  outputTag,
  tumbling,
  type FailedRecord,
  type OutputTag,
} from '../index.js';
import { isType } from './is-type.fixture.js';

interface Animal {
  readonly name: string;
}
interface Dog extends Animal {
  readonly breed: string;
}

declare const dogs: readonly Dog[];
const count = { createAccumulator: () => 0, add: (sum: number) => sum + 1, getResult: String };

const late = outputTag<Dog>('late');
const failed = outputTag<FailedRecord<Dog>>('failed');

const animals = outputTag<Animal>('animals');
const texts = outputTag<string>('texts');
const failedTexts = outputTag<FailedRecord<string>>('texts');

// What is sent under a tag must be what it was made for.
// @ts-expect-error -- a tag of dogs is none of animals
export const wider: OutputTag<Animal> = late;
export const narrower: OutputTag<Dog> = animals;

export const job = defineJob('types', (env) => {
  const stream = env.fromSource(fromArray(dogs));

  const named = stream.map((dog) => dog.name, { onError: failed });
  named.getSideOutput(failed).sinkTo(forEachSink((f) => isType<FailedRecord<Dog>>()(f)));

  stream
    .keyBy((dog) => dog.breed)
    .window(tumbling(10))
    .sideOutputLateData(late)
    .aggregate(count)
    .getSideOutput(late)
    .sinkTo(forEachSink((dog) => isType<Dog>()(dog)));

  // @ts-expect-error -- the records that fail are dogs, not texts
  stream.map((dog) => dog.name, { onError: failedTexts });
  // @ts-expect-error -- a failed record comes with its reason
  stream.filter((dog) => dog.name !== '', { onError: late });
  // @ts-expect-error -- there is no such policy
  stream.map((dog) => dog.name, { onError: 'ignore' });
  const end = forEachSink<Dog>(() => undefined);
  // @ts-expect-error -- nothing follows a sink, so nobody could read what it sends aside
  stream.sinkTo(end, { onError: failed });
  const windows = stream.keyBy((dog) => dog.name).window(tumbling(10));
  // @ts-expect-error -- late records are those of the stream
  windows.sideOutputLateData(texts);

  const again = named.getSideOutput(failed).map(({ value }) => value);
  stream.union(stream, again).sinkTo(forEachSink((dog) => isType<Dog>()(dog)));
  // @ts-expect-error -- names are no dogs
  stream.union(named);
  // @ts-expect-error -- an animal may be no dog
  stream.union(stream.map((dog): Animal => dog));
});
