/**
 * Owns: the price of a write in units: one for each KB begun, one for a delete.
 * Refuses: to know what was there before; the real price of replacing a larger item is higher.
 */
import { itemBytes } from '../src/item-size.js';
import type { WriteRequest } from '../src/item.js';

export function writeUnitsOf(request: WriteRequest): number {
  const item = request.PutRequest?.Item;
  return item === undefined ? 1 : Math.max(1, Math.ceil(itemBytes(item) / 1024));
}
