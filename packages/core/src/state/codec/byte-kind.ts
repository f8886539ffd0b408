/**
 * Owns: the kinds of raw bytes: buffers and the views of them. Their order is part of the format.
 * Refuses: shared buffers, which are no value but a place.
 */

export interface ByteKind {
  readonly name: string;
  readonly prototype: object;
  /** What was encoded, over bytes of its own. */
  readonly of: (buffer: ArrayBuffer) => unknown;
}

interface ViewClass {
  readonly name: string;
  readonly prototype: object;
  new (buffer: ArrayBuffer): unknown;
}

const view = (viewClass: ViewClass): ByteKind => ({
  name: viewClass.name,
  prototype: viewClass.prototype,
  of: (buffer) => new viewClass(buffer),
});

const arrayBuffer: ByteKind = {
  name: 'ArrayBuffer',
  prototype: ArrayBuffer.prototype,
  of: (buffer) => buffer,
};

const VIEWS: readonly ByteKind[] = [
  arrayBuffer,
  ...[DataView, Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array].map(view),
  ...[Int32Array, Uint32Array, Float32Array, Float64Array].map(view),
  ...[BigInt64Array, BigUint64Array].map(view),
];

/* eslint-disable no-restricted-globals -- A user's state may hold a Buffer, and as another class it
   would answer toString() differently after a restore; where there is none, none is encoded. */
const NODE: readonly ByteKind[] =
  typeof Buffer === 'undefined'
    ? []
    : [{ name: 'Buffer', prototype: Buffer.prototype, of: (buffer) => Buffer.from(buffer) }];
/* eslint-enable no-restricted-globals */

export const BYTE_KINDS: readonly ByteKind[] = [...VIEWS, ...NODE];

/** A copy of the bytes that a buffer or view shows, in the order in which they lie in memory. */
export function bytesOf(value: ArrayBuffer | ArrayBufferView): Uint8Array {
  if (!ArrayBuffer.isView(value)) return new Uint8Array(value);
  return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
}
