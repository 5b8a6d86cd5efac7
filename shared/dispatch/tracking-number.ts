import { hasCheckDigit } from '../scan/check-digit.ts';

/**
 * How the check digit of a carrier's numbers is calculated: by GS1's method over all digits, or by the method of S10, a standard of the Universal
 * Postal Union.
 */
export const trackingChecks = ['mod10', 's10'] as const;

/** The format of a carrier group's tracking numbers. */
export interface TrackingForm {
  /** A regular expression for the whole number; null if only the check digit is known. */
  pattern: string | null;
  check: (typeof trackingChecks)[number] | null;
}

const S10 = /^[A-Z]{2}(\d{8})(\d)[A-Z]{2}$/;
const S10_WEIGHTS = [8, 6, 4, 2, 3, 5, 9, 7];

/** An item number of the Universal Postal Union: `RR473124829GB`. */
function isS10(number: string): boolean {
  const [, serial, check] = S10.exec(number) ?? [];
  if (!serial || !check) return false;
  const sum = S10_WEIGHTS.reduce((total, weight, place) => total + weight * Number(serial[place]), 0);
  const remainder = 11 - (sum % 11);
  return Number(check) === (remainder === 10 ? 0 : remainder === 11 ? 5 : remainder);
}

const checks: Record<(typeof trackingChecks)[number], (number: string) => boolean> = {
  mod10: (number) => {
    const digits = number.replace(/\D/g, '');
    return digits.length > 1 && hasCheckDigit(digits);
  },
  s10: isS10,
};

/** Whether a text can be a tracking number of this format. Case is ignored, because people also type numbers. */
export function isTrackingNumber({ pattern, check }: TrackingForm, text: string): boolean {
  const number = text.toUpperCase();
  if (pattern !== null && !new RegExp(`^(?:${pattern})$`, 'i').test(number)) return false;
  return check === null || checks[check](number);
}
