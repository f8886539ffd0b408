/** T2, T3: sources that are read in splits: who reads which, and the time of all together. */
import { gap, records, scriptedSplits } from '@millrace/testing';
import { boundedOutOfOrderness } from '../../index.js';
import { at, timeOf, watch } from './event-time.fixture.js';

const inOrder = boundedOutOfOrderness(0, timeOf);

describe('a source in splits', () => {
  it('reads every split once, with as many subtasks as it likes', async () => {
    for (const parallelism of [1, 2, 3, 5]) {
      const source = scriptedSplits(
        [10, 20, 30, 40].map((time) => ({
          id: `s${String(time)}`,
          script: [records(...at(time))],
        })),
      );
      const { windows, metrics } = await watch([{ source, watermarks: inOrder, parallelism }]);
      expect([...windows].sort()).toEqual([
        '[10,20) t10',
        '[20,30) t20',
        '[30,40) t30',
        '[40,50) t40',
      ]);
      expect(metrics.sources['in0']!['numRecordsOut']).toBe(4);
    }
  });

  it('T2: has the time of the split that is furthest behind', async () => {
    const source = scriptedSplits(
      [
        { id: 'quick', script: [records(...at(100)), gap(20), records(...at(200))] },
        {
          id: 'slow',
          script: [gap(10), records(...at(30)), gap(20), records(...at(150)), gap(10)],
        },
      ],
      { assignment: 'when-found' },
    );
    const { watermarks, late } = await watch([{ source, watermarks: inOrder }], {
      moments: [5, 15, 25, 35],
    });
    expect([watermarks, late]).toEqual([[Number.MIN_SAFE_INTEGER, 29, 29, 149], 0]);
  });
});
