import { VirtualClock } from '@millrace/testing';
import { InProcessQueue } from './in-process-queue.js';
import type { SqsMessage } from './sqs-queue.js';

const QueueUrl = 'https://sqs.local/queue';
const receive = {
  QueueUrl,
  MaxNumberOfMessages: 10,
  VisibilityTimeout: 30,
  WaitTimeSeconds: 0,
  MessageSystemAttributeNames: ['ApproximateReceiveCount' as const],
};

function filled(...bodies: string[]) {
  const clock = new VirtualClock();
  const queue = new InProcessQueue(clock);
  for (const MessageBody of bodies) queue.sendMessage({ MessageBody });
  const take = async (input: Partial<typeof receive> = {}) =>
    (await queue.receiveMessage({ ...receive, ...input })).Messages;
  return { clock, queue, take };
}

const entry = ({ ReceiptHandle }: SqsMessage, Id = 'a') => ({ Id, ReceiptHandle });

it('hides what was received until its hold is over, and counts how often it has come', async () => {
  const { clock, take } = filled('x');
  expect(await take()).toMatchObject([{ Body: 'x', Attributes: { ApproximateReceiveCount: '1' } }]);
  expect(await take()).toBeUndefined();
  await clock.advanceBy(29_999);
  expect(await take()).toBeUndefined();
  await clock.advanceBy(1);
  expect(await take()).toMatchObject([{ Body: 'x', Attributes: { ApproximateReceiveCount: '2' } }]);
});

it('gives at most as many as it is asked for', async () => {
  const { take } = filled('a', 'b', 'c');
  expect(await take({ MaxNumberOfMessages: 2 })).toHaveLength(2);
  expect(await take()).toHaveLength(1);
});

it('deletes by the last receipt alone, and names the entries that failed', async () => {
  const { clock, queue, take } = filled('a', 'b');
  const [old, other] = (await take())!;
  await clock.advanceBy(30_000);
  const [again] = (await take({ MaxNumberOfMessages: 1 }))!;
  const Entries = [entry(old!, 'old'), entry(other!, 'other')];
  expect(await queue.deleteMessageBatch({ Entries })).toEqual({
    Failed: [{ Id: 'old', Code: 'ReceiptHandleIsInvalid' }],
  });
  expect(queue.size).toBe(1);
  expect(await queue.deleteMessageBatch({ Entries: [entry(again!)] })).toEqual({});
  expect(queue.size).toBe(0);
});

it('holds longer, or gives back, by changing the visibility', async () => {
  const { clock, queue, take } = filled('a');
  const [message] = (await take())!;
  const change = (VisibilityTimeout: number) =>
    queue.changeMessageVisibilityBatch({ Entries: [{ ...entry(message!), VisibilityTimeout }] });
  await change(90);
  await clock.advanceBy(89_999);
  expect(await take()).toBeUndefined();
  await change(0);
  expect(await take()).toHaveLength(1);
});

it('refuses more than ten entries', async () => {
  const Entries = Array.from({ length: 11 }, () => ({ Id: 'x', ReceiptHandle: 'y' }));
  await expect(filled().queue.deleteMessageBatch({ Entries })).rejects.toMatchObject({
    name: 'TooManyEntriesInBatchRequest',
  });
});

it('waits for a message as long as it is told, and hears an abort', async () => {
  const { clock, queue, take } = filled();
  const sent = take({ WaitTimeSeconds: 20 });
  await clock.advanceBy(5_000);
  queue.sendMessage({ MessageBody: 'late' });
  expect(await clock.settled(sent)).toHaveLength(1);

  const nothing = take({ WaitTimeSeconds: 20, VisibilityTimeout: 60 });
  expect(await clock.runUntil(nothing)).toBeUndefined();
  expect(clock.now()).toBe(25_000);

  const controller = new AbortController();
  const waiting = queue.receiveMessage(
    { ...receive, WaitTimeSeconds: 20 },
    { abortSignal: controller.signal },
  );
  controller.abort(new Error('enough'));
  await expect(clock.settled(waiting)).rejects.toThrow('enough');
  expect(clock.pendingTimers()).toEqual([]);
});
