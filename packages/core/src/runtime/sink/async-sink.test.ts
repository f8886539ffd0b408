import { asyncSink } from './async-sink.js';
import { asyncSinkLimits } from './async-sink-limits.js';
import { SinkHarness, fifoOfEntries } from './sink-harness.fixture.js';

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

describe('what a connector adds to a sink', () => {
  it('B1: a limit of its buffer stops the source before the records do', async () => {
    const room = { records: 2 };
    const buffer = Object.assign(fifoOfEntries(), { room: () => room.records });
    const harness = new SinkHarness({ buffer, limits: { batchEntriesMax: 1 } });
    await harness.open();
    expect(harness.writer.credit()).toBe(2);
    room.records = 0;
    expect(harness.writer.credit()).toBe(0);
    room.records = 1_000_000;
    expect(harness.writer.credit()).toBe(harness.limits.bufferRecordsMax);
  });

  it('shows what it counts among the metrics, and hides none of the sink', () => {
    const sink = asyncSink({
      ...spec,
      connect: () => ({
        connection: {
          open: () => Promise.resolve(),
          send: () => Promise.resolve({ unprocessed: [] }),
          classify: () => ({ kind: 'fatal', reason: 'never' }),
          close: () => undefined,
        },
        buffer: fifoOfEntries(),
        toEntry: (value) => value as never,
        describe: ({ id }) => id,
        metrics: () => ({ reasons: ['hot'], written: 7 }),
      }),
    });
    const writer = sink.createWriter({
      operator: 'out',
      post: () => undefined,
      clock: { now: () => 0, after: () => () => undefined },
      random: { next: () => 0 },
    });
    expect(writer.metrics()).toMatchObject({ reasons: ['hot'], written: 0 });
  });
});
