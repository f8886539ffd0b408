/**
 * Owns: the moment at which all that the sources have given is settled, for those that wait for it.
 * Refuses: to cost anything while nobody waits, or in a job whose sources acknowledge nothing.
 *
 * Q2. It is looked for between two rounds, so never in the middle of a step: no channel holds a
 *     record, no operator is pending or holds any, and no sink holds or sends anything. As no source gives a record
 *     meanwhile (Q3), what has run dry stays so.
 * Sinks are told to write what they hold when nothing more can reach them, and not before: so the
 * batches are as full as they can be, and nobody waits for a linger.
 */
import type { Channel } from '../channel/channel.js';
import type { SinkOperator } from '../sink/sink-operator.js';
import type { SourcePause } from '../source/source-pause.js';
import type { Task } from '../task/task.js';

export interface StandstillParts {
  readonly pause: SourcePause;
  readonly tasks: readonly Task[];
  readonly channels: readonly Channel<unknown>[];
  readonly sinks: readonly SinkOperator[];
}

export class Standstill {
  readonly #parts: StandstillParts;
  /** Records are on their way to the sinks; or the sinks are writing the last of them. */
  #stage: 'running-dry' | 'settling' = 'running-dry';

  constructor(parts: StandstillParts) {
    this.#parts = parts;
  }

  /**
   * Ends the pause if this is the moment. It comes of steps that got somewhere, or of mail, so the
   * executor goes on with another round, in which the sources do.
   */
  afterRound(): void {
    if (!this.#parts.pause.isWanted()) return;
    if (!this.#hasRunDry()) this.#stage = 'running-dry';
    else if (this.#haveSettled()) this.#end();
  }

  #end(): void {
    this.#stage = 'running-dry';
    this.#parts.pause.end();
  }

  #hasRunDry(): boolean {
    const { channels, tasks } = this.#parts;
    if (channels.some((channel) => channel.size() > 0)) return false;
    return !tasks.some((task) => task.isPending() || task.holdsRecords());
  }

  #haveSettled(): boolean {
    const unsettled = this.#parts.sinks.filter((sink) => !sink.settled());
    if (this.#stage === 'running-dry') {
      this.#stage = 'settling';
      for (const sink of unsettled) sink.flush();
    }
    return unsettled.length === 0;
  }
}
