import type { CaseSample } from './chain-case.js';
import { reportOf } from './chain-report.js';

function samples(...perSecond: number[]): CaseSample[] {
  return perSecond.map((each) => ({ perSecond: each, perCpuSecond: each * 2 }));
}

describe('the chain report', () => {
  const numbers = {
    millrace: samples(30, 10, 20),
    'millrace-warm': samples(10),
    effect: samples(40, 5, 10),
    'effect-warm': samples(5),
  };
  const keyed = { millrace: samples(3), 'millrace-warm': samples(3), 'rxjs-map': samples(4) };
  const report = reportOf({ numbers, keyed }, 3);

  it('takes medians, and ours over theirs', () => {
    expect(report.throughput.numbers['millrace']).toBe(20);
    expect(report.ratios.numbers['effect']).toBe(2);
    expect(report.ratios.keyed).toEqual({ 'rxjs-map': 0.75 });
  });

  it('compares warm with warm', () => {
    expect(report.ratios.numbers['effect-warm']).toBe(2);
    expect(report.warmOverFresh).toEqual({ numbers: 0.5, keyed: 1 });
  });
});
