/**
 * Owns: numbers as DynamoDB sees them: decimal digits and a power of ten, whatever their spelling.
 * Refuses: JavaScript's arithmetic; a number never passes through a double on its way.
 *
 * D8. Numbers are compared by value: 1, 1.0 and 1e0 have one canonical text, and so have 0 and -0.
 * D9. At most 38 significant digits, and a magnitude of 1e-130 to 9.99...e125, or zero.
 */

interface DecimalParts {
  readonly sign: '' | '-';
  /** Significant digits without zeros at either end; empty for zero. */
  readonly digits: string;
  /** The power of ten of the first digit, as in scientific notation. */
  readonly exponent: number;
}

const SPELLING = /^([+-]?)(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?$/;
const DIGITS_MAX = 38;
const EXPONENT_MIN = -130;
const EXPONENT_MAX = 125;

/** The text that all spellings of one number share. The caller knows that it is a number. */
export function canonicalNumber(text: string): string {
  const { sign, digits, exponent } = partsOf(text) ?? notANumber(text);
  return digits === '' ? '0' : `${sign}${digits}e${String(exponent)}`;
}

/** Why DynamoDB would refuse the number, or `undefined` when it takes it. */
export function numberFault(text: string): string | undefined {
  const parts = partsOf(text);
  if (parts === undefined) return 'is not a decimal number';
  if (parts.digits.length > DIGITS_MAX) {
    return `has ${String(parts.digits.length)} significant digits, and DynamoDB keeps 38`;
  }
  if (parts.exponent > EXPONENT_MAX) return 'is too large: DynamoDB ends below 1e126';
  return parts.exponent < EXPONENT_MIN ? 'is too small: DynamoDB begins at 1e-130' : undefined;
}

/**
 * The stored size: about a byte for two significant digits, and one more. The documentation calls
 * its rule approximate; this is its lower bound, so that no item is refused that the service takes.
 */
export function numberBytes(text: string): number {
  return 1 + Math.ceil((partsOf(text)?.digits.length ?? 0) / 2);
}

function partsOf(text: string): DecimalParts | undefined {
  const match = SPELLING.exec(text);
  if (match === null) return undefined;
  const [, sign, whole = '', fraction = '', power] = match;
  const all = whole + fraction;
  if (all === '') return undefined;
  const significant = all.replace(/^0+/, '');
  const digits = significant.replace(/0+$/, '');
  if (digits === '') return { sign: '', digits, exponent: 0 };
  const leadingZeros = all.length - significant.length;
  const exponent = whole.length - leadingZeros - 1 + Number(power ?? 0);
  return { sign: sign === '-' ? '-' : '', digits, exponent };
}

function notANumber(text: string): never {
  throw new TypeError(`${text} is not a decimal number`);
}
