/**
 * Owns: what the operators of an execution hold between two steps, and giving it back to another one.
 * Refuses: channels: while one holds a record there is no snapshot, for nothing here would keep it. The
 *     cut of a whole job, with channels, positions and sinks, is a checkpoint's.
 *
 * K1. All operators are asked in one turn, between two steps. K8. Where the number of subtasks has
 *     changed, each reads the key groups that are now its own, whoever had them. K10. What no operator
 *     claims is refused by name.
 */
import { MillraceError } from '../../model/error.js';
import { keyGroupsOf } from '../../model/key-group.js';
import type { OperatorSnapshot, RestoredSnapshots, SnapshotContext } from '../../model/snapshot.js';
import type { Channel } from '../channel/channel.js';
import type { Operator } from '../operator/operator.js';
import type { Execution } from './execution.js';

export interface ExecutionSnapshot {
  /** How many key groups there are, by which keyed state lies. */
  readonly maxParallelism: number;
  /** By the name of an operator: what each of its subtasks was, in their order. */
  readonly operators: ReadonlyMap<string, readonly OperatorSnapshot[]>;
}

/** An operator that has something to keep. */
interface Keeper {
  readonly name: string;
  snapshot(context: SnapshotContext): OperatorSnapshot;
  restore(restored: RestoredSnapshots, context: SnapshotContext): void;
}

type AnyOperator = Operator<unknown, unknown>;

export function snapshotExecution(
  { vertices, channels, maxParallelism }: Execution,
  context: SnapshotContext,
): ExecutionSnapshot {
  refuseQueued(channels);
  const snapshots = new Map<string, OperatorSnapshot[]>();
  for (const keeper of vertices.flatMap(({ subtasks }) => subtasks.flatMap(keepersOf))) {
    const ofName = snapshots.get(keeper.name) ?? [];
    snapshots.set(keeper.name, [...ofName, keeper.snapshot(context)]);
  }
  return { maxParallelism, operators: snapshots };
}

/** To be called before the execution opens. */
export function restoreExecution(
  { vertices, maxParallelism }: Execution,
  { maxParallelism: was, operators }: ExecutionSnapshot,
  context: SnapshotContext,
): void {
  if (was !== maxParallelism) throw maxParallelismChanged(was, maxParallelism);
  const claimed = new Set<string>();
  for (const { plan, subtasks } of vertices) {
    const { parallelism } = plan;
    for (const [index, subtask] of subtasks.entries()) {
      const range = keyGroupsOf(index, parallelism, maxParallelism);
      for (const keeper of keepersOf(subtask)) {
        claimed.add(keeper.name);
        const snapshots = operators.get(keeper.name) ?? [];
        if (snapshots.length > 0) keeper.restore({ snapshots, range, index, parallelism }, context);
      }
    }
  }
  const lost = [...operators.keys()].filter((name) => !claimed.has(name));
  if (lost.length > 0) throw operatorUnclaimed(lost, claimed);
}

function keepersOf({ operators }: { readonly operators: readonly AnyOperator[] }): Keeper[] {
  return operators.filter(isKeeper);
}

function isKeeper(operator: AnyOperator | Keeper): operator is AnyOperator & Keeper {
  return 'snapshot' in operator && 'restore' in operator;
}

function refuseQueued(channels: readonly Channel<unknown>[]): void {
  const records = channels.reduce((sum, channel) => sum + channel.size(), 0);
  if (records === 0) return;
  const sentence = `${String(records)} records wait between operators, where no snapshot is taken of them; let the output accept more first`;
  throw new MillraceError('SNAPSHOT_NOT_AT_REST', sentence);
}

function operatorUnclaimed(lost: readonly string[], known: ReadonlySet<string>): MillraceError {
  const names = (of: Iterable<string>): string => [...of].map((name) => `"${name}"`).join(', ');
  const sentence = `the snapshot holds the state of ${names(lost)}, and no operator has that name; there is ${names(known) || 'none with state'}`;
  return new MillraceError('STATE_UNCLAIMED', sentence);
}

function maxParallelismChanged(was: number, is: number): MillraceError {
  const sentence = `the snapshot has ${String(was)} key groups and the job ${String(is)}; keys would be looked for in other groups than those that hold their state, so the number stays for the life of a state`;
  return new MillraceError('MAX_PARALLELISM_CHANGED', sentence);
}
