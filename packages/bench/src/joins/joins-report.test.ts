import type { JoinsSample } from './joins-case.js';
import { joinsTable, missedBy, reportOf } from './joins-report.js';

describe('the joins report', () => {
  const sample = (cpuNsPerRecord: number): JoinsSample => ({
    cpuNsPerRecord,
    heapMb: 9,
    pairs: 20,
    checksum: 5,
  });
  const samples = {
    millrace: [sample(300), sample(100), sample(200)],
    rxjs: [sample(1_000), sample(1_200), sample(1_100)],
  };

  it('takes medians, and theirs over ours', () => {
    const report = reportOf(samples, 3);
    expect(report.nsPerRecord).toEqual({ millrace: 200, rxjs: 1_100 });
    expect(report.overRxjs).toBe(5.5);
    expect(missedBy(report)).toBeUndefined();
    expect(joinsTable(report)).toContain('over rxjs  5.5x (at least 5x)');
  });

  it('complains of rows that differ', () => {
    const other = { ...sample(1), pairs: 20, checksum: 6 };
    expect(missedBy(reportOf({ ...samples, rxjs: [other] }, 1))).toMatch(/unlike rows/);
  });
});
