/**
 * Owns: the checks of calls that answer later: what limits them are numbers that can be limits.
 * Refuses: options that nobody knows; `options.ts` looks at names.
 */
import type { AsyncSpec, GraphNode } from '../../model/graph.js';
import { unknownOptions } from '../../model/unknown-option.js';
import { ASYNC_RETRY_DEFAULT } from '../async-options.js';
import { nameOf, type Check, type Finding } from './described-job.js';

/** What an option is, whether it may be that, and what it may be. */
type Judged = readonly [option: string, value: unknown, isRight: boolean, use: string];

function numbers({ capacity, timeoutMs, retry }: AsyncSpec): readonly Judged[] {
  const { attemptsMax: tries, backoffMsMin: min, backoffMsMax: max, backoffFactor: factor } = retry;
  const count = 'a whole number from 1';
  return [
    ['capacity', capacity, isCount(capacity), count],
    ['timeoutMs', timeoutMs, timeoutMs > 0, 'milliseconds, or Infinity'],
    ['retry.attemptsMax', tries, isCount(tries), count],
    ['retry.backoffMsMin', min, min >= 0, 'milliseconds from 0'],
    ['retry.backoffMsMax', max, max >= min, 'milliseconds, and no fewer than backoffMsMin'],
    ['retry.backoffFactor', factor, factor >= 1, 'a number from 1'],
  ];
}

function words({ order, keyOf, retry: { jitter } }: AsyncSpec): readonly Judged[] {
  const orders = keyOf === undefined ? ['input', 'none'] : ['key', 'input', 'none'];
  return [
    ['order', order, orders.includes(order), `one of ${orders.join(', ')}`],
    ['retry.jitter', jitter, ['full', 'none'].includes(jitter), 'full or none'],
  ];
}

export const checkAsyncCalls: Check = ({ nodes }) => nodes.flatMap(faultsOf);

function faultsOf(node: GraphNode): readonly Finding[] {
  const { spec } = node;
  if (spec.kind !== 'async-map' && spec.kind !== 'async-flat-map') return [];
  const name = nameOf(node);
  const invalid = [...numbers(spec), ...words(spec)]
    .filter(([, , isRight]) => !isRight)
    .map(([option, value, , use]) => `${name} has the ${option} ${String(value)}; use ${use}`);
  const unknown = unknownOptions(`the retry of ${name}`, spec.retry, ASYNC_RETRY_DEFAULT);
  return [
    ...invalid.map((message): Finding => ({
      node: node.id,
      code: 'ASYNC_OPTION_INVALID',
      message,
    })),
    ...unknown.map((message): Finding => ({ node: node.id, code: 'OPTION_UNKNOWN', message })),
  ];
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 1;
}
