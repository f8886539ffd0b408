/**
 * Owns: `process()` on a stream without keys: the user's function, called with each record.
 * Refuses: timers, which belong to keys.
 */
import type { ProcessSpec } from '../../model/graph.js';
import type { Timestamp } from '../../model/time.js';
import type { ElementHandler, HandlerPorts } from '../operator/element-handler.js';
import { FunctionContext, type ContextParts } from './function-context.js';
import { OperatorList } from './operator-list.js';

export class ProcessHandler implements ElementHandler {
  readonly #function: ProcessSpec['function'];
  readonly #lists: Readonly<Record<string, OperatorList>>;
  readonly #call: ContextParts['call'];
  readonly #context: FunctionContext<Readonly<Record<string, OperatorList>>>;

  constructor(spec: ProcessSpec, parts: ContextParts) {
    this.#function = spec.function;
    const names = Object.keys(spec.function.state ?? {});
    this.#lists = Object.freeze(
      Object.fromEntries(names.map((name) => [name, new OperatorList()])),
    );
    this.#call = parts.call;
    this.#context = new FunctionContext(parts, this.#lists);
  }

  open(ports: HandlerPorts): void {
    this.#context.open(ports);
  }

  onElement(value: unknown, timestamp: Timestamp): undefined {
    const [call, context] = [this.#call, this.#context];
    try {
      call.beginRecord(timestamp);
      call.refusePromise(this.#function.processElement(value, context, context));
    } finally {
      call.end();
    }
  }
}
