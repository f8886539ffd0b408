/**
 * Owns: a DynamoDB in the process, under a clock and a chance that the test gives: latency, capacity,
 * faults, writes that land late, and a record of what was in flight.
 * Refuses: to know the sink; it stands behind the same port as the real client (`service.ts`).
 */
import type { TableDescription } from '@aws-sdk/client-dynamodb';
import type { Clock, Random } from '@millrace/core/connector';
import type { Item, WriteRequest } from '../src/item.js';
import type { DynamoDbService } from '../src/service.js';
import { noFault, type Fault, type FaultPlan } from './fault.js';
import { InFlightKeys } from './in-flight-keys.js';
import {
  abortError,
  connectionResetError,
  missingTableError,
  throughputExceededError,
  validationError,
} from './service-error.js';
import { SimulatedTable } from './simulated-table.js';
import { WriteUnitBucket, type WriteCapacity } from './write-unit-bucket.js';
import { writeUnitsOf } from './write-units.js';

export interface SimulatedDynamoDbOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly table: string;
  /** As DescribeTable answers: `KeySchema` and `AttributeDefinitions` at least. */
  readonly description: TableDescription;
  readonly latencyMs?: { readonly min: number; readonly max: number };
  readonly capacity?: WriteCapacity;
  readonly faults?: FaultPlan;
  /** Before this time there is no table. */
  readonly existsFromMs?: number;
  /** Items for which a whole request is refused with a ValidationException. */
  readonly isPoison?: (item: Item) => boolean;
}

/** One batch write as it came in. */
export interface ReceivedRequest {
  readonly number: number;
  readonly at: number;
  readonly requests: readonly WriteRequest[];
}

export class SimulatedDynamoDb implements DynamoDbService {
  readonly table: SimulatedTable;
  readonly received: ReceivedRequest[] = [];
  private readonly inFlight = new InFlightKeys();
  private readonly bucket: WriteUnitBucket | undefined;

  constructor(private readonly options: SimulatedDynamoDbOptions) {
    this.table = new SimulatedTable(options.table, options.description);
    this.bucket = options.capacity && new WriteUnitBucket(options.capacity, options.clock);
  }

  /** The most unanswered writes that one key ever had (D1: 1). */
  get inFlightPerKeyMax(): number {
    return this.inFlight.perKeyMax;
  }

  async describeTable(table: string, signal: AbortSignal): Promise<TableDescription> {
    await this.latency(signal);
    this.requireTable(table);
    return { TableStatus: 'ACTIVE', ...this.options.description };
  }

  async batchWriteItem(table: string, requests: readonly WriteRequest[], signal: AbortSignal) {
    const number = this.received.length;
    this.received.push({ number, at: this.options.clock.now(), requests });
    const fault = (this.options.faults ?? noFault)({ number, entries: requests.length });
    const keys = requests.map((request) => this.table.keyOf(request));
    this.inFlight.enter(keys);
    try {
      return await this.answer({ number, table, requests, signal, fault });
    } finally {
      this.inFlight.leave(keys);
    }
  }

  close(): void {
    // Nothing is held: what is scheduled to land lands, as it does in the world.
  }

  private async answer(request: Request): Promise<readonly WriteRequest[]> {
    await this.latency(request.signal);
    this.requireTable(request.table);
    this.table.validate(request.requests);
    if (request.requests.some((write) => this.isPoison(write))) {
      throw validationError('One or more parameter values were invalid');
    }
    return this.afterFault(request, request.fault);
  }

  private afterFault(request: Request, fault: Fault): Promise<readonly WriteRequest[]> {
    switch (fault.is) {
      case 'none':
        return this.carryOut(request, () => false);
      case 'unprocessed':
        return this.carryOut(request, fault.handsBack);
      case 'failed':
        return Promise.reject(fault.error);
      case 'reset':
        this.landLater(request, fault.landsAfterMs);
        return Promise.reject(connectionResetError());
      case 'silent':
        return aborted(request.signal, () => this.landLater(request, fault.landsAfterMs));
    }
  }

  private async carryOut(
    { number, table, requests }: Request,
    handsBack: (item: Item, at: number) => boolean,
  ): Promise<readonly WriteRequest[]> {
    const returned = requests.filter(
      (write, at) => handsBack(itemOf(write), at) || !this.hasCapacity(write),
    );
    if (returned.length === requests.length && this.bucket) throw throughputExceededError(table);
    const written = requests.filter((write) => !returned.includes(write));
    this.table.write(written, number, this.options.clock.now());
    return shuffled(returned, this.options.random);
  }

  private hasCapacity(write: WriteRequest): boolean {
    return this.bucket?.tryTake(writeUnitsOf(write)) ?? true;
  }

  private requireTable(table: string): void {
    const { clock, existsFromMs = 0 } = this.options;
    if (table !== this.table.name || clock.now() < existsFromMs) throw missingTableError(table);
  }

  private isPoison(write: WriteRequest): boolean {
    return this.options.isPoison?.(itemOf(write)) ?? false;
  }

  private landLater({ number, requests }: Request, afterMs: number | undefined): void {
    if (afterMs === undefined) return;
    const { clock } = this.options;
    clock.after(afterMs, () => this.table.write(requests, number, clock.now()));
  }

  private latency(signal: AbortSignal): Promise<void> {
    const { clock, random, latencyMs = { min: 1, max: 1 } } = this.options;
    const ms = latencyMs.min + Math.floor(random.next() * (latencyMs.max - latencyMs.min + 1));
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(abortError());
      const abort = () => reject(abortError());
      signal.addEventListener('abort', abort, { once: true });
      clock.after(ms, () => {
        signal.removeEventListener('abort', abort);
        resolve();
      });
    });
  }
}

interface Request {
  readonly number: number;
  readonly table: string;
  readonly requests: readonly WriteRequest[];
  readonly signal: AbortSignal;
  readonly fault: Fault;
}

function aborted(signal: AbortSignal, onAbort: () => void): Promise<never> {
  return new Promise((_, reject) => {
    const abort = () => {
      onAbort();
      reject(abortError());
    };
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
}

function itemOf(write: WriteRequest): Item {
  return write.PutRequest?.Item ?? write.DeleteRequest?.Key ?? {};
}

function shuffled<T>(members: readonly T[], random: Random): readonly T[] {
  const order = members.map((member) => ({ member, at: random.next() }));
  return order.sort((left, right) => left.at - right.at).map(({ member }) => member);
}
