/** "Ann", "Ann and Bob", "Ann, Bob and Cy". */
export const listText = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
