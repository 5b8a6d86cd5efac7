const BETWEEN = ': ';

/** The decoration of a line as one stored text for the embroiderer: the chosen decoration, then the instruction. */
export const joinDecoration = (choice: string, instruction: string): string => [choice, instruction.trim()].filter(Boolean).join(BETWEEN);

/** Splits a stored decoration into the offered decoration at its beginning (`choice`) and the instruction after it. */
export function splitDecoration(decoration: string | null, offered: readonly string[]): { choice: string; instruction: string } {
  if (!decoration) return { choice: offered.length === 1 ? (offered[0] ?? '') : '', instruction: '' };
  const choice = offered.find((one) => decoration === one) ?? offered.find((one) => decoration.startsWith(one + BETWEEN)) ?? '';
  return { choice, instruction: choice ? decoration.slice(choice.length + BETWEEN.length) : decoration };
}

/** Whether a stored decoration is one of the offered ones, with or without an instruction; true where none is offered. */
export const isDecorationOffered = (decoration: string | null, offered: readonly string[]): boolean =>
  offered.length === 0 || (decoration !== null && splitDecoration(decoration, offered).choice !== '');
