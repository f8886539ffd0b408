/**
 * Owns: the real client: how it is made, that it does not retry, and who destroys it.
 * Refuses: a client that retries by itself; its waits would hide throttling from the sink (A26).
 *
 * A client of our own is destroyed at close. A client that the user gave is used as it is, stays
 * open, and is refused at open unless its `maxAttempts` is 1 (decision 0010).
 */
import {
  BatchWriteItemCommand,
  DescribeTableCommand,
  DynamoDBClient,
  type DynamoDBClientConfig,
  type TableDescription,
} from '@aws-sdk/client-dynamodb';
import { MillraceError } from '@millrace/core/connector';
import type { WriteRequest } from './item.js';
import type { DynamoDbService } from './service.js';

/** How to reach DynamoDB. What is left out, the client finds by its own rules. */
export interface ClientSettings {
  readonly region?: string;
  /** A URL in place of the region's own: dynalite, a local emulator, a private endpoint. */
  readonly endpoint?: string;
  readonly credentials?: NonNullable<DynamoDBClientConfig['credentials']>;
}

/** A service through a client of our own, with a socket for each request that may be in flight. */
export function ownClientService(settings: ClientSettings, socketsMax: number): DynamoDbService {
  const client = new DynamoDBClient(clientConfig(settings, socketsMax));
  return new SdkService(client, () => client.destroy());
}

/** A service through the user's client, which may not retry, and which stays the user's to destroy. */
export function givenClientService(client: DynamoDBClient): DynamoDbService {
  return new SdkService(client, () => undefined);
}

/** Both retry settings are given outright, so that AWS_MAX_ATTEMPTS and AWS_RETRY_MODE are not read. */
export function clientConfig(settings: ClientSettings, socketsMax: number): DynamoDBClientConfig {
  return {
    ...settings,
    maxAttempts: 1,
    retryMode: 'standard',
    requestHandler: {
      httpAgent: { maxSockets: socketsMax },
      httpsAgent: { maxSockets: socketsMax },
    },
  };
}

class SdkService implements DynamoDbService {
  constructor(
    private readonly client: DynamoDBClient,
    readonly close: () => void,
  ) {}

  async describeTable(table: string, signal: AbortSignal): Promise<TableDescription> {
    await this.refuseRetries();
    const command = new DescribeTableCommand({ TableName: table });
    return (await this.client.send(command, { abortSignal: signal })).Table ?? {};
  }

  async batchWriteItem(table: string, requests: readonly WriteRequest[], signal: AbortSignal) {
    const command = new BatchWriteItemCommand({ RequestItems: { [table]: [...requests] } });
    const reply = await this.client.send(command, { abortSignal: signal });
    // Keyed by the table's name or its ARN; absent when there is nothing (A01).
    return Object.values(reply.UnprocessedItems ?? {}).flat();
  }

  private async refuseRetries(): Promise<void> {
    const attempts = await this.client.config.maxAttempts();
    if (attempts === 1) return;
    throw new MillraceError(
      'CLIENT_RETRIES',
      `The client given to dynamoDbSink makes up to ${String(attempts)} attempts of its own, which ` +
        'would hide throttling from the sink; make it with maxAttempts: 1.',
    );
  }
}
