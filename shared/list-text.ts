/** "Ann", "Ann and Bob", "Ann, Bob and Cy"; with `or` the last two are alternatives. */
export const listText = (words: readonly string[], link: 'and' | 'or' = 'and'): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${link} ${words.at(-1)}`;
