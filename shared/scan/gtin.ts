import { cleanKey } from '../clean-key.ts';
import { hasCheckDigit } from './check-digit.ts';
import { itemOfGs1 } from './gs1.ts';

/** The digits of a text that consists of digits, spaces and hyphens; null for other texts. */
const digitsOf = (text: string): string | null => (/^\d[\d\s-]*$/.test(text) ? text.replace(/[\s-]/g, '') : null);

/**
 * A trade item number without the zeros that scanners add or drop, and without spaces and hyphens. UPC-A, EAN-13, a GS1 label and a Digital Link of
 * one item give the same number. Null for other texts.
 */
export function gtinOf(text: string): string | null {
  const plain = digitsOf(text);
  const digits = plain && /^\d{8,14}$/.test(plain) ? plain : itemOfGs1(text);
  return digits && hasCheckDigit(digits) ? digits.replace(/^0+/, '') || null : null;
}

/** The lengths in which trade item numbers are printed. */
const printed = [8, 12, 13, 14];

/**
 * A barcode as it is stored. A trade item number is stored in the shortest of its printed forms, however it was entered, so that one item has one
 * number. Other codes are clean keys.
 */
export function cleanBarcode(text: string): string {
  const key = cleanKey(text);
  const digits = digitsOf(key);
  const gtin = digits === null || digits.length > 14 || printed.includes(digits.length) ? gtinOf(key) : null;
  if (gtin !== null) return gtin.padStart(printed.find((length) => length >= gtin.length) ?? 0, '0');
  return /^[\d ]+$/.test(key) ? key.replaceAll(' ', '') : key;
}
