import { defineJob, type EachSink, type JobHandle, type Sink } from '@millrace/core';
import { collectSink, settlePromises, simulate, slowSink, stuckSink } from '@millrace/testing';
import { Intake } from './intake.js';

const copy = (intake: Intake<number>, sink: Sink<number> | EachSink<number>) =>
  defineJob('copy', (env) =>
    env.fromSource(intake.source, { uid: 'in' }).sinkTo(sink, { uid: 'out' }),
  );

const offerAll = (intake: Intake<number>, ...numbers: readonly number[]) => {
  for (const number of numbers) intake.offer(number);
};

it('hands over in order what was offered before the job and while it waits', async () => {
  const intake = new Intake<number>({ recordsMax: 3 });
  const out = collectSink<number>();
  offerAll(intake, 1, 2);
  await simulate(copy(intake, out), {
    during: ({ handle, clock }) => {
      clock.after(5, () => offerAll(intake, 3, 4));
      clock.after(9, () => void handle.stop({ drain: true }));
    },
  });
  expect(out.values).toEqual([1, 2, 3, 4]);
});

it('B1: refuses when it is full, and accepts again when the sink has made room', async () => {
  const intake = new Intake<number>({ recordsMax: 2 });
  const slow = slowSink<number>({ bufferRecordsMax: 1, recordsPerTick: 1, tickMs: 10 });
  offerAll(intake, 1, 2);
  await simulate(copy(intake, slow), {
    during: ({ handle, clock }) => {
      clock.after(5, () => intake.offer(3));
      clock.after(6, () => expect(() => intake.offer(4)).toThrow(/holds 2 records.*again later/));
      clock.after(15, () => intake.offer(5));
      clock.after(16, () => void handle.stop({ drain: true }));
    },
  });
  expect(slow.written).toEqual([1, 2, 3, 5]);
});

it('tells what a deadline left in it', async () => {
  const intake = new Intake<number>({ recordsMax: 9 });
  offerAll(intake, 1, 2, 3);
  const { result } = await simulate(copy(intake, stuckSink({ bufferRecordsMax: 1 })), {
    during: ({ handle }) => void handle.stop({ drain: true, within: 7 }),
  });
  expect(result.ended).toBe('stopped');
  expect([result.unwritten.get('out')?.records, result.queued, intake.waiting]).toEqual([1, 0, 2]);
});

it('feeds one run', async () => {
  const intake = new Intake<number>({ recordsMax: 1 });
  await simulate(copy(intake, collectSink<number>()), {
    during: ({ handle }) => void handle.stop(),
  });
  await expect(simulate(copy(intake, collectSink<number>()))).rejects.toMatchObject({
    code: 'INTAKE_TAKEN',
  });
});

it('FC-G14: a drain lets through all that was accepted, and refuses the rest by name', async () => {
  const intake = new Intake<number>({ recordsMax: 100 });
  const slow = slowSink<number>({ bufferRecordsMax: 2, recordsPerTick: 1, tickMs: 10 });
  const accepted: number[] = [];
  const heard = new Set<string>();
  const push = (handle: JobHandle, number: number): void => {
    const { status } = handle.health();
    try {
      intake.offer(number);
      accepted.push(number);
      heard.add(`${status}: accepted`);
    } catch (error) {
      heard.add(`${status}: ${(error as { code: string }).code}`);
    }
  };
  const { result } = await simulate(copy(intake, slow), {
    during: ({ handle, clock }) => {
      for (let at = 0; at < 20; at++) clock.after(at * 10, () => push(handle, at));
      clock.after(75, () => void handle.stop({ drain: true }));
    },
  });
  await settlePromises();
  expect(slow.written).toEqual(accepted);
  expect([...heard]).toEqual(['ready: accepted', 'draining: INTAKE_STOPPING']);
  expect([result.queued, result.unwritten.size, intake.waiting]).toEqual([0, 0, 0]);
});
