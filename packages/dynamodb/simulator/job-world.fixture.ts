/**
 * Owns: whole jobs against a simulated table, in virtual time, by the public API: a script of writes,
 * the sink, and what an onlooker saw of the job.
 * Refuses: to wait, and to look into the sink.
 */
import { defineJob, type JobHandle, type Source } from '@millrace/core';
import {
  records,
  scriptedSource,
  seededRandom,
  simulate,
  VirtualClock,
  type ScriptLine,
  type Simulated,
  type SimulationOptions,
} from '@millrace/testing';
import type { Item } from '../src/item.js';
import type { DynamoDbService } from '../src/service.js';
import type { ServiceSinkOptions } from '../src/sink-options.js';
import { put, type Write } from '../src/write.js';
import { SimulatedDynamoDb, type SimulatedDynamoDbOptions } from './simulated-dynamodb.js';
import { simulatedDynamoDbSink } from './simulated-sink.js';

export const stringKey = {
  KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' as const }],
  AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' as const }],
};

export const numberKey = {
  ...stringKey,
  AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'N' as const }],
};

export const twoStringKeys = {
  KeySchema: [...stringKey.KeySchema, { AttributeName: 'sk', KeyType: 'RANGE' as const }],
  AttributeDefinitions: [
    ...stringKey.AttributeDefinitions,
    { AttributeName: 'sk', AttributeType: 'S' as const },
  ],
};

export interface JobWorldOptions extends Partial<Omit<SimulatedDynamoDbOptions, 'clock'>> {
  readonly seed?: number;
  readonly sink?: Partial<ServiceSinkOptions<Write>>;
  /** How many subtasks the sink has. */
  readonly parallelism?: number;
  /** A service in place of the simulated one, or around it. */
  readonly around?: (service: SimulatedDynamoDb) => DynamoDbService;
}

export class JobWorld {
  readonly clock = new VirtualClock();
  readonly service: SimulatedDynamoDb;
  private latest: JobHandle | undefined;

  constructor(private readonly options: JobWorldOptions = {}) {
    const { seed = 1 } = options;
    this.service = new SimulatedDynamoDb({
      clock: this.clock,
      random: seededRandom(seed),
      table: 't',
      description: stringKey,
      ...options,
    });
  }

  /** The job that ran last. */
  get handle(): JobHandle {
    if (this.latest === undefined) throw new Error('no job has run yet');
    return this.latest;
  }

  /** Runs a job that writes what the script gives; rejects when the job fails. */
  run(script: readonly ScriptLine<Write>[], options: SimulationOptions = {}): Promise<Simulated> {
    return this.runSource(scriptedSource(script), options);
  }

  runSource(source: Source<Write>, options: SimulationOptions = {}): Promise<Simulated> {
    const { parallelism = 1 } = this.options;
    const job = defineJob('writes', (env) => {
      env.fromSource(source, { uid: 'in' }).sinkTo(this.sink(), { uid: 'out', parallelism });
    });
    const during: SimulationOptions['during'] = (view) => {
      this.latest = view.handle;
      options.during?.(view);
    };
    return simulate(job, { seed: this.options.seed ?? 1, clock: this.clock, ...options, during });
  }

  /** What the sink counts. */
  metrics() {
    return this.handle.metrics().sinks['out']!;
  }

  /** What was left unwritten when the job ended. */
  unwritten() {
    return this.handle.unwritten().get('out') ?? { records: 0, keys: [] };
  }

  /** How many writes each request had. */
  sizes(): readonly number[] {
    return this.service.received.map(({ requests }) => requests.length);
  }

  /** How long after each request the next one came. */
  waits(): readonly number[] {
    const times = this.service.received.map(({ at }) => at);
    return times.slice(1).map((at, before) => at - times[before]!);
  }

  /** The numeric attribute v of every row, by the text of its key. */
  rows(): Readonly<Record<string, string | undefined>> {
    return Object.fromEntries(this.service.table.items().map((item) => [pkOf(item), item['v']?.N]));
  }

  private sink() {
    const { around = (service: DynamoDbService) => service, sink = {} } = this.options;
    return simulatedDynamoDbSink<Write>(around(this.service), {
      table: 't',
      region: 'eu-west-1',
      write: (write) => write,
      ...sink,
    });
  }
}

export function pkOf(item: Item): string {
  return item['pk']?.S ?? item['pk']?.N ?? '';
}

/** k00, k01 and so on, each with its number as v. */
export function puts(count: number): readonly Write[] {
  return Array.from({ length: count }, (_, v) => put({ pk: `k${String(v).padStart(2, '0')}`, v }));
}

/** A script of these writes, at once. */
export function atOnce(...writes: readonly Write[]): readonly ScriptLine<Write>[] {
  return [records(...writes)];
}
