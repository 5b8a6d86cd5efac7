/** Characters that a database cannot store in a text: NUL, and half of a surrogate pair. */
const unkeptCharacter = /[\0\p{Cs}]/u;
const unkeptCharacters = new RegExp(unkeptCharacter, 'gu');

/** Whether a text can be stored as it is. */
export const isKept = (text: string): boolean => !unkeptCharacter.test(text);

/** Replaces every character of a text that cannot be stored by the replacement character U+FFFD. */
export const keptText = (text: string): string => text.replaceAll(unkeptCharacters, '\uFFFD');

/** The dotted path of the first text in a value, at any depth, that cannot be stored; null if all can. */
export function unkept(whole: unknown): string | null {
  const pending: { value: unknown; path: string }[] = [{ value: whole, path: '' }];
  for (let at = pending.pop(); at; at = pending.pop()) {
    const { value, path } = at;
    if (typeof value === 'string' && !isKept(value)) return path || 'body';
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, part] of Object.entries(value)) {
      if (!isKept(key)) return path || 'body';
      pending.push({ value: part, path: path ? `${path}.${key}` : key });
    }
  }
  return null;
}
