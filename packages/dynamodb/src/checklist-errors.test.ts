import { faultsInTurn } from '../simulator/fault.js';
import { atOnce, JobWorld, pkOf, puts } from '../simulator/job-world.fixture.js';
import { serviceError } from '../simulator/service-error.js';

const failed = (name: string, message = 'the words of the service') =>
  ({ is: 'failed', error: serviceError({ name, message, status: 400 }) }) as const;

describe('errors that fail the job', () => {
  it('CL-D11: credentials that are refused at the start, at once', async () => {
    const refused = serviceError({
      name: 'UnrecognizedClientException',
      message: 'The security token included in the request is invalid',
    });
    const world = new JobWorld({
      around: (service) =>
        Object.assign(Object.create(service) as typeof service, {
          describeTable: () => Promise.reject(refused),
        }),
    });
    await expect(world.run(atOnce(...puts(1)))).rejects.toThrow(
      'could not be opened: The credentials for table "t" in eu-west-1 are missing, expired or invalid',
    );
    expect(world.clock.now()).toBe(0);
  });

  it('CL-D13: a condition that failed', async () => {
    const world = new JobWorld({ faults: faultsInTurn(failed('ConditionalCheckFailedException')) });
    await expect(world.run(atOnce(...puts(2)))).rejects.toThrow(
      'A request to table "t" in eu-west-1 failed: the words of the service',
    );
    expect(world.sizes()).toHaveLength(1);
    expect(world.unwritten().records).toBe(2);
  });

  it('CL-D14: a request that is refused as invalid, once its entry is found', async () => {
    const world = new JobWorld({ isPoison: (written) => pkOf(written) === 'k03' });
    await expect(world.run(atOnce(...puts(9)))).rejects.toThrow(
      /was refused the record \{"pk":"k03"\}: DynamoDB refuses a write to table "t"/,
    );
    expect(world.service.table.items()).toHaveLength(8);
    expect(world.metrics()).toMatchObject({ refused: 1, written: 8 });
    expect(world.unwritten()).toEqual({ records: 1, keys: ['{"pk":"k03"}'] });
  });

  it('CL-D15: an error of the client itself, at once', async () => {
    const fault = { is: 'failed', error: new TypeError('Cannot serialize the input') } as const;
    const world = new JobWorld({ faults: faultsInTurn(fault) });
    await expect(world.run(atOnce(...puts(2)))).rejects.toThrow('Cannot serialize the input');
    expect(world.sizes()).toHaveLength(1);
  });

  it.each(['finished', 'cancelled', 'failed'])(
    'CL-D17: a job that %s closes its client once',
    async (end) => {
      let closed = 0;
      const world: JobWorld = new JobWorld({
        faults: () => (end === 'failed' ? failed('AccessDeniedException') : { is: 'none' }),
        around: (service) =>
          Object.assign(Object.create(service) as typeof service, { close: () => closed++ }),
      });
      const running = world.run(atOnce(...puts(3)), {
        during: ({ clock, handle }) => {
          if (end !== 'cancelled') return;
          clock.after(1, () => void Promise.all([handle.cancel(), handle.cancel(), handle.stop()]));
        },
      });
      await running.catch(() => undefined);
      await world.handle[Symbol.asyncDispose]();
      expect(world.handle.status).toBe(end);
      expect(closed).toBe(1);
    },
  );
});
