/**
 * Owns: the form of encoded bytes: format, checksum, length of the tokens, the tokens, the leaves.
 * Refuses: bytes of a newer format, and bytes that are not as they were written (K5).
 *
 * The leaves are one MessagePack array. It holds numbers, bigints and texts that UTF-8 can hold, and no
 * objects: so no extension that another user of msgpackr registers has a part in our format.
 */
import { Packr, RESET_BUFFER_MODE, REUSE_BUFFER_MODE } from 'msgpackr';
import { checksumOf } from './checksum.js';
import { TapeReader } from './tape-reader.js';
import type { Tape } from './tape.js';
import { unreadable } from './unreadable.js';

/** Grows when tokens or frame change; bytes of an older format stay readable. */
export const FORMAT_VERSION = 1;

const CHECKSUM_AT = 1;
const TOKENS_LENGTH_AT = 5;
const HEADER_BYTES = 9;

const packr = new Packr({ useRecords: false, useBigIntExtension: true });

/** With this mode msgpackr answers with its own buffer, which says where the packed bytes lie. */
interface PackedBuffer extends Uint8Array {
  readonly start: number;
  readonly end: number;
}

export function framed(tape: Tape): Uint8Array {
  const tokens = tape.tokens();
  const mode = REUSE_BUFFER_MODE | RESET_BUFFER_MODE;
  const packed = packr.pack(tape.leaves, mode) as unknown as PackedBuffer;
  const leaves = packed.subarray(packed.start, packed.end);
  const bytes = new Uint8Array(HEADER_BYTES + tokens.length + leaves.length);
  bytes.set(tokens, HEADER_BYTES);
  bytes.set(leaves, HEADER_BYTES + tokens.length);
  const header = viewOf(bytes);
  header.setUint8(0, FORMAT_VERSION);
  header.setUint32(TOKENS_LENGTH_AT, tokens.length);
  header.setUint32(CHECKSUM_AT, sumOf(header));
  return bytes;
}

export function unframed(bytes: Uint8Array): TapeReader {
  if (!ArrayBuffer.isView(bytes)) throw unreadable('they are no Uint8Array');
  if (bytes.length < HEADER_BYTES) throw unreadable('they are too few');
  refuseOtherFormat(bytes[0]!);
  const header = viewOf(bytes);
  if (header.getUint32(CHECKSUM_AT) !== sumOf(header)) throw unreadable('they are damaged');
  const leavesAt = HEADER_BYTES + header.getUint32(TOKENS_LENGTH_AT);
  if (leavesAt > bytes.length) throw unreadable('they are damaged');
  // A part of its own, for msgpackr leaves a property on what it reads.
  const leaves = packr.unpack(bytes.subarray(leavesAt)) as readonly unknown[];
  return new TapeReader(bytes.subarray(HEADER_BYTES, leavesAt), leaves);
}

function refuseOtherFormat(version: number): void {
  if (version === FORMAT_VERSION) return;
  if (version === 0) throw unreadable('they are damaged');
  const newest = String(FORMAT_VERSION);
  throw unreadable(
    `they have format ${String(version)} and this version of Millrace knows none beyond ${newest}`,
    { advice: 'use the version that wrote them' },
  );
}

// The format is the seed, so that no other format has the same sum.
function sumOf(bytes: DataView): number {
  return checksumOf(bytes, TOKENS_LENGTH_AT, bytes.getUint8(0));
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
