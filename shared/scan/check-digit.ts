/** Whether the last digit is the GS1 check digit of the digits before it; the weights are 1 and 3 in turn, from the right. */
export function hasCheckDigit(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}
