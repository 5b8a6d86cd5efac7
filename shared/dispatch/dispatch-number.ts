/** A dispatch as people name it: the letter keeps it apart from an order's number, also for a scanner. */
export const dispatchNumber = (id: number): string => `D-${String(id).padStart(5, '0')}`;

/** The dispatch that a number names, or null when it is none of ours. */
export const dispatchOfNumber = (text: string): number | null => {
  const digits = /^d-?0*([1-9]\d{0,14})$/i.exec(text.trim())?.[1];
  return digits ? Number(digits) : null;
};
