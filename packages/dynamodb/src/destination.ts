/**
 * Owns: what a sink writes to, as a text that two sinks of one table share.
 * Refuses: to ask anybody; a job is checked before anything is opened.
 *
 * D1. One table has one sink in a job. Two names of one table (its name and its ARN, a region and its
 * endpoint) are not seen to be one; that takes an answer of the service.
 */
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { ClientSettings } from './sdk-service.js';

export interface DestinationParts extends Pick<ClientSettings, 'region' | 'endpoint'> {
  readonly table: string;
  readonly client?: DynamoDBClient;
}

export function destinationOf(parts: DestinationParts): string {
  return `dynamodb:${whereOf(parts)}/${parts.table}`;
}

function whereOf({ client, endpoint, region }: DestinationParts): string {
  if (client !== undefined) return `client-${String(numberOf(client))}`;
  return endpoint?.replace(/\/+$/, '') ?? region ?? 'default';
}

// A client says where it goes only when it is asked, so it is known by itself.
const numbers = new WeakMap<DynamoDBClient, number>();
let lastNumber = 0;

function numberOf(client: DynamoDBClient): number {
  const number = numbers.get(client) ?? (lastNumber += 1);
  numbers.set(client, number);
  return number;
}
