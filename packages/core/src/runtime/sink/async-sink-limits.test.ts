import { asyncSink } from './async-sink.js';
import { asyncSinkLimits } from './async-sink-limits.js';
import type { AsyncSinkLimits } from './async-sink-spec.js';

describe('limits of a sink', () => {
  it('have defaults that fit each other', () => {
    const limits = asyncSinkLimits();
    const inFlight = limits.inFlightRequestsMax * limits.batchEntriesMax;
    expect(limits.bufferRecordsMax).toBeGreaterThanOrEqual(inFlight);
  });

  it('are filled in where one is absent or undefined', () => {
    expect(asyncSinkLimits({ lingerMsMax: 0 }).lingerMsMax).toBe(0);
    const absent = { batchEntriesMax: undefined } as unknown as { batchEntriesMax: number };
    expect(asyncSinkLimits(absent).batchEntriesMax).toBe(25);
  });

  it.each([
    [{ bufferRecordsMax: 9, batchEntriesMax: 10 }, /bufferRecordsMax \(9\) is less than/],
    [{ backoffMsMin: 200, backoffMsMax: 100 }, /backoffMsMin \(200\) is more than/],
    [
      { inFlightRequestsMax: 0 },
      /inFlightRequestsMax is 0; it must be a whole number, one or more/,
    ],
    [{ lingerMsMax: -1 }, /lingerMsMax is -1; it must be a whole number, zero or more/],
    [{ requestMsMax: Infinity }, /requestMsMax is Infinity/],
    [{ openMsMax: NaN }, /openMsMax is NaN/],
    [{ batchEntriesMax: 2.5 }, /batchEntriesMax is 2.5/],
    [{ lingerMs: 5 }, /A sink has no limit lingerMs; the limits are/],
  ])('CL-C47: %j is refused in one sentence', (overrides, sentence) => {
    expect(() => asyncSinkLimits(overrides as Partial<AsyncSinkLimits>)).toThrow(sentence);
  });

  it('are checked also where they were written by hand', () => {
    const limits = { ...asyncSinkLimits(), bufferRecordsMax: 1 };
    const connect = (): never => {
      throw new Error('nothing connects');
    };
    expect(() => asyncSink({ name: 'x', limits, connect })).toThrow(/no batch could ever be full/);
  });
});
