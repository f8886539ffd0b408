import { recordBy } from '../record-by.js';
import { BACKLOGS, LIBRARIES } from './async-case.js';
import { asyncTable, missedBy, reportOf } from './async-report.js';

describe('the async report', () => {
  const nsOf = { millrace: 100, rxjs: 1_000, 'rxjs-1000': 500 };
  const samples = recordBy(LIBRARIES, (library) =>
    recordBy(BACKLOGS, (backlog) =>
      [1, 9, 2].map((n) => ({
        cpuNsPerRecord: n * nsOf[library] * (library === 'rxjs' ? backlog / 10_000 : 1),
      })),
    ),
  );
  const memory = { records: 1_000_000, firstMb: 8, maxMb: 9 };

  it('takes medians, theirs over ours, and what a backlog costs', () => {
    const report = reportOf({ samples, memory, rounds: 3 });
    expect(report.nsPerRecord.millrace[50_000]).toBe(200);
    expect(report.overRxjs).toEqual({ 10_000: 10, 50_000: 50, 200_000: 200 });
    expect(report.growth).toEqual({ millrace: 1, rxjs: 20, 'rxjs-1000': 1 });
    expect(asyncTable(report)).toMatch(/^rxjs +2000 +10000 +40000 +20\.0x$/m);
  });

  it('complains of memory that grows, and of nothing else', () => {
    expect(missedBy(reportOf({ samples, memory, rounds: 3 }))).toBeUndefined();
    const grown = reportOf({ samples, memory: { ...memory, maxMb: 60 }, rounds: 3 });
    expect(missedBy(grown)).toBe(
      'The heap grew by 52.0 MB while 1000000 records waited in the source.',
    );
  });
});
