/**
 * Owns: a stream of which every subtask is to get every record, and the state that its records write.
 * Refuses: verbs of its own: it is there to be connected to another stream.
 */
import { MillraceError } from '../model/error.js';
import type { BroadcastStateDeclarations } from '../model/state-declaration.js';
import type { StreamPlace } from './stream-place.js';

/**
 * What `broadcast({ ... })` answers, for the `connect()` of another stream.
 *
 * @example
 * ```ts
 * import { BroadcastStream, defineJob, forEachSink, fromArray, mapState } from '@millrace/core';
 *
 * defineJob('names', (env) => {
 *   const names = env.fromSource(fromArray([{ id: 1, name: 'Ann' }]), { uid: 'names' });
 *   const broadcast = names.broadcast({ names: mapState<number, string>() });
 *   console.log(broadcast instanceof BroadcastStream, Object.keys(broadcast.broadcastState)); // true [ 'names' ]
 *   names.sinkTo(forEachSink(({ name }) => console.log(name)), { uid: 'print' });
 * });
 * ```
 */
export class BroadcastStream<U, B extends BroadcastStateDeclarations> {
  /** For the compiler alone: what the records are. */
  declare protected readonly records: U;
  /** What `broadcast()` was given. */
  readonly broadcastState: B;
  /** Where in the graph it is, for verbs. */
  readonly place: StreamPlace;

  constructor(place: StreamPlace, broadcastState: B) {
    refuseOthers(broadcastState);
    this.place = place;
    this.broadcastState = broadcastState;
  }
}

function refuseOthers(declarations: BroadcastStateDeclarations): void {
  for (const [name, { kind, ttl }] of Object.entries(declarations)) {
    // What is declared in JavaScript may be anything.
    if ((kind as string) !== 'map') throw stateInvalid(name, `is ${kind} state`);
    if (ttl !== undefined) throw stateInvalid(name, 'has a ttl');
  }
}

function stateInvalid(name: string, fault: string): MillraceError {
  const sentence = `broadcast() was given the state "${name}", which ${fault}; declare each as mapState() without a ttl, since every subtask is to keep the same entries`;
  return new MillraceError('BROADCAST_STATE_INVALID', sentence);
}
