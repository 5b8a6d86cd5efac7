/** The decorations of a set or of one of its products: one a line, without empty lines. */
export const decorationsOf = (decoration: string | null): string[] =>
  (decoration ?? '')
    .split('\n')
    .map((one) => one.trim())
    .filter(Boolean);
