/** The SDK's client fits where the example has a queue in this process; tsc proves it. */
import type { SQS } from '@aws-sdk/client-sqs';
import type { SqsQueue } from './sqs-queue.js';

export const fits = (client: SQS): SqsQueue => client;
