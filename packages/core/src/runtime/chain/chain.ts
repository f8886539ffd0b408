/**
 * Owns: the operators of one task as one RxJS pipeline, from its head to its tail.
 * Refuses: to lose an error: the last subscriber is ours, keeps the first cause and never throws;
 * `push` and `resume` throw it from the step (E6).
 *
 * C3. The chain accepts what its tail and its side outputs accept, and nothing while an operator is
 *     pending. The most downstream pending operator resumes first.
 */
import { Subject, type Observable, type OperatorFunction, type Subscription } from 'rxjs';
import type { StreamElement } from '../../model/element.js';
import { isFanOut, type FanOut, type Operator } from '../operator/operator.js';
import type { SideOutput } from '../operator/side-output.js';
import type { Tail } from '../operator/tail.js';
import { stage, tellSides } from './stage.js';

type Elements = StreamElement<unknown>;
type AnyOperator = Operator<unknown, unknown>;
type AnyFanOut = FanOut<unknown, unknown>;

/** A side output, and the place of the operator whose watermarks it follows; -1 is the input's. */
export interface ChainSide {
  readonly after: number;
  readonly output: SideOutput;
}

export interface ChainParts {
  readonly operators: readonly AnyOperator[];
  readonly tail: Tail;
  readonly sides: readonly ChainSide[];
}

export class Chain {
  readonly #head = new Subject<Elements>();
  readonly #operators: readonly AnyOperator[];
  readonly #tail: Tail;
  readonly #sides: readonly ChainSide[];
  /** Those that may be pending, with their places, the most downstream first. */
  readonly #fanOuts: readonly { readonly at: number; readonly operator: AnyFanOut }[];
  #subscription: Subscription | undefined;
  #failure: { readonly cause: unknown } | undefined;

  constructor({ operators, tail, sides }: ChainParts) {
    this.#operators = operators;
    this.#tail = tail;
    this.#sides = sides;
    this.#fanOuts = operators
      .flatMap((operator, at) => (isFanOut(operator) ? [{ at, operator }] : []))
      .reverse();
  }

  /** Subscribes; RxJS does so from the last operator to the first, which is the order of opening. */
  open(): void {
    const stages = [...this.#operators, this.#tail as AnyOperator].map((operator, at) =>
      stage(operator, {
        credit: () => this.#creditAfter(at),
        accepting: () => !this.#isPendingAfter(at),
        sides: this.#sidesAfter(at),
      }),
    );
    this.#subscription = piped(this.#head, stages).subscribe({
      error: (cause: unknown) => {
        this.#failure ??= { cause };
      },
    });
    this.#throwIfFailed();
  }

  /** How many records may be pushed now. */
  credit(): number {
    return this.#creditAfter(-1);
  }

  pending(): boolean {
    return this.#fanOuts.some(({ operator }) => operator.pending());
  }

  /** For what the most downstream pending operator waits that did not get on. */
  waitsFor(): 'credit' | 'calls' {
    const pending = this.#fanOuts.find(({ operator }) => operator.pending());
    return pending?.operator.waitsFor?.() ?? 'credit';
  }

  /** Whether an operator holds records that wait for the world. */
  holdsRecords(): boolean {
    return this.#operators.some((operator) => operator.holdsRecords?.() ?? false);
  }

  push(element: Elements): void {
    if (element.kind !== 'run') tellSides(this.#sidesAfter(-1), element);
    this.#head.next(element);
    this.#throwIfFailed();
    this.#flushSides();
  }

  /** Nothing follows; nothing may be pending. */
  complete(): void {
    for (const side of this.#sidesAfter(-1)) side.onEnd();
    this.#head.complete();
    this.#throwIfFailed();
  }

  /** Goes on with pending operators, the most downstream first; true when one got some way. */
  resume(): boolean {
    const pending = this.#fanOuts.find(({ operator }) => operator.pending());
    const progressed = pending?.operator.resume() ?? false;
    this.#throwIfFailed();
    this.#flushSides();
    return progressed;
  }

  finished(): boolean {
    return this.#tail.finished();
  }

  /** Of every operator, whatever one of them throws: others have calls and timers to take back. */
  dispose(): void {
    this.#subscription?.unsubscribe();
    let failure: { readonly cause: unknown } | undefined;
    for (const operator of this.#operators) {
      try {
        operator.dispose?.();
      } catch (cause) {
        failure ??= { cause };
      }
    }
    if (failure !== undefined) throw failure.cause;
  }

  // A side output of the operator at `place` itself was counted when that was given its records.
  #creditAfter(place: number): number {
    if (this.#isPendingAfter(place)) return 0;
    let credit = this.#tail.credit();
    for (const { after, output } of this.#sides) {
      if (after > place || place === -1) credit = Math.min(credit, output.credit());
    }
    return credit;
  }

  #isPendingAfter(place: number): boolean {
    for (const { at, operator } of this.#fanOuts) {
      if (at > place && operator.pending()) return true;
    }
    return false;
  }

  #sidesAfter(place: number): readonly SideOutput[] {
    return this.#sides.filter(({ after }) => after === place).map(({ output }) => output);
  }

  // What a step emitted is sent at its end, also beside the main stream (C4).
  #flushSides(): void {
    for (const { output } of this.#sides) output.flush();
  }

  #throwIfFailed(): void {
    if (this.#failure !== undefined) throw this.#failure.cause;
  }
}

function piped(
  source: Observable<Elements>,
  stages: readonly OperatorFunction<Elements, Elements>[],
): Observable<Elements> {
  return stages.reduce((stream, operator) => stream.pipe(operator), source);
}
