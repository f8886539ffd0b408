/** Side outputs by themselves: what goes beyond their credit waits, and comes back from a snapshot. */
import type { Run } from '../../model/run.js';
import { SideOutput } from './side-output.js';
import { discard } from './tail.js';

const limits = { runRecordsMax: 2, parkedRecordsMax: 3 };

function sideWith(credit: { left: number }) {
  const sent: unknown[] = [];
  const onRun = (run: Run<unknown>): void => {
    sent.push(...run.values.slice(0, run.length));
    credit.left -= run.length;
  };
  const side = new SideOutput({ ...discard, credit: () => credit.left, onRun }, limits);
  return { side, sent };
}

describe('SideOutput', () => {
  it('C3: parks beyond its credit, up to the limit, and sends it first', () => {
    const credit = { left: 3 };
    const { side, sent } = sideWith(credit);
    for (let n = 1; n <= 6; n++) side.emit(n, n);
    expect([sent, side.parked(), side.credit()]).toEqual([[1, 2, 3], 3, 0]);
    expect(() => {
      side.emit(7, 7);
    }).toThrow(expect.objectContaining({ code: 'FAN_OUT_EXCEEDED' }) as Error);
    credit.left = 10;
    expect(side.flush()).toBe(true);
    expect([sent, side.parked(), side.credit()]).toEqual([[1, 2, 3, 4, 5, 6], 0, 7]);
  });

  it('K2: what waits is in a snapshot, and another one sends it', () => {
    const { side } = sideWith({ left: 0 });
    for (let n = 1; n <= 3; n++) side.emit(n, n * 10);
    const waiting = side.waiting();
    expect(waiting).toEqual({ values: [1, 2, 3], timestamps: [10, 20, 30] });
    const other = sideWith({ left: 5 });
    other.side.restore(waiting);
    expect(other.side.parked()).toBe(3);
    other.side.flush();
    expect(other.sent).toEqual([1, 2, 3]);
  });
});
