/**
 * Owns: joins by time, put together as the plan says.
 * Refuses: to do anything when records flow; handlers do.
 */
import type { AsOfJoinSpec, IntervalJoinSpec } from '../../model/graph.js';
import { canonicalKey } from '../../model/key.js';
import type { KeyedState } from '../../model/state.js';
import type { ElementHandler } from '../operator/element-handler.js';
import { ElementOperator } from '../operator/element-operator.js';
import type { KeyedElementParts } from '../operator/keyed-operator-parts.js';
import { subtaskOfKeyed } from '../operator/keyed-records.js';
import type { ReadableState } from '../operator/operator.js';
import { OperatorTimers } from '../operator/operator-timers.js';
import { AsOfJoinHandler } from './as-of-join-handler.js';
import { IntervalJoinHandler, type IntervalJoinParts } from './interval-join-handler.js';
import { JoinInput } from './join-input.js';
import { JoinSide } from './join-side.js';

type HandlerParts = Omit<IntervalJoinParts, 'spec'>;

export function createIntervalJoin(parts: KeyedElementParts<IntervalJoinSpec>): ElementOperator {
  const { spec } = parts;
  return joining(parts, (lent) => new IntervalJoinHandler({ spec, ...lent }));
}

export function createAsOfJoin(parts: KeyedElementParts<AsOfJoinSpec>): ElementOperator {
  const { spec, errors } = parts;
  return joining(parts, (lent) => new AsOfJoinHandler({ spec, errors, ...lent }));
}

function joining(
  {
    spec,
    errors,
    limits,
    clock,
    post,
    sides,
    ...parts
  }: KeyedElementParts<IntervalJoinSpec | AsOfJoinSpec>,
  handlerOf: (lent: HandlerParts) => ElementHandler,
): ElementOperator {
  const { name, keysOf } = spec;
  const state = parts.state.createKeyedState(name);
  const { keys } = state;
  const timers = new OperatorTimers({ keys, clock, post, pendingTimersAtEnd: 'fire' });
  const kept = [new JoinSide('left', state), new JoinSide('right', state)] as const;
  const [left, right] = spec.late.map((tag) => tag && sides.get(tag.name));
  const input = new JoinInput({ name, keysOf, keys, late: [left, right] });
  return new ElementOperator({
    name,
    handler: handlerOf({ input, sides: kept, timers }),
    errors,
    limits,
    sides,
    keyed: { state, timers },
    readable: readableOf(state, kept),
    subtaskOfRecord: subtaskOfKeyed(keysOf, name, keys.groups),
  });
}

/** The records that each side keeps, in the order of their time. */
function readableOf({ keys }: KeyedState, sides: readonly JoinSide[]): ReadableState {
  return {
    names: () => sides.map(({ name }) => name),
    read: (name, key) => {
      const id = keys.find(canonicalKey(key));
      const side = sides.find((each) => each.name === name);
      return id === undefined ? undefined : side?.find(id)?.values();
    },
  };
}
