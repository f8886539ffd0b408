/** S22: records of a channel that has said that it is idle. */
import type { ControlElement } from '../../model/element.js';
import { watermark } from '../../model/element.js';
import { appendRecord, createRun } from '../../model/run.js';
import { Channel } from '../channel/channel.js';
import type { InputElement } from '../operator/input.js';
import { InputGate } from './input-gate.js';

const idle: ControlElement = { kind: 'watermark-status', status: 'idle' };

function textOf(element: InputElement): string {
  if (element.kind === 'run') return `records ${element.values.slice(0, element.length).join(' ')}`;
  if (element.kind === 'watermark') return `wm ${String(element.timestamp)}`;
  return element.kind === 'watermark-status' ? element.status : 'end';
}

function send(channel: Channel<unknown>, ...timestamps: readonly number[]): void {
  const run = createRun<unknown>(timestamps.length);
  for (const timestamp of timestamps) appendRecord(run, timestamp, timestamp);
  channel.send(run);
}

it('S22: come through as usual, and the status does not change with them', () => {
  const limits = { channelRecords: 8, runRecordsMax: 8 };
  const [a, b] = [new Channel<unknown>(limits), new Channel<unknown>(limits)];
  const gate = new InputGate(
    [a, b].map((channel) => ({ channel, ordinal: 0 })),
    limits.runRecordsMax,
  );
  const all = (): readonly string[] => {
    const texts: string[] = [];
    for (let next; (next = gate.next(8)) !== undefined;) texts.push(textOf(next));
    return texts;
  };
  a.sendControl(idle);
  b.sendControl(watermark(5));
  expect(all()).toEqual(['wm 5']);
  for (const timestamp of [3, 7, 9]) {
    send(a, timestamp);
    expect(all()).toEqual([`records ${String(timestamp)}`]);
  }
  b.sendControl(watermark(20));
  expect(all()).toEqual(['wm 20']);
  b.sendControl(idle);
  expect(all()).toEqual(['idle']);
  send(a, 21);
  expect(all()).toEqual(['records 21']);
});
