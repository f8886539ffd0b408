/**
 * Owns: joins by time, put together as the plan says.
 * Refuses: to do anything when records flow; handlers do.
 */
import type { Clock } from '../../model/clock.js';
import type { AsOfJoinSpec, IntervalJoinSpec } from '../../model/graph.js';
import { canonicalKey } from '../../model/key.js';
import type { PostMail } from '../../model/mail.js';
import type { KeyedState, StateBackend } from '../../model/state.js';
import type { ElementHandler } from '../operator/element-handler.js';
import { ElementOperator, type ElementLimits } from '../operator/element-operator.js';
import { subtaskOfKeyed } from '../operator/keyed-records.js';
import type { ReadableState } from '../operator/operator.js';
import { OperatorTimers } from '../operator/operator-timers.js';
import type { RecordErrors } from '../operator/record-errors.js';
import type { SideOutput } from '../operator/side-output.js';
import { AsOfJoinHandler } from './as-of-join-handler.js';
import { IntervalJoinHandler, type IntervalJoinParts } from './interval-join-handler.js';
import { JoinInput } from './join-input.js';
import { JoinSide } from './join-side.js';

type JoinSpec = IntervalJoinSpec | AsOfJoinSpec;

export interface JoinParts<Spec extends JoinSpec> {
  readonly spec: Spec & { readonly name: string };
  readonly errors: RecordErrors;
  readonly limits: ElementLimits;
  readonly clock: Clock;
  readonly post: PostMail;
  readonly state: StateBackend;
  /** Of this operator, by tag: those that somebody reads. */
  readonly sides: ReadonlyMap<string, SideOutput>;
}

type HandlerParts = Omit<IntervalJoinParts, 'spec'>;

export function createIntervalJoin(parts: JoinParts<IntervalJoinSpec>): ElementOperator {
  const { spec } = parts;
  return joining(parts, (lent) => new IntervalJoinHandler({ spec, ...lent }));
}

export function createAsOfJoin(parts: JoinParts<AsOfJoinSpec>): ElementOperator {
  const { spec, errors } = parts;
  return joining(parts, (lent) => new AsOfJoinHandler({ spec, errors, ...lent }));
}

function joining(
  { spec, errors, limits, clock, post, sides, ...parts }: JoinParts<JoinSpec>,
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
