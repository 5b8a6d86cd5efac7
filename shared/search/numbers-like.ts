/** How many numbers with further digits are tried before, and how many after, the typed ones. */
const MAX_NUMBERS = 20;

/**
 * The numbers up to `highest` that typed digits may stand for, the likeliest first: the number itself, then the highest numbers that end with the
 * digits, then the highest that begin with them. At most 41; leading zeros are ignored. Fewer than three digits stand only for themselves.
 */
export function numbersLike(digits: string, highest: number): number[] {
  const typed = Number(digits);
  const own = typed >= 1 && typed <= highest ? [typed] : [];
  if (digits.length < 3 || !Number.isSafeInteger(typed)) return own;
  return [...new Set([...own, ...endings(typed, 10 ** digits.length, highest), ...beginnings(typed, highest)])];
}

function endings(typed: number, step: number, highest: number): number[] {
  const last = highest - ((((highest - typed) % step) + step) % step);
  return Array.from({ length: MAX_NUMBERS }, (_, n) => last - n * step).filter((number) => number > typed);
}

function beginnings(typed: number, highest: number): number[] {
  if (typed < 1) return [];
  const numbers: number[] = [];
  let width = 10;
  while (typed * width <= highest) width *= 10;
  for (width /= 10; width > 1 && numbers.length < MAX_NUMBERS; width /= 10)
    for (let number = Math.min(highest, (typed + 1) * width - 1); number >= typed * width && numbers.length < MAX_NUMBERS; number--)
      numbers.push(number);
  return numbers;
}
