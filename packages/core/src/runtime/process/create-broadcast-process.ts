/**
 * Owns: operators of functions of a stream and a broadcast one, put together as the plan says.
 * Refuses: to do anything when records flow; handlers do.
 *
 * ST13. What is left of runs of broadcast records goes to every subtask, as they did.
 */
import type { BroadcastProcessSpec, KeyedBroadcastProcessSpec } from '../../model/graph.js';
import { ElementOperator } from '../operator/element-operator.js';
import type { KeyedElementParts } from '../operator/keyed-operator-parts.js';
import { subtaskOfKeyed } from '../operator/keyed-records.js';
import { BroadcastHandler } from './broadcast-handler.js';
import { BroadcastStates } from './broadcast-states.js';
import {
  contextPartsOf,
  keyedProcessing,
  processing,
  type ProcessParts,
} from './create-process.js';
import { KeyVisitingContext } from './key-visiting-context.js';
import { KeyedBroadcastHandler } from './keyed-broadcast-handler.js';

export function createBroadcastProcess(parts: ProcessParts<BroadcastProcessSpec>): ElementOperator {
  const { name, broadcastState, function: user } = parts.spec;
  const states = new BroadcastStates(name, broadcastState);
  const lent = contextPartsOf(parts, states.handles);
  const inputs = [user.processElement.bind(user), user.processBroadcastElement.bind(user)] as const;
  const operator = processing(parts, { user, inputs, lent });
  const { handler } = operator;
  return new ElementOperator({
    ...operator,
    handler: new BroadcastHandler({ states, stream: handler, broadcast: handler }),
    subtaskOfRecord: (_value, _parallelism, input) => (input === 1 ? 'every' : 'by-place'),
  });
}

export function createKeyedBroadcastProcess(
  parts: KeyedElementParts<KeyedBroadcastProcessSpec>,
): ElementOperator {
  const { name, keyOf, broadcastState, function: user } = parts.spec;
  const broadcast = new BroadcastStates(name, broadcastState);
  const lent = contextPartsOf(parts, broadcast.handles);
  const { call } = lent;
  const inputs = [{ keyOf, processElement: user.processElement.bind(user) }];
  const { operator, keys, states } = keyedProcessing(parts, { user, inputs, lent });
  const broadcastSide = new KeyedBroadcastHandler({
    processBroadcastElement: user.processBroadcastElement.bind(user),
    call,
    context: new KeyVisitingContext({ ...lent, name, keys, states }),
  });
  const { handler: stream } = operator;
  const subtaskOfKey = subtaskOfKeyed([keyOf], name, keys.groups)!;
  return new ElementOperator({
    ...operator,
    handler: new BroadcastHandler({ states: broadcast, stream, broadcast: broadcastSide }),
    subtaskOfRecord: (value, parallelism, input) =>
      input === 1 ? 'every' : subtaskOfKey(value, parallelism, 0),
  });
}
