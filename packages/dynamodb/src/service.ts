/**
 * Owns: the two questions that the sink asks DynamoDB, as a port.
 * Refuses: to retry, to wait or to judge: it rejects with whatever the client rejects with.
 *
 * `sdk-service.ts` asks the real client; `simulator/` is a service of its own.
 */
import type { TableDescription } from '@aws-sdk/client-dynamodb';
import type { WriteRequest } from './item.js';

export interface DynamoDbService {
  describeTable(table: string, signal: AbortSignal): Promise<TableDescription>;
  /** One BatchWriteItem; resolves with what the service handed back, in its order. */
  batchWriteItem(
    table: string,
    requests: readonly WriteRequest[],
    signal: AbortSignal,
  ): Promise<readonly WriteRequest[]>;
  /** Sockets go. Called once, after every request has ended. */
  close(): void;
}
