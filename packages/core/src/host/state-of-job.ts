/**
 * Owns: looking at the state of a job from outside: which operator, which subtask, a copy of what it holds.
 * Refuses: to change anything, and to hand out what a function may still change.
 */
import type { Codec } from '../model/codec.js';
import { MillraceError, messageOf } from '../model/error.js';
import { keyGroupOf, subtaskOf } from '../model/key-group.js';
import { canonicalKey, type CanonicalKey, type Key } from '../model/key.js';
import type { Execution, Vertex } from '../runtime/executor/execution.js';
import type { ReadableState } from '../runtime/operator/operator.js';

/** One named piece of state of one operator, for an onlooker. */
export interface KeyedStateView {
  /**
   * A copy of what is held for the key now; undefined where that is nothing. A list is an array, a map a Map.
   * Throws when the job has ended.
   */
  get(key: Key): unknown;
}

/** Which state is asked for. */
export interface StateName {
  readonly uid: string;
  readonly name: string;
}

export interface StateOfJobParts {
  /** Throws when the job has ended: its state has gone with it. */
  readonly execution: () => Execution;
  readonly codec: Codec;
}

export function stateOfJob(parts: StateOfJobParts, { uid, name }: StateName): KeyedStateView {
  const { execution, codec } = parts;
  assertNamed(readableOf(execution(), uid), { uid, name });
  return {
    get: (key) => {
      const canonical = canonicalOf(key, uid);
      const { maxParallelism, vertices } = execution();
      const subtasks = readableOf({ vertices }, uid);
      const group = keyGroupOf(canonical, maxParallelism);
      const held = subtasks[subtaskOf(group, subtasks.length, maxParallelism)]!.read(name, key);
      if (held === undefined) return undefined;
      return codec.decode(codec.encode(held, `state "${name}" of "${uid}"`));
    },
  };
}

/** Of each subtask of the operator, in their order. */
function readableOf(
  { vertices }: Pick<Execution, 'vertices'>,
  uid: string,
): readonly ReadableState[] {
  const found = vertices.map((vertex) => ofVertex(vertex, uid)).find(({ length }) => length > 0);
  if (found !== undefined) return found;
  const known = vertices.flatMap(({ subtasks: [first] }) =>
    first!.operators.filter(({ readable }) => readable !== undefined).map((each) => each.name),
  );
  const sentence = `no operator "${uid}" has state that can be read; ${choiceOf(known)}`;
  throw new MillraceError('STATE_NOT_THERE', sentence, { operator: uid });
}

function ofVertex({ subtasks }: Vertex, uid: string): readonly ReadableState[] {
  return subtasks.flatMap(({ operators }) =>
    operators.flatMap(({ name, readable }) => (name === uid ? (readable ?? []) : [])),
  );
}

function assertNamed([first]: readonly ReadableState[], { uid, name }: StateName): void {
  const known = [...first!.names()];
  if (known.includes(name)) return;
  const sentence = `"${uid}" has no state "${name}"; ${choiceOf(known)}`;
  throw new MillraceError('STATE_NOT_THERE', sentence, { operator: uid });
}

function canonicalOf(key: Key, uid: string): CanonicalKey {
  try {
    return canonicalKey(key);
  } catch (cause) {
    const sentence = `the state of "${uid}" was asked for what is no key: ${messageOf(cause)}`;
    throw new MillraceError('KEY_INVALID', sentence, { cause, operator: uid });
  }
}

function choiceOf(names: readonly string[]): string {
  if (names.length === 0) return 'there is none';
  return `there is ${names.map((name) => `"${name}"`).join(', ')}`;
}
