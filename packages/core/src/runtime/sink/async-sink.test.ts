import { asyncSink } from './async-sink.js';
import { asyncSinkLimits } from './async-sink-limits.js';

const spec = {
  name: 'rows',
  limits: asyncSinkLimits(),
  connect: (): never => {
    throw new Error('nothing connects');
  },
};

describe('the description of an asynchronous sink', () => {
  it('D1: has the key and the destination that the connector declares', () => {
    const keyOf = (row: { readonly id: string }): string => row.id;
    const sink = asyncSink({ ...spec, keyOf, destination: 'rows:here/t' });
    expect(sink.keyOf?.({ id: 'a' })).toBe('a');
    expect(sink.destination).toBe('rows:here/t');
  });

  it('D1: has neither where the connector declares none, and opens nothing', () => {
    expect(Object.keys(asyncSink(spec))).toEqual(['name', 'createWriter']);
  });
});
