/** Scenarios of keys in whole jobs: what is one key, what is two, and what is none. */
import { collectSink, simulate } from '@millrace/testing';
import {
  boundedOutOfOrderness,
  defineJob,
  fromArray,
  tumbling,
  type Key,
  type WindowResult,
} from '../../index.js';

/** How many records there were of each key, in the order of the last of each. */
async function countsOf(...keys: readonly unknown[]): Promise<readonly (readonly [Key, number])[]> {
  const out = collectSink<WindowResult<Key, number>>();
  const job = defineJob('keys', (env) => {
    const watermarks = boundedOutOfOrderness<{ readonly key: Key }>(0, () => 1);
    env
      .fromSource(fromArray(keys.map((key) => ({ key: key as Key }))), { watermarks })
      .keyBy(({ key }) => key)
      .window(tumbling(10))
      .aggregate(
        { createAccumulator: () => 0, add: (n) => n + 1, getResult: (n) => n },
        { uid: 'per key' },
      )
      .sinkTo(out);
  });
  await simulate(job);
  return out.values.map(({ key, value }) => [key, value]);
}

describe('keys', () => {
  it.each([
    ['null', null],
    ['undefined', undefined],
  ])('S96: %s is refused with the name of the operator', async (name, key) => {
    const run = countsOf('good', key);
    await expect(run).rejects.toMatchObject({ code: 'KEY_INVALID', operator: 'per key' });
    await expect(run).rejects.toThrow(`per key: ${name} cannot be a key`);
  });

  it('S98: NaN is refused', async () => {
    await expect(countsOf(Number.NaN)).rejects.toThrow('per key: NaN cannot be a key');
  });

  it('S99: -0 and 0 are one key', async () => {
    const counts = await countsOf(0, -0, 0);
    expect(counts).toEqual([[0, 3]]);
    expect(Object.is(counts[0]?.[0], 0)).toBe(true);
  });

  it('S100: an object is refused, and two arrays of the same scalars are one key', async () => {
    await expect(countsOf({ id: 1 })).rejects.toThrow('per key: an object cannot be a key');
    expect(await countsOf(['a', 1], ['a', 1])).toEqual([[['a', 1], 2]]);
  });

  it('S101: a number and its text are two keys', async () => {
    expect(await countsOf(1, '1', 1)).toEqual([
      [1, 2],
      ['1', 1],
    ]);
  });

  it('S101: parts with separators do not run together', async () => {
    expect(await countsOf(['a|b', 'c'], ['a', 'b|c'], ['a|b', 'c'])).toEqual([
      [['a|b', 'c'], 2],
      [['a', 'b|c'], 1],
    ]);
  });

  it('S101: a bigint is a key, and another than the number', async () => {
    expect(await countsOf(7n, 7, 7n)).toEqual([
      [7n, 2],
      [7, 1],
    ]);
  });
});
