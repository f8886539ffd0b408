/**
 * Owns: a queue with room at both ends of its line: first in, first out, and back to the front.
 * Refuses: to move what it holds; every operation is O(1), and growing never stalls.
 */

interface Link<T> {
  readonly value: T;
  next: Link<T> | undefined;
}

export class LinkedQueue<T> {
  private first: Link<T> | undefined;
  private last: Link<T> | undefined;
  private length = 0;

  get size(): number {
    return this.length;
  }

  peek(): T | undefined {
    return this.first?.value;
  }

  pushBack(value: T): void {
    const link = { value, next: undefined };
    if (this.last === undefined) this.first = link;
    else this.last.next = link;
    this.last = link;
    this.length += 1;
  }

  pushFront(value: T): void {
    this.first = { value, next: this.first };
    this.last ??= this.first;
    this.length += 1;
  }

  popFront(): T | undefined {
    const link = this.first;
    if (link === undefined) return undefined;
    this.first = link.next;
    if (this.first === undefined) this.last = undefined;
    this.length -= 1;
    return link.value;
  }
}
