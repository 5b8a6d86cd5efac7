/** A dispatch's number as people write it. The leading letter distinguishes it, typed or scanned, from an order's number. */
export const dispatchNumber = (id: number): string => `D-${String(id).padStart(5, '0')}`;

/** The id of the dispatch that a number names; null for a text that is not a dispatch number. */
export const dispatchOfNumber = (text: string): number | null => {
  const digits = /^d-?0*([1-9]\d{0,14})$/i.exec(text.trim())?.[1];
  return digits ? Number(digits) : null;
};
