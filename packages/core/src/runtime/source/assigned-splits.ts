/**
 * Owns: the splits that one subtask of a source was assigned: their readers, from open to close.
 * Refuses: to choose splits; the enumerator does, which is asked when none is left.
 */
import type { PostMail } from '../../model/mail.js';
import type { SourceReaderContext } from '../../model/source.js';
import type { SourceSplit, SplitReader, SplitSource } from '../../model/split.js';
import type { SplitCoordinator } from './split-coordinator.js';
import type { SplitIntake, SplitSupply } from './split-supply.js';

export interface AssignedSplitsParts {
  readonly source: SplitSource<unknown>;
  readonly subtask: number;
  readonly coordinator: SplitCoordinator;
  readonly context: SourceReaderContext;
}

export class AssignedSplits implements SplitSupply {
  readonly #parts: AssignedSplitsParts;
  readonly #readers = new Map<string, SplitReader<unknown>>();
  /** Readers of finished splits that have not let go yet. */
  readonly #closing = new Set<Promise<void>>();
  #status: 'more-may-come' | 'over' = 'more-may-come';
  #intake!: SplitIntake;

  constructor(parts: AssignedSplitsParts) {
    this.#parts = parts;
    const { coordinator, subtask, context } = parts;
    coordinator.join(subtask, {
      post: context.post,
      onAssigned: (split) => {
        this.#onAssigned(split);
      },
      onNoSplits: () => {
        if (this.#status === 'more-may-come') this.#intake.onNoSplits();
      },
      onNoMoreSplits: () => {
        if (this.#status === 'over') return;
        this.#status = 'over';
        this.#intake.onNoMoreSplits();
      },
    });
  }

  open(intake: SplitIntake): void {
    this.#intake = intake;
    const { coordinator, subtask } = this.#parts;
    if (subtask === 0) coordinator.open();
    coordinator.request(subtask);
  }

  isOver(): boolean {
    return this.#status === 'over';
  }

  onFinished(id: string, left: 'some-left' | 'none-left'): void {
    const { coordinator, subtask, context } = this.#parts;
    const reader = this.#readers.get(id)!;
    this.#readers.delete(id);
    this.#letGo(reader, context.post);
    coordinator.finish(subtask, id, left);
  }

  // Whatever is assigned from now on will not be read.
  endInput(): 'ends-here' {
    this.#status = 'over';
    return 'ends-here';
  }

  metrics(): Readonly<Record<string, number>> {
    return { numSplits: this.#readers.size };
  }

  close(): Promise<void> {
    const { coordinator, subtask } = this.#parts;
    const closing = [...this.#readers.values()].map(async (reader) => reader.close());
    if (subtask === 0) closing.push(Promise.resolve(coordinator.close()));
    return Promise.all([...closing, ...this.#closing]).then(() => undefined);
  }

  #onAssigned(split: SourceSplit): void {
    if (this.#status === 'over') return;
    const { source, context } = this.#parts;
    const reader = source.createSplitReader(split, context);
    this.#readers.set(split.id, reader);
    reader.open();
    this.#intake.add(split.id, reader);
  }

  /** What goes wrong fails the job by mail; its end waits for the rest. */
  #letGo(reader: SplitReader<unknown>, post: PostMail): void {
    const closing = Promise.resolve(reader.close()).catch((cause: unknown) => {
      const deliver = (): void => {
        throw cause;
      };
      post({ name: 'source.split-close-failed', deliver });
    });
    this.#closing.add(closing);
    void closing.then(() => this.#closing.delete(closing));
  }
}
