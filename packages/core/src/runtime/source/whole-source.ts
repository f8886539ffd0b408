/**
 * Owns: a source that is read whole, by one reader, as the only split of its input.
 * Refuses: splits.
 */
import type { SourceReader } from '../../model/source.js';
import type { SplitIntake, SplitSupply } from './split-supply.js';

export class WholeSource implements SplitSupply {
  readonly #name: string;
  readonly #reader: SourceReader<unknown>;

  constructor(name: string, reader: SourceReader<unknown>) {
    this.#name = name;
    this.#reader = reader;
  }

  open(intake: SplitIntake): void {
    intake.add(this.#name, this.#reader);
    this.#reader.open();
  }

  isOver(): boolean {
    return true;
  }

  onFinished(): void {
    // The end of the only split is the end of the input.
  }

  endInput(): 'ends-here' | 'ends-by-itself' {
    if (this.#reader.endInput === undefined) return 'ends-here';
    this.#reader.endInput();
    return 'ends-by-itself';
  }

  metrics(): Readonly<Record<string, number>> {
    return this.#reader.metrics?.() ?? {};
  }

  close(): Promise<void> | void {
    return this.#reader.close();
  }
}
