const BETWEEN = ': ';

/** The decoration of a line as it is stored: what is applied, and how, in one sentence for the embroiderer. */
export const joinDecoration = (choice: string, instruction: string): string => [choice, instruction.trim()].filter(Boolean).join(BETWEEN);

/** The two parts of a stored decoration: one of the offered ones, and the text after it. */
export function splitDecoration(decoration: string | null, offered: readonly string[]): { choice: string; instruction: string } {
  if (!decoration) return { choice: offered.length === 1 ? (offered[0] ?? '') : '', instruction: '' };
  const choice = offered.find((one) => decoration === one) ?? offered.find((one) => decoration.startsWith(one + BETWEEN)) ?? '';
  return { choice, instruction: choice ? decoration.slice(choice.length + BETWEEN.length) : decoration };
}
