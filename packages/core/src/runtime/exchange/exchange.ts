/**
 * Owns: the channels between the subtasks of two tasks, and what sends into them and reads from them.
 * Refuses: to keep records back from a channel, or to know the tasks.
 */
import type { InputOrdinal } from '../../model/run.js';
import type { ExchangePartitioner } from '../../plan/job-plan.js';
import { Channel, type ChannelLimits } from '../channel/channel.js';
import { BroadcastWriter } from './broadcast-writer.js';
import { byChoice, byKey, inTurn } from './channel-selector.js';
import { PartitionWriter } from './partition-writer.js';
import type { RecordWriter } from './record-writer.js';

export interface ExchangeParts {
  readonly partitioner: ExchangePartitioner;
  /** How many subtasks send, and how many receive. */
  readonly from: number;
  readonly to: number;
  /** How many key groups the subtasks that receive share. */
  readonly maxParallelism: number;
  readonly limits: ChannelLimits;
  /** Which input of an operator of two it feeds; 0 where there is one. */
  readonly ordinal: InputOrdinal;
}

export class Exchange {
  readonly ordinal: InputOrdinal;
  readonly #parts: ExchangeParts;
  /** By sender, then by receiver; straight on there is one receiver for each sender. */
  readonly #channels: readonly (readonly Channel<unknown>[])[];

  constructor(parts: ExchangeParts) {
    this.#parts = parts;
    this.ordinal = parts.ordinal;
    const { partitioner, from, to, limits } = parts;
    const receivers = partitioner.kind === 'forward' ? 1 : to;
    this.#channels = Array.from({ length: from }, () =>
      Array.from({ length: receivers }, () => new Channel<unknown>(limits)),
    );
  }

  /** What the subtask `from` sends into. */
  writer(from: number): RecordWriter {
    const { partitioner, to, maxParallelism, limits } = this.#parts;
    const { runRecordsMax } = limits;
    const receivers = this.#channels[from]!;
    if (receivers.length === 1) return receivers[0]!;
    switch (partitioner.kind) {
      case 'hash': {
        const selectChannel = byKey(partitioner, to, maxParallelism);
        return new PartitionWriter({ receivers, selectChannel, runRecordsMax });
      }
      case 'custom': {
        const selectChannel = byChoice(partitioner, to);
        return new PartitionWriter({ receivers, selectChannel, runRecordsMax });
      }
      case 'broadcast':
        return new BroadcastWriter(receivers);
      default: {
        const selectChannel = inTurn(to, from % to);
        return new PartitionWriter({ receivers, selectChannel, runRecordsMax });
      }
    }
  }

  /** What the subtask `to` reads from. */
  channelsTo(to: number): readonly Channel<unknown>[] {
    if (this.#parts.partitioner.kind === 'forward') return this.#channels[to]!;
    return this.#channels.map((receivers) => receivers[to]!);
  }

  channels(): readonly Channel<unknown>[] {
    return this.#channels.flat();
  }
}
