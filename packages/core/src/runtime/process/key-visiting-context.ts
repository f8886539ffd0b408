/**
 * Owns: what a function of broadcast records is lent beside a stream with keys: a visit to each key.
 * Refuses: timers, and a key at hand outside of a visit.
 */
import { MillraceError } from '../../model/error.js';
import { keyOfCanonical, type CanonicalKey, type Key } from '../../model/key.js';
import type { KeyedStateDeclarations } from '../../model/state-declaration.js';
import type { KeyTable } from '../../model/state.js';
import type { KeyedStates } from '../keyed-state/keyed-states.js';
import { FunctionContext, type ContextParts } from './function-context.js';

export interface KeyVisitingContextParts extends ContextParts {
  readonly name: string;
  readonly keys: KeyTable;
  readonly states: KeyedStates<KeyedStateDeclarations>;
}

export class KeyVisitingContext extends FunctionContext<undefined> {
  readonly #parts: KeyVisitingContextParts;
  /** The key that is visited, or was last; a failure names it. */
  #key: Key | undefined;
  #visit: 'none' | 'running' = 'none';

  constructor(parts: KeyVisitingContextParts) {
    super(parts, undefined);
    this.#parts = parts;
  }

  /** For each record. */
  begin(): void {
    this.#key = undefined;
    this.#visit = 'none';
  }

  keyAtHand(): Key | undefined {
    return this.#key;
  }

  /** Each key that holds something under the name now; what a visit adds or takes away changes nothing. */
  readonly applyToKeyedState = (
    name: string,
    visit: (key: Key, state: unknown) => unknown,
  ): void => {
    const { call, states, name: operator } = this.#parts;
    call.assertRunning();
    if (this.#visit === 'running') throw visitNested(operator);
    const handle = (states.handles as Readonly<Record<string, unknown>>)[name];
    if (handle === undefined) throw stateUnknown(operator, name, states.names());
    this.#visit = 'running';
    try {
      for (const canonical of this.#allKeys()) {
        const key = keyOfCanonical(canonical);
        // What has expired, or went with it, is not there.
        if (states.read(name, key) === undefined) continue;
        this.#visitKey(canonical, key, () => visit(key, handle));
      }
    } finally {
      this.#visit = 'none';
    }
    // Not where a visit has failed: its key is to be named.
    this.#key = undefined;
  };

  #visitKey(canonical: CanonicalKey, key: Key, visit: () => unknown): void {
    const { keys, states, call } = this.#parts;
    const id = keys.enter(canonical);
    this.#key = key;
    try {
      states.setCurrent(id);
      call.refusePromise(visit());
    } finally {
      keys.leave(id);
    }
  }

  /** A list, for keys come and go by what visits do. */
  #allKeys(): readonly CanonicalKey[] {
    const { keys } = this.#parts;
    const found: CanonicalKey[] = [];
    for (let group = 0; group < keys.groups; group++) {
      for (const id of keys.ofGroup(group)) found.push(keys.keyOf(id));
    }
    return found;
  }
}

function visitNested(operator: string): MillraceError {
  const sentence = `${operator}: applyToKeyedState was called within a visit of its own; gather what is needed in one, and visit again when it has returned`;
  return new MillraceError('KEY_VISIT_NESTED', sentence, { operator });
}

function stateUnknown(operator: string, state: string, known: Iterable<string>): MillraceError {
  const names = [...known].map((name) => `"${name}"`).join(', ');
  const sentence = `${operator}: applyToKeyedState was asked for the state "${state}"; its function declares ${names === '' ? 'none' : names}`;
  return new MillraceError('STATE_UNKNOWN', sentence, { operator });
}
