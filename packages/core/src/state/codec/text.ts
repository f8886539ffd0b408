/**
 * Owns: which texts UTF-8 gives back as they were, and the code units of the others.
 * Refuses: to mend a text: a lone surrogate stays one (K5).
 */

// ES2024 has it, and so has every supported Node.js; the libraries of ES2023 do not know it.
interface Text {
  isWellFormed(): boolean;
}

const BYTE_ORDER_MARK = 0xfeff;

/** Lone surrogates are no UTF-8, and decoders drop a byte order mark at the beginning. */
export function survivesUtf8(text: string): boolean {
  return (text as unknown as Text).isWellFormed() && text.charCodeAt(0) !== BYTE_ORDER_MARK;
}

/** Two bytes a code unit, the lower first. */
export function codeUnitsOf(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length * 2);
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    bytes[at * 2] = unit & 0xff;
    bytes[at * 2 + 1] = unit >> 8;
  }
  return bytes;
}

/** So many that a call can take as arguments. */
const UNITS_PER_CALL_MAX = 4096;

export function textOfCodeUnits(bytes: Uint8Array): string {
  let text = '';
  for (let from = 0; from < bytes.length; from += UNITS_PER_CALL_MAX * 2) {
    const units: number[] = [];
    const end = Math.min(from + UNITS_PER_CALL_MAX * 2, bytes.length);
    for (let at = from; at < end; at += 2) units.push(bytes[at]! + bytes[at + 1]! * 0x100);
    text += String.fromCharCode(...units);
  }
  return text;
}
