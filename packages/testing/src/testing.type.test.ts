/** What the compiler knows of harnesses and jobs under test. Proven by tsc, which `npm test` runs. */
import { outputTag, type JobDefinition, type Stream, type Timestamp } from '@millrace/core';
import { operatorHarness, testJob, verifyOperator, type OutputElement } from './index.js';

type Equal<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
declare function isType<Expected>(): <Actual>(
  value: Actual,
  ...proof: Equal<Actual, Expected> extends true ? [] : [never]
) => void;

declare const job: JobDefinition;
const texts = (stream: Stream<number>): Stream<string> => stream.map(String);

export function harnesses(): void {
  const harness = operatorHarness(texts);
  isType<readonly string[]>()(harness.values);
  isType<readonly OutputElement<string>[]>()(harness.output);
  isType<readonly OutputElement<Date>[]>()(harness.sideOutput(outputTag<Date>('dates')));
  harness.processElement(1);
  harness.processElement(1, 5);
  harness.processElements([{ value: 1 }, { value: 2, timestamp: 3 }]);
  harness.processWatermarkStatus('idle');
  isType<typeof harness>()(harness.restore(harness.snapshot(), { parallelism: 2 }));

  // @ts-expect-error -- the operator takes numbers
  harness.processElement('1');
  // @ts-expect-error -- there is no such status
  harness.processWatermarkStatus('away');
  // @ts-expect-error -- the side outputs are those of the first harness
  harness.restore(harness.snapshot(), { sideOutputs: [] });

  // Where only the input is said, what comes out is not known.
  isType<readonly unknown[]>()(operatorHarness<number>((stream) => stream.map(String)).values);
}

export function verifications(): void {
  const input = [{ value: 1, timestamp: 1 }, { watermark: 5 }, { status: 'idle' as const }];
  verifyOperator({ operator: texts, input, expected: [{ value: '1' }, { watermark: 5 }] });
  verifyOperator({ operator: texts, input, oracle: (given) => given.map(() => ({ value: '1' })) });
  verifyOperator({
    operator: texts,
    input,
    expected: [],
    keyOf: (value) => {
      isType<string>()(value);
      return value;
    },
  });

  // @ts-expect-error -- texts come out
  verifyOperator({ operator: texts, input, expected: [{ value: 1 }] });
  // @ts-expect-error -- numbers go in
  verifyOperator({ operator: texts, input: [{ value: '1' }], expected: [] });
  // @ts-expect-error -- it has to be told what is expected
  verifyOperator({ operator: texts, input });
}

export async function jobs(): Promise<void> {
  const test = await testJob(job, { keepSinks: 'all', keepSources: ['orders'] });
  isType<readonly Date[]>()(test.sink<Date>('dates').values);
  isType<readonly Timestamp[]>()(test.sink('dates').timestamps);
  isType<Timestamp>()(test.watermark('dates'));
  test.source<number>('numbers').push(1, 2);

  // @ts-expect-error -- the source is one of numbers
  test.source<number>('numbers').push('1');
  // @ts-expect-error -- all, or those that are named
  await testJob(job, { keepSinks: true });
}
