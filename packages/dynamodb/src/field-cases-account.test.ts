import { minutes, seconds } from '@millrace/core';
import type { Fault } from '../simulator/fault.js';
import { faultsInTurn } from '../simulator/fault.js';
import { atOnce, JobWorld, puts } from '../simulator/job-world.fixture.js';
import { missingTableError, serviceError } from '../simulator/service-error.js';

const failed = (error: Error): Fault => ({ is: 'failed', error });
const oneAtATime = { limits: { inFlightRequestsMax: 1 } };

describe('FC-A31: credentials that expire at the eleventh request', () => {
  const expired = failed(
    serviceError({
      name: 'ExpiredTokenException',
      message: 'The security token included in the request is expired',
      status: 400,
    }),
  );

  /** The credentials are new after so long; never, when that is infinite. */
  function expiringWorld(renewedAfterMs: number) {
    let expiredAt: number | undefined;
    const world: JobWorld = new JobWorld({
      faults: ({ number }) => {
        if (number < 10) return { is: 'none' };
        expiredAt ??= world.clock.now();
        return world.clock.now() < expiredAt + renewedAfterMs ? expired : { is: 'none' };
      },
      sink: oneAtATime,
    });
    return { world, troubledMs: () => world.clock.now() - expiredAt! };
  }

  it('FC-A31: renewed after 30 s: nothing is lost or blamed, and requests are few meanwhile', async () => {
    const { world, troubledMs } = expiringWorld(seconds(30));
    const { result } = await world.run(atOnce(...puts(500)));
    expect(result.ended).toBe('finished');
    expect(world.service.table.items()).toHaveLength(500);
    expect(world.metrics()).toMatchObject({ written: 500, refused: 0 });
    expect(troubledMs()).toBeGreaterThanOrEqual(seconds(30));
    expect(troubledMs()).toBeLessThan(seconds(40));
    expect(world.sizes().length - 20).toBeLessThan(30);
  });

  it('FC-A31: never renewed: the job fails within its limit, says so, and tells what is unwritten', async () => {
    const { world, troubledMs } = expiringWorld(Infinity);
    await expect(world.run(atOnce(...puts(500)))).rejects.toThrow(
      'The credentials expired for table "t" in eu-west-1 (The security token',
    );
    expect(troubledMs()).toBeLessThan(minutes(1) + seconds(6));
    expect(world.sizes().length - 10).toBeLessThan(60);
    expect(world.metrics()).toMatchObject({ written: 250, refused: 0 });
    expect(world.unwritten().records).toBe(250);
  });
});

describe('FC-A32: a signature refused after a sleep', () => {
  const tooOld = failed(
    serviceError({
      name: 'InvalidSignatureException',
      message: 'Signature expired: 20261202T101500Z is now earlier than 20261202T102300Z',
      status: 400,
    }),
  );

  it('FC-A32: is tried again, and blamed on no record', async () => {
    const world = new JobWorld({ faults: faultsInTurn(tooOld) });
    await world.run(atOnce(...puts(25)));
    expect(world.sizes()).toEqual([25, 25]);
    expect(world.metrics()).toMatchObject({ written: 25, refused: 0 });
  });

  it('FC-A32: fails the job when it stays, and names the skew of the clock', async () => {
    const world = new JobWorld({ faults: () => tooOld });
    await expect(world.run(atOnce(...puts(25)))).rejects.toThrow(
      /does not fit the time, as by clock skew .*; set this machine's clock/,
    );
    expect(world.metrics()).toMatchObject({ written: 0, refused: 0 });
    expect(world.unwritten().records).toBe(25);
  });
});

describe('FC-A33: a table that is not there', () => {
  const noTable = 'There is no table "t" in eu-west-1; create it';
  const waits = { missingTable: 'wait', openMsMax: seconds(20) } as const;

  it('FC-A33, CL-D08, CL-D12, CL-D27: fails the job with table and region, and no record is taken', async () => {
    const world = new JobWorld({ existsFromMs: Infinity });
    await expect(world.run(atOnce(...puts(100)))).rejects.toThrow(noTable);
    expect(world.metrics()).toMatchObject({ accepted: 0, requests: 0 });
    expect(world.unwritten().records).toBe(0);
    expect(world.handle.metrics().sources['in']!['numRecordsOut']).toBe(0);
  });

  it('FC-A33: fails it as well when it was to be waited for and never comes', async () => {
    const world = new JobWorld({ existsFromMs: Infinity, sink: waits });
    await expect(world.run(atOnce(...puts(100)))).rejects.toThrow(noTable);
    expect(world.clock.now()).toBeLessThan(seconds(26));
    expect(world.metrics()).toMatchObject({ accepted: 0 });
  });

  it('FC-A33: after 5 s it is there: waited for, if that was asked, else not', async () => {
    const world = new JobWorld({ existsFromMs: seconds(5), sink: waits });
    const { endedAt } = await world.run(atOnce(...puts(100)));
    expect(world.service.table.items()).toHaveLength(100);
    expect(endedAt).toBeGreaterThan(seconds(5));
    const hasty = new JobWorld({ existsFromMs: seconds(5) });
    await expect(hasty.run(atOnce(...puts(100)))).rejects.toThrow(noTable);
  });

  it('FC-A33: ACTIVE, and yet not there for the first write: the same', async () => {
    const faults = faultsInTurn(failed(missingTableError('t')));
    const world = new JobWorld({ faults, sink: waits });
    await world.run(atOnce(...puts(100)));
    expect(world.service.table.items()).toHaveLength(100);
    expect(world.metrics()).toMatchObject({ written: 100, refused: 0 });
    const hasty = new JobWorld({ faults });
    await expect(hasty.run(atOnce(...puts(100)))).rejects.toThrow(noTable);
    expect(hasty.sizes().length).toBeLessThanOrEqual(4);
    expect(hasty.metrics()).toMatchObject({ refused: 0 });
    expect(hasty.unwritten().records).toBeGreaterThanOrEqual(25);
  });
});
