/** Onlookers of a job: what they do is no affair of the job's. */
import { map, take } from 'rxjs';
import { collectSink, simulate } from '@millrace/testing';
import { defineJob, fromSequence, type JobNotice } from '../index.js';
import { JobNotices } from './job-notices.js';

const status = (at: number): JobNotice => ({ kind: 'status', status: 'running', at });

/** Warnings of the process while something is done. */
async function warningsOf(act: () => unknown): Promise<string[]> {
  const emit = jest.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
  try {
    await act();
    return emit.mock.calls.map(([warning]) => String(warning));
  } finally {
    emit.mockRestore();
  }
}

describe('notices of a job', () => {
  it('FC-F06: a listener that throws is warned of once a throw, the others hear, and the job goes on', async () => {
    const out = collectSink<number>();
    const heard: string[] = [];
    const job = defineJob('watched', (env) => {
      env.fromSource(fromSequence(1, 10), { uid: 'in' }).sinkTo(out, { uid: 'out' });
    });
    const uncaught = jest.fn();
    process.once('uncaughtException', uncaught);
    const warnings = await warningsOf(() =>
      simulate(job, {
        during: ({ handle }) => {
          handle.events$.subscribe(() => {
            throw new Error('no paper');
          });
          handle.events$.subscribe(({ kind }) => heard.push(kind));
        },
      }),
    );
    await new Promise((resolve) => setTimeout(resolve, 1));
    process.removeListener('uncaughtException', uncaught);
    expect(out.values).toHaveLength(10);
    expect(heard.length).toBeGreaterThan(1);
    expect(warnings).toEqual(
      heard.map(() => 'a listener of the events of job watched threw: no paper; the job goes on'),
    );
    expect(uncaught).not.toHaveBeenCalled();
  });

  it('reach observers with methods, and operators that unsubscribe', async () => {
    const notices = new JobNotices('piped');
    const seen: unknown[] = [];
    const observer = {
      seen,
      next(notice: JobNotice): void {
        this.seen.push(notice.at);
      },
      complete(): void {
        this.seen.push('complete');
      },
    };
    const piped: unknown[] = [];
    notices.asObservable().subscribe(observer);
    const taken = notices
      .asObservable()
      .pipe(
        map(({ at }) => at),
        take(2),
      )
      .subscribe((at) => piped.push(at));
    for (const at of [1, 2, 3]) notices.next(status(at));
    notices.complete();
    expect(seen).toEqual([1, 2, 3, 'complete']);
    expect(piped).toEqual([1, 2]);
    expect(taken.closed).toBe(true);
    const warnings = await warningsOf(() => {
      const left = notices.asObservable().subscribe({
        complete: () => {
          throw new Error('at the end');
        },
      });
      expect(left.closed).toBe(true);
    });
    expect(warnings).toEqual([expect.stringContaining('at the end')]);
  });
});
