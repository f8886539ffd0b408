/**
 * Owns: what an item is once it is marshalled: the client's own type of attribute values, narrowed.
 * Refuses: behaviour.
 */
import type { AttributeValue, WriteRequest } from '@aws-sdk/client-dynamodb';

export type { AttributeValue, WriteRequest };

/** An item, or a key, in the form in which it is sent. */
export type Item = Record<string, AttributeValue>;
