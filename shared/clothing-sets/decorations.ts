/** The decorations of a set or of one of its products, from a text with one decoration per line; empty lines are left out. */
export const decorationsOf = (decoration: string | null): string[] =>
  (decoration ?? '')
    .split('\n')
    .map((one) => one.trim())
    .filter(Boolean);
