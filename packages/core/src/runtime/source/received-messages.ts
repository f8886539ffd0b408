/**
 * Owns: the messages that were received and not acknowledged, and how far each has come.
 * Refuses: to talk to the queue. A message is known by its identity.
 *
 * It waits until the reader gives it, is given then, and leaves when it is acknowledged or given up.
 * A message whose hold is lost stays: all that comes of it is written, and acknowledging may succeed.
 */
export class ReceivedMessages<M extends object> {
  readonly #waiting: M[] = [];
  #given: M[] = [];
  readonly #unacknowledged = new Map<M, 'held' | 'lost'>();

  /** How many are not acknowledged. */
  get size(): number {
    return this.#unacknowledged.size;
  }

  /** How many have yet to be given. */
  waiting(): number {
    return this.#waiting.length;
  }

  /** How many were given since `takeGiven`. */
  given(): number {
    return this.#given.length;
  }

  add(messages: readonly M[]): void {
    this.#waiting.push(...messages);
    for (const message of messages) this.#unacknowledged.set(message, 'held');
  }

  /** The next to be given; it counts as given from now on. */
  next(): M | undefined {
    const message = this.#waiting.shift();
    if (message !== undefined) this.#given.push(message);
    return message;
  }

  /** Those that were given since the last call. */
  takeGiven(): readonly M[] {
    const given = this.#given;
    this.#given = [];
    return given;
  }

  /** Nothing is to be done with them any more. */
  remove(messages: readonly M[]): void {
    for (const message of messages) this.#unacknowledged.delete(message);
  }

  /** The queue says that the message is not ours any more. */
  loseHold(messages: readonly M[]): void {
    for (const message of messages) {
      if (this.#unacknowledged.has(message)) this.#unacknowledged.set(message, 'lost');
    }
  }

  /** Those that nobody else gets, as far as we know. */
  held(): readonly M[] {
    return [...this.#unacknowledged].flatMap(([message, hold]) => (hold === 'held' ? message : []));
  }
}
