/** What the example uses of dynalite, which has no types of its own. */
declare module 'dynalite' {
  import type { Server } from 'node:http';

  // eslint-disable-next-line no-restricted-syntax -- it is what the package exports
  export default function dynalite(options?: {
    readonly createTableMs?: number;
    readonly deleteTableMs?: number;
  }): Server;
}
