/**
 * Owns: what process functions are lent whether there are keys or not: times, side outputs, a collector.
 * Refuses: to be used after the call; `call-at-hand.ts` sees to that.
 */
import type { Clock } from '../../model/clock.js';
import type { OutputTag } from '../../model/output-tag.js';
import type { Collector, ProcessContext } from '../../model/process-function.js';
import type { MapState } from '../../model/state-declaration.js';
import type { Timestamp } from '../../model/time.js';
import type { UserKey } from '../keyed-state/map-handle.js';
import type { HandlerPorts } from '../operator/element-handler.js';
import type { SideOutput } from '../operator/side-output.js';
import type { CallAtHand } from './call-at-hand.js';

export interface ContextParts {
  readonly call: CallAtHand;
  readonly clock: Clock;
  /** Of this operator, by tag: those that somebody reads. */
  readonly sides: ReadonlyMap<string, SideOutput>;
  /** Of a broadcast stream beside; types show it where there is one. */
  readonly broadcastState: Readonly<Record<string, MapState<UserKey, unknown>>>;
}

export class FunctionContext<State> implements ProcessContext, Collector<unknown> {
  readonly state: State;
  readonly broadcastState: ContextParts['broadcastState'];
  readonly #parts: ContextParts;
  readonly #call: CallAtHand;
  #ports!: HandlerPorts;

  constructor(parts: ContextParts, state: State) {
    this.#parts = parts;
    this.#call = parts.call;
    this.state = state;
    this.broadcastState = parts.broadcastState;
  }

  open(ports: HandlerPorts): void {
    this.#ports = ports;
  }

  get timestamp(): Timestamp | undefined {
    return this.#call.timestamp();
  }

  // Fields, so that they may be taken out of the context by name.
  readonly collect = (value: unknown): void => {
    this.#ports.collect(value, this.#call.timestampOfOutput());
  };

  readonly currentWatermark = (): Timestamp => this.#ports.currentWatermark();

  readonly currentProcessingTime = (): Timestamp => this.#parts.clock.now();

  /** What nobody reads goes nowhere. */
  readonly output = <V>({ name }: OutputTag<V>, value: V): void => {
    const timestamp = this.#call.timestampOfOutput();
    this.#parts.sides.get(name)?.emit(value, timestamp);
  };
}
