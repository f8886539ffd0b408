/**
 * Owns: a collector that a test has in its hand: it answers, holds its answers back, or refuses.
 * Refuses: to forget a row that it has answered for.
 */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { PageCount } from './page-views.js';

export interface Collector {
  readonly url: string;
  /** In the order of the answers. */
  readonly rows: readonly PageCount[];
  /** How many requests wait for an answer. */
  held(): number;
  hold(): void;
  /** Answers what is held, and from now on at once. */
  release(): void;
  refuse(httpStatus: number): void;
  /** Resolves when a request has come that waits, or has waited before. */
  readonly heldOne: Promise<unknown>;
  close(): Promise<void>;
}

export async function startCollector(): Promise<Collector> {
  const rows: PageCount[] = [];
  const held: (() => void)[] = [];
  let answer: 'take' | 'hold' | number = 'take';
  let holding = (): void => undefined;
  const heldOne = new Promise<void>((resolve) => (holding = resolve));
  const take = (batch: readonly PageCount[], response: ServerResponse): void => {
    // Who has gone is not answered, and what it sent does not count.
    if (response.destroyed) return;
    rows.push(...batch);
    response.end();
  };
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      const batch = body as readonly PageCount[];
      if (answer === 'take') return take(batch, response);
      if (answer !== 'hold') return void response.writeHead(answer).end();
      held.push(() => take(batch, response));
      holding();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    rows,
    heldOne,
    held: () => held.length,
    hold: () => (answer = 'hold'),
    release: () => {
      answer = 'take';
      for (const go of held.splice(0)) go();
    },
    refuse: (httpStatus) => (answer = httpStatus),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
