/**
 * Owns: process functions of streams without keys, of one stream or of two: called with each record.
 * Refuses: timers, which belong to keys.
 *
 * K10. State that the function does not declare is refused by its name, unless it holds nothing.
 */
import type { CodecReader, CodecWriter } from '../../model/codec.js';
import type { AnyProcessFunction } from '../../model/process-function.js';
import type { InputOrdinal } from '../../model/run.js';
import type { OperatorStateDeclarations } from '../../model/state-declaration.js';
import type { Timestamp } from '../../model/time.js';
import type { ElementHandler, HandlerPorts, SubtaskPlace } from '../operator/element-handler.js';
import { FunctionContext, type ContextParts } from './function-context.js';
import { OperatorList } from './operator-list.js';
import { stateUnclaimed } from './state-unclaimed.js';

export interface ProcessHandlerParts {
  readonly name: string;
  readonly declarations: OperatorStateDeclarations;
  /** What is done with the records of each input, by ordinal. */
  readonly inputs: readonly AnyProcessFunction['processElement'][];
}

export class ProcessHandler implements ElementHandler {
  readonly #parts: ProcessHandlerParts;
  readonly #lists: Readonly<Record<string, OperatorList>>;
  readonly #call: ContextParts['call'];
  readonly #context: FunctionContext<Readonly<Record<string, OperatorList>>>;

  constructor(parts: ProcessHandlerParts, lent: ContextParts) {
    this.#parts = parts;
    const names = Object.keys(parts.declarations);
    this.#lists = Object.freeze(
      Object.fromEntries(names.map((name) => [name, new OperatorList()])),
    );
    this.#call = lent.call;
    this.#context = new FunctionContext(lent, this.#lists);
  }

  open(ports: HandlerPorts): void {
    this.#context.open(ports);
  }

  onElement(value: unknown, timestamp: Timestamp, ordinal: InputOrdinal): undefined {
    const [call, context] = [this.#call, this.#context];
    const processElement = this.#parts.inputs[ordinal]!;
    try {
      call.beginRecord(timestamp);
      call.refusePromise(processElement(value, context, context));
    } finally {
      call.end();
    }
  }

  snapshot(writer: CodecWriter): void {
    const lists = Object.entries(this.#lists);
    writer.write(lists.length);
    for (const [name, list] of lists) {
      const entries = list.get();
      writer.write([name, entries.length]);
      for (const entry of entries) writer.write(entry);
    }
  }

  restore(written: readonly CodecReader[], place: SubtaskPlace): void {
    const old = written.map(listsOf);
    for (const name of new Set(old.flatMap((lists) => [...lists.keys()]))) {
      const list = this.#lists[name];
      const ofEach = old.map((lists) => lists.get(name) ?? []);
      if (list !== undefined) list.update(this.#shareOf(name, ofEach, place));
      else if (ofEach.flat().length > 0) throw stateUnclaimed(this.#parts.name, name);
    }
  }

  // What is split goes to each in turn, so that all have as many; where they are as many as before, each
  // has its own again.
  #shareOf(
    name: string,
    ofEach: readonly (readonly unknown[])[],
    { index, parallelism }: SubtaskPlace,
  ): readonly unknown[] {
    const all = ofEach.flat();
    if (this.#parts.declarations[name]?.redistribution === 'union') return all;
    if (ofEach.length === parallelism) return ofEach[index]!;
    return all.filter((_, at) => at % parallelism === index);
  }
}

function listsOf(reader: CodecReader): ReadonlyMap<string, readonly unknown[]> {
  const lists = new Map<string, readonly unknown[]>();
  for (let left = reader.next() as number; left > 0; left--) {
    const [name, count] = reader.next() as [string, number];
    lists.set(
      name,
      Array.from({ length: count }, () => reader.next()),
    );
  }
  return lists;
}
