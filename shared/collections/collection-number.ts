/** A collection's number, which is also the code on its slip: C-00001. */
export const collectionNumber = (id: number): string => `C-${String(id).padStart(5, '0')}`;

/** The collection's id, from the code on its slip; null for any other text. */
export function collectionIdOf(text: string): number | null {
  const [, digits] = /^C-(\d{1,15})$/i.exec(text.trim()) ?? [];
  return digits === undefined ? null : Number(digits);
}
