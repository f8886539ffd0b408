import { collectSink, simulate, VirtualClock } from '@millrace/testing';
import { defineJob, type JobHandle } from '@millrace/core';
import { InProcessQueue } from './in-process-queue.js';
import type { SqsQueue } from './sqs-queue.js';
import { sqsSource, type SqsSourceOptions } from './sqs-source.js';

const queueUrl = 'https://sqs.local/123/orders';

async function run(
  options: Omit<SqsSourceOptions<string>, 'queueUrl' | 'decode'>,
  clock: VirtualClock,
  end: (handle: JobHandle) => void = () => undefined,
) {
  const out = collectSink<string>();
  const source = sqsSource({ queueUrl, decode: String, ...options });
  const job = defineJob('copy', (env) => env.fromSource(source).sinkTo(out));
  const { metrics } = await simulate(job, { clock, during: ({ handle }) => end(handle) });
  return { values: out.values, metrics };
}

/** Writes down what is asked of a queue. */
function overheard(queue: InProcessQueue) {
  const said: [keyof SqsQueue, object][] = [];
  const client: SqsQueue = {
    receiveMessage: (input, options) => (
      said.push(['receiveMessage', input]),
      queue.receiveMessage(input, options)
    ),
    deleteMessageBatch: (input) => (
      said.push(['deleteMessageBatch', input]),
      queue.deleteMessageBatch(input)
    ),
    changeMessageVisibilityBatch: (input) => (
      said.push(['changeMessageVisibilityBatch', input]),
      queue.changeMessageVisibilityBatch(input)
    ),
  };
  return { said, client };
}

it('asks as SQS wants to be asked: whole seconds, and an id for each entry', async () => {
  const clock = new VirtualClock();
  const queue = new InProcessQueue(clock);
  for (const MessageBody of ['a', 'b']) queue.sendMessage({ MessageBody });
  const { said, client } = overheard(queue);
  const limits = { holdMs: 2_500, receiveMessagesMax: 5 };
  const { values, metrics } = await run({ client, limits }, clock, (handle) => {
    clock.after(1_000, () => void handle.stop({ drain: true }));
  });
  expect(values).toEqual(['a', 'b']);
  expect(said.slice(0, 2)).toEqual([
    [
      'receiveMessage',
      {
        QueueUrl: queueUrl,
        MaxNumberOfMessages: 5,
        VisibilityTimeout: 3,
        WaitTimeSeconds: 20,
        MessageSystemAttributeNames: ['ApproximateReceiveCount'],
      },
    ],
    [
      'deleteMessageBatch',
      {
        QueueUrl: queueUrl,
        Entries: [
          { Id: '0', ReceiptHandle: 'receipt-1' },
          { Id: '1', ReceiptHandle: 'receipt-2' },
        ],
      },
    ],
  ]);
  expect(Object.keys(metrics.sources)).toEqual(['sqs(orders)-0']);
});

it('counts the entries that the queue refused, by their ids', async () => {
  const clock = new VirtualClock();
  const queue = new InProcessQueue(clock);
  for (const MessageBody of ['a', 'b', 'c']) queue.sendMessage({ MessageBody });
  const { client } = overheard(queue);
  const deleteMessageBatch: SqsQueue['deleteMessageBatch'] = async (input, options) => {
    const Entries = input.Entries.filter(({ Id }) => Id !== '1');
    await client.deleteMessageBatch({ ...input, Entries }, options);
    return { Failed: [{ Id: '1', Code: 'InternalError' }] };
  };
  const { metrics } = await run({ client: { ...client, deleteMessageBatch } }, clock, (handle) => {
    clock.after(1_000, () => void handle.stop({ drain: true }));
  });
  expect(queue.size).toBe(1);
  expect(metrics.sources['sqs(orders)-0']).toMatchObject({
    acknowledged: 2,
    acknowledgementsRefused: 1,
  });
});

it('gives back what a cancelled job had, in whole seconds', async () => {
  const clock = new VirtualClock();
  const queue = new InProcessQueue(clock);
  queue.sendMessage({ MessageBody: 'a' });
  const { said, client } = overheard(queue);
  const decode = (): string => {
    throw new Error('not today');
  };
  const source = sqsSource({ client, queueUrl, decode, limits: { releaseDelayMs: 4_100 } });
  const job = defineJob('fails', (env) => env.fromSource(source).sinkTo(collectSink()));
  await expect(simulate(job, { clock })).rejects.toThrow(
    'sqs(orders)-0 failed: message message-1 (received 1 times) cannot be read: not today',
  );
  expect(said.at(-1)).toEqual([
    'changeMessageVisibilityBatch',
    {
      QueueUrl: queueUrl,
      Entries: [{ Id: '0', ReceiptHandle: 'receipt-1', VisibilityTimeout: 5 }],
    },
  ]);
});

it.each(['QueueDoesNotExist', 'AccessDenied'])('fails at once on %s', async (name) => {
  const clock = new VirtualClock();
  const error = Object.assign(new Error('The specified queue does not exist'), { name });
  const { client } = overheard(new InProcessQueue(clock));
  const broken: SqsQueue = { ...client, receiveMessage: () => Promise.reject(error) };
  await expect(run({ client: broken }, clock)).rejects.toThrow(
    'sqs(orders)-0 failed: cannot receive: The specified queue does not exist',
  );
  expect(clock.now()).toBe(0);
});

it('tries again after any other error', async () => {
  const clock = new VirtualClock();
  const queue = new InProcessQueue(clock);
  queue.sendMessage({ MessageBody: 'a' });
  const { client } = overheard(queue);
  let failures = 0;
  const receiveMessage: SqsQueue['receiveMessage'] = (input, options) =>
    ++failures < 4
      ? Promise.reject(Object.assign(new Error('slow down'), { name: 'RequestThrottled' }))
      : client.receiveMessage(input, options);
  const { values, metrics } = await run({ client: { ...client, receiveMessage } }, clock, (h) => {
    clock.after(10_000, () => void h.stop({ drain: true }));
  });
  expect([values, metrics.sources['sqs(orders)-0']?.['receiveFailures']]).toEqual([['a'], 3]);
});
