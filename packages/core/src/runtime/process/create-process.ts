/**
 * Owns: operators of functions that take one record at a time, put together as the plan says.
 * Refuses: to do anything when records flow; handlers do.
 */
import type { Clock } from '../../model/clock.js';
import type {
  CoProcessSpec,
  FlatMapSpec,
  KeyedCoProcessSpec,
  KeyedProcessSpec,
  ProcessSpec,
} from '../../model/graph.js';
import type { AnyKeyedProcessFunction, AnyProcessFunction } from '../../model/process-function.js';
import type { KeyedStateDeclarations } from '../../model/state-declaration.js';
import type { KeyTable } from '../../model/state.js';
import { KeyedStates } from '../keyed-state/keyed-states.js';
import {
  ElementOperator,
  type ElementLimits,
  type ElementOperatorParts,
} from '../operator/element-operator.js';
import type { KeyedElementParts } from '../operator/keyed-operator-parts.js';
import { subtaskOfKeyed } from '../operator/keyed-records.js';
import { OperatorTimers } from '../operator/operator-timers.js';
import type { RecordErrors } from '../operator/record-errors.js';
import type { SideOutput } from '../operator/side-output.js';
import { CallAtHand } from './call-at-hand.js';
import { FlatMapHandler } from './flat-map-handler.js';
import type { ContextParts } from './function-context.js';
import { KeyedContext } from './keyed-context.js';
import { KeyedProcessHandler, type KeyedInput } from './keyed-process-handler.js';
import { ProcessHandler, type ProcessHandlerParts } from './process-handler.js';

export interface ProcessParts<Spec> {
  readonly spec: Spec & { readonly name: string };
  readonly errors: RecordErrors;
  readonly limits: ElementLimits;
  readonly clock: Clock;
  /** Of this operator, by tag: those that somebody reads. */
  readonly sides: ReadonlyMap<string, SideOutput>;
}

export function createFlatMap(parts: ProcessParts<FlatMapSpec>): ElementOperator {
  return new ElementOperator({ ...commonPartsOf(parts), handler: new FlatMapHandler(parts.spec) });
}

export function createProcess(parts: ProcessParts<ProcessSpec>): ElementOperator {
  const { function: user } = parts.spec;
  const inputs = [user.processElement.bind(user)];
  return new ElementOperator(processing(parts, { user, inputs, lent: contextPartsOf(parts) }));
}

export function createCoProcess(parts: ProcessParts<CoProcessSpec>): ElementOperator {
  const { function: user } = parts.spec;
  const inputs = [user.processElement1.bind(user), user.processElement2.bind(user)];
  return new ElementOperator(processing(parts, { user, inputs, lent: contextPartsOf(parts) }));
}

export function createKeyedProcess(parts: KeyedElementParts<KeyedProcessSpec>): ElementOperator {
  const { keyOf, function: user } = parts.spec;
  const inputs = [{ keyOf, processElement: user.processElement.bind(user) }];
  const lent = contextPartsOf(parts);
  return new ElementOperator(keyedProcessing(parts, { user, inputs, lent }).operator);
}

export function createKeyedCoProcess(
  parts: KeyedElementParts<KeyedCoProcessSpec>,
): ElementOperator {
  const { keysOf, function: user } = parts.spec;
  const inputs = [
    { keyOf: keysOf[0], processElement: user.processElement1.bind(user) },
    { keyOf: keysOf[1], processElement: user.processElement2.bind(user) },
  ];
  const lent = contextPartsOf(parts);
  return new ElementOperator(keyedProcessing(parts, { user, inputs, lent }).operator);
}

/** A user's function, what is done with the records of each input, and what it is lent. */
export interface Processing<User, Input> {
  readonly user: User;
  readonly inputs: readonly Input[];
  readonly lent: ContextParts;
}

type UnkeyedInput = ProcessHandlerParts['inputs'][number];

export function processing(
  parts: ProcessParts<unknown>,
  { user, inputs, lent }: Processing<Pick<AnyProcessFunction, 'state'>, UnkeyedInput>,
): ElementOperatorParts {
  const { name } = parts.spec;
  const { state: declarations = {} } = user;
  const handler = new ProcessHandler({ name, declarations, inputs }, lent);
  return { ...commonPartsOf(parts), handler };
}

interface KeyedFunction extends Pick<
  AnyKeyedProcessFunction,
  'state' | 'pendingTimersAtEnd' | 'onTimer'
> {
  /** Of ready verbs alone. */
  readonly counters?: readonly string[];
}

/** What an operator with keys is made of, and what others may want of it. */
interface KeyedProcessing {
  readonly operator: ElementOperatorParts;
  readonly keys: KeyTable;
  readonly states: KeyedStates<KeyedStateDeclarations>;
}

export function keyedProcessing(
  parts: KeyedElementParts<unknown>,
  { user, inputs, lent }: Processing<KeyedFunction, KeyedInput>,
): KeyedProcessing {
  const { spec, clock, post } = parts;
  const { name } = spec;
  const { pendingTimersAtEnd = 'fire', state: declarations = {}, counters = [] } = user;
  const state = parts.state.createKeyedState(name);
  const { keys } = state;
  const timers = new OperatorTimers({ keys, clock, post, pendingTimersAtEnd });
  const states = new KeyedStates({ declarations, state, now: () => clock.now() });
  const context = new KeyedContext({ ...lent, name, timers, counters }, states.handles);
  const onTimer = user.onTimer?.bind(user);
  const { call } = lent;
  const keysOf = inputs.map(({ keyOf }) => keyOf);
  const operator = {
    ...commonPartsOf(parts),
    handler: new KeyedProcessHandler({ name, inputs, onTimer, keys, states, call, context }),
    keyed: { state, timers },
    subtaskOfRecord: subtaskOfKeyed(keysOf, name, keys.groups),
    readable: states,
  };
  return { operator, keys, states };
}

const WITHOUT_KEYS = { keyed: undefined, subtaskOfRecord: undefined, readable: undefined };

type CommonParts = Omit<ElementOperatorParts, 'handler'>;

function commonPartsOf({ spec, errors, limits, sides }: ProcessParts<unknown>): CommonParts {
  const { name } = spec;
  return { name, errors, limits, sides, ...WITHOUT_KEYS };
}

export function contextPartsOf(
  { spec, clock, sides }: ProcessParts<unknown>,
  broadcastState: ContextParts['broadcastState'] = {},
): ContextParts {
  return { call: new CallAtHand(spec.name), clock, sides, broadcastState };
}
