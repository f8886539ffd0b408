/**
 * Owns: the sentences with which a sink fails its job, and their codes.
 * Refuses: stacks and dumps: a record is shown in part.
 */
import { MillraceError, isMillraceError, messageOf } from '../../model/error.js';

/** How much of a record a message shows, in characters. */
const RECORD_SHOWN_MAX = 200;

export class SinkErrors<E> {
  readonly #operator: string;
  readonly #describe: (entry: E) => string;

  constructor(operator: string, describe: (entry: E) => string) {
    this.#operator = operator;
    this.#describe = describe;
  }

  error(code: string, what: string, cause?: unknown): MillraceError {
    const operator = this.#operator;
    return new MillraceError(code, `The sink ${operator} ${what}`, { operator, cause });
  }

  /** The service refused this entry, alone. */
  refusal(entry: E, reason: string, cause: unknown): MillraceError {
    const key = this.#describe(entry);
    const message = `The sink ${this.#operator} was refused the record ${key}: ${reason}`;
    return this.#refused(message, key, cause);
  }

  /** The connector could not make an entry of this record. */
  unacceptable(record: unknown, cause: unknown): MillraceError {
    const what = `cannot take the record ${shown(record)}: ${messageOf(cause)}`;
    const key = isMillraceError(cause) ? cause.key : undefined;
    return this.#refused(`The sink ${this.#operator} ${what}`, key, cause);
  }

  #refused(message: string, key: unknown, cause: unknown): MillraceError {
    const operator = this.#operator;
    return new MillraceError('SINK_RECORD_REFUSED', message, { operator, key, cause });
  }
}

function shown(record: unknown): string {
  const text = asText(record);
  return text.length <= RECORD_SHOWN_MAX ? text : `${text.slice(0, RECORD_SHOWN_MAX)}...`;
}

// JSON says undefined of some values, and throws for bigints and circles.
function asText(record: unknown): string {
  try {
    return JSON.stringify(record) ?? String(record);
  } catch {
    return Object.prototype.toString.call(record);
  }
}
