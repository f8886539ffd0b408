/**
 * Owns: the verbs by which a test gives elements to one input of an operator.
 * Refuses: to make time of what it is given; an input says of itself what the test says.
 */
import type { Timestamp } from '@millrace/core';
import { END_OF_INPUT, watermark, type ControlElement } from '@millrace/core/internal';
import type { HarnessInput } from './harness-input.js';

/** A record to process, with its timestamp if it has one. */
export interface TimestampedValue<T> {
  readonly value: T;
  readonly timestamp?: Timestamp;
}

/** What an input is given. */
export interface InputVerbs<T> {
  /** One record, with a timestamp or without. */
  processElement(value: T, timestamp?: Timestamp): void;
  /** Several records in one run, as they come when there is much of them. */
  processElements(records: readonly TimestampedValue<T>[]): void;
  processWatermark(timestamp: Timestamp): void;
  /** The input says that it has nothing, or that it has something again (T3). */
  processWatermarkStatus(status: 'active' | 'idle'): void;
}

export interface InputPortParts {
  readonly input: HarnessInput;
  /** Lets the operator go on until it stands. */
  readonly step: () => void;
  /** Is told of each control element. */
  readonly heard: (element: ControlElement) => void;
}

export class InputPort<T> implements InputVerbs<T> {
  readonly #parts: InputPortParts;
  #input: 'open' | 'ended' = 'open';

  constructor(parts: InputPortParts) {
    this.#parts = parts;
  }

  processElement(value: T, timestamp?: Timestamp): void {
    this.#parts.input.giveRecords([value], [timestamp]);
    this.#parts.step();
  }

  processElements(records: readonly TimestampedValue<T>[]): void {
    this.#parts.input.giveRecords(
      records.map(({ value }) => value),
      records.map(({ timestamp }) => timestamp),
    );
    this.#parts.step();
  }

  processWatermark(timestamp: Timestamp): void {
    this.say(watermark(timestamp));
  }

  processWatermarkStatus(status: 'active' | 'idle'): void {
    this.say({ kind: 'watermark-status', status });
  }

  /** Nothing follows by this input; what has ended does not end again. */
  endInput(): void {
    if (this.#input === 'open') this.say(END_OF_INPUT);
  }

  /** Any control element, as a harness that goes on from another has them. */
  say(element: ControlElement): void {
    if (element.kind === 'end-of-input') this.#input = 'ended';
    this.#parts.heard(element);
    this.#parts.input.giveControl(element);
    this.#parts.step();
  }
}
