/**
 * Owns: which operator runs what a plan says.
 * Refuses: to know the subtask that it stands in: what it needs of that is lent.
 */
import type { Random } from '../../model/clock.js';
import type { RecordErrorPolicy } from '../../model/failed-record.js';
import type { PostMail } from '../../model/mail.js';
import type { StateBackend } from '../../model/state.js';
import type { OperatorPlan } from '../../plan/job-plan.js';
import { createAsync } from '../async/create-async.js';
import { createPipe } from '../chain/rx-operator.js';
import { createAsOfJoin, createIntervalJoin } from '../join/create-join.js';
import { FusedOperator } from '../operator/fused-operator.js';
import type { Operator } from '../operator/operator.js';
import type { RecordErrors } from '../operator/record-errors.js';
import { ReduceOperator } from '../operator/reduce-operator.js';
import type { SideOutput } from '../operator/side-output.js';
import { TimestampsOperator } from '../operator/timestamps-operator.js';
import {
  createBroadcastProcess,
  createKeyedBroadcastProcess,
} from '../process/create-broadcast-process.js';
import {
  createCoProcess,
  createFlatMap,
  createKeyedCoProcess,
  createKeyedProcess,
  createProcess,
} from '../process/create-process.js';
import type { SourceTime } from '../source/source-time.js';
import { createWindowOperator } from '../window/window-operator.js';
import type { World } from './world.js';

/** What operators that take records one at a time are lent. */
export interface LentParts extends Pick<World, 'limits' | 'clock'> {
  /** For the key groups of the subtask alone. */
  readonly state: StateBackend;
  readonly random: Random;
  readonly errors: RecordErrors;
  readonly post: PostMail;
  /** Of the operator itself, by tag. */
  readonly sides: ReadonlyMap<string, SideOutput>;
  /** What a snapshot keeps of a record that a function of the user's is given (K4). */
  readonly copyOf: (value: unknown) => unknown;
}

/** A subtask, as the operators in it see it. */
export interface Lender {
  /** Only where the task reads a source. */
  time(): SourceTime | undefined;
  errors(operator: string, policy: RecordErrorPolicy<unknown>): RecordErrors;
  lentTo(plan: Pick<OperatorPlan, 'name'> & NamedTolerance): LentParts;
}

interface NamedTolerance {
  readonly onError: RecordErrorPolicy<unknown>;
}

/** None for a sink, which is the end of a chain and no operator in it. */
export function createOperator(plan: OperatorPlan, lender: Lender): Operator<unknown, unknown>[] {
  switch (plan.kind) {
    case 'fused': {
      const errors = plan.steps.map((step) => lender.errors(step.operator, step.onError));
      return [new FusedOperator(plan, errors, lender.time())];
    }
    case 'timestamps': {
      const { errors, limits } = lender.lentTo(plan);
      const { runRecordsMax } = limits;
      return [new TimestampsOperator({ ...plan, errors, clock: lender.time(), runRecordsMax })];
    }
    case 'flat-map':
      return [createFlatMap({ spec: plan, ...lender.lentTo(plan) })];
    case 'pipe':
      return [createPipe({ spec: plan, ...lender.lentTo(plan) })];
    case 'async-map':
    case 'async-flat-map':
      return [createAsync({ spec: plan, ...lender.lentTo(plan) })];
    case 'reduce':
      return [new ReduceOperator({ spec: plan, ...lender.lentTo(plan) })];
    case 'process':
      return [createProcess({ spec: plan, ...lender.lentTo(plan) })];
    case 'keyed-process':
      return [createKeyedProcess({ spec: plan, ...lender.lentTo(plan) })];
    case 'co-process':
      return [createCoProcess({ spec: plan, ...lender.lentTo(plan) })];
    case 'keyed-co-process':
      return [createKeyedCoProcess({ spec: plan, ...lender.lentTo(plan) })];
    case 'broadcast-process':
      return [createBroadcastProcess({ spec: plan, ...lender.lentTo(plan) })];
    case 'keyed-broadcast-process':
      return [createKeyedBroadcastProcess({ spec: plan, ...lender.lentTo(plan) })];
    case 'interval-join':
      return [createIntervalJoin({ spec: plan, ...lender.lentTo(plan) })];
    case 'as-of-join':
      return [createAsOfJoin({ spec: plan, ...lender.lentTo(plan) })];
    case 'window':
      return [createWindowOperator({ spec: plan, ...lender.lentTo(plan) })];
    case 'sink':
      return [];
  }
}
