import { foldText } from '../folded.ts';

/** The words of a text in lower case: each is a run of letters and digits. */
export const wordsOf = (text: string): string[] =>
  foldText(text)
    .split(/[^\p{L}\p{N}]/u)
    .filter(Boolean);

/** The number of letters from which a typed word may have one mistake. */
const FORGIVEN_FROM = 5;

/** Whether two texts differ at most by one letter that is wrong, missing, added, or swapped with its neighbour. */
function isOneMistakeAway(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  let start = 0;
  while (start < short.length && short[start] === long[start]) start += 1;
  if (long.length > short.length) return short.slice(start) === long.slice(start + 1);
  const isExchanged = short[start] === long[start + 1] && short[start + 1] === long[start] && short.slice(start + 2) === long.slice(start + 2);
  return isExchanged || short.slice(start + 1) === long.slice(start + 1);
}

/** Whether a word begins with a typed word. A long typed word may have one mistake. */
function beginsWord(typed: string, word: string): 'exactly' | 'nearly' | false {
  if (word.startsWith(typed)) return 'exactly';
  if (typed.length < FORGIVEN_FROM) return false;
  const starts = [typed.length - 1, typed.length, typed.length + 1].map((length) => word.slice(0, length));
  return starts.some((start) => isOneMistakeAway(typed, start)) && 'nearly';
}

/**
 * How well `typed` matches `word`, which comes from a text with this weight. A lower number is better; null if `word` does not begin with `typed`.
 * The first text has weight 0.
 */
export function costOfWord(typed: string, word: string, weight: number): number | null {
  const begins = beginsWord(typed, word);
  return begins === false ? null : weight * 2 + (begins === 'nearly' ? 20 : word === typed ? 0 : 1);
}

/**
 * How well texts match the typed words: lower is better, null if one of the typed words does not begin any word of the texts. The texts are in the
 * sequence of their weight.
 */
export function matchWords(typed: readonly string[], texts: readonly string[]): number | null {
  const words = texts.flatMap((text, weight) => wordsOf(text).map((word) => ({ word, weight })));
  let cost = 0;
  for (const one of typed) {
    const costs = words.flatMap(({ word, weight }) => costOfWord(one, word, weight) ?? []);
    if (!costs.length) return null;
    cost += Math.min(...costs);
  }
  return cost;
}
