/**
 * Owns: operators of functions that take one record at a time, put together as the plan says.
 * Refuses: to do anything when records flow; handlers do.
 */
import type { Clock } from '../../model/clock.js';
import type { FlatMapSpec, KeyedProcessSpec, ProcessSpec } from '../../model/graph.js';
import type { PostMail } from '../../model/mail.js';
import type { StateBackend } from '../../model/state.js';
import { KeyedStates } from '../keyed-state/keyed-states.js';
import {
  ElementOperator,
  type ElementLimits,
  type ElementOperatorParts,
} from '../operator/element-operator.js';
import { subtaskOfKeyed } from '../operator/keyed-records.js';
import { OperatorTimers } from '../operator/operator-timers.js';
import type { RecordErrors } from '../operator/record-errors.js';
import type { SideOutput } from '../operator/side-output.js';
import { CallAtHand } from './call-at-hand.js';
import { FlatMapHandler } from './flat-map-handler.js';
import type { ContextParts } from './function-context.js';
import { KeyedContext } from './keyed-context.js';
import { KeyedProcessHandler } from './keyed-process-handler.js';
import { ProcessHandler } from './process-handler.js';

export interface ProcessParts<Spec> {
  readonly spec: Spec & { readonly name: string };
  readonly errors: RecordErrors;
  readonly limits: ElementLimits;
  readonly clock: Clock;
  /** Of this operator, by tag: those that somebody reads. */
  readonly sides: ReadonlyMap<string, SideOutput>;
}

export interface KeyedProcessParts extends ProcessParts<KeyedProcessSpec> {
  readonly state: StateBackend;
  readonly post: PostMail;
}

export function createFlatMap(parts: ProcessParts<FlatMapSpec>): ElementOperator {
  return new ElementOperator({ ...commonPartsOf(parts), handler: new FlatMapHandler(parts.spec) });
}

export function createProcess(parts: ProcessParts<ProcessSpec>): ElementOperator {
  const handler = new ProcessHandler(parts.spec, contextPartsOf(parts));
  return new ElementOperator({ ...commonPartsOf(parts), handler });
}

export function createKeyedProcess(parts: KeyedProcessParts): ElementOperator {
  const { spec, clock, post } = parts;
  const { name } = spec;
  const { pendingTimersAtEnd = 'fire', state: declarations = {} } = spec.function;
  const state = parts.state.createKeyedState(name);
  const { keys } = state;
  const timers = new OperatorTimers({ keys, clock, post, pendingTimersAtEnd });
  const states = new KeyedStates({ declarations, state, now: () => clock.now() });
  const lent = { ...contextPartsOf(parts), name, timers };
  const context = new KeyedContext(lent, states.handles);
  const handler = new KeyedProcessHandler({ spec, keys, states, call: lent.call, context });
  const subtaskOfRecord = subtaskOfKeyed([spec.keyOf], name, state.keys.groups);
  const keyed = { state, timers };
  return new ElementOperator({
    ...commonPartsOf(parts),
    handler,
    keyed,
    subtaskOfRecord,
    readable: states,
  });
}

const WITHOUT_KEYS = { keyed: undefined, subtaskOfRecord: undefined, readable: undefined };

type CommonParts = Omit<ElementOperatorParts, 'handler'>;

function commonPartsOf({ spec, errors, limits, sides }: ProcessParts<unknown>): CommonParts {
  const { name } = spec;
  return { name, errors, limits, sides, ...WITHOUT_KEYS };
}

function contextPartsOf({ spec, clock, sides }: ProcessParts<unknown>): ContextParts {
  return { call: new CallAtHand(spec.name), clock, sides };
}
