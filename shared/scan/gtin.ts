/** A trade item number without the zeros that scanners add or drop: the same for UPC-A, EAN-13 and a GS1 label of that item. Null for other texts. */
export function gtinOf(text: string): string | null {
  const digits = /^\d{8,14}$/.test(text) ? text : /^\(?01\)?(\d{14})/.exec(text)?.[1];
  if (!digits || !hasCheckDigit(digits)) return null;
  return digits.replace(/^0+/, '');
}

/** Whether the last digit checks the others as GS1 reckons: with the weights 1 and 3 in turn, from the right. */
export function hasCheckDigit(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}
