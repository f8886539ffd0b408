import {
  boundedOutOfOrderness,
  defineJob,
  forEachSink,
  fromArray,
  MAX_TIMESTAMP,
  MIN_TIMESTAMP,
  runJob,
  tumbling,
} from '../index.js';

/** Beyond 32 bits on both sides of the epoch, and beside a border each. */
const TIMES = [-1_700_000_000_001, -1, 0, 2 ** 31, 1_700_000_000_000];
const SIZE_MS = 1_000;

describe('numbers of JavaScript', () => {
  it('J2: times beyond 32 bits and before 1970 lie in the window that contains them', async () => {
    const starts: number[] = [];
    const job = defineJob('numbers', (env) => {
      env
        .fromSource(fromArray(TIMES), { watermarks: boundedOutOfOrderness(0, (at) => at) })
        .keyBy(() => 'k')
        .window(tumbling(SIZE_MS))
        .aggregate(
          { createAccumulator: () => 0, add: (n) => n + 1, getResult: (n) => n },
          { uid: 'windows' },
        )
        .sinkTo(forEachSink(({ window }) => starts.push(window.start)));
    });
    const handle = await runJob(job);
    await handle.done;
    expect(starts).toEqual(TIMES.map((at) => Math.floor(at / SIZE_MS) * SIZE_MS));
    // The end of time survives what metrics are often written in.
    const { operators } = JSON.parse(JSON.stringify(handle.metrics())) as ReturnType<
      typeof handle.metrics
    >;
    expect(operators['windows']?.['currentInputWatermark']).toBe(MAX_TIMESTAMP);
  });

  it('J2: both ends of time are whole numbers that JSON holds', () => {
    for (const end of [MIN_TIMESTAMP, MAX_TIMESTAMP]) {
      expect(Number.isSafeInteger(end)).toBe(true);
      expect(JSON.parse(JSON.stringify(end))).toBe(end);
    }
  });
});
