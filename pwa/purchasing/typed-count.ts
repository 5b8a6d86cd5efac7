/** The number that a quantity field holds; 0 if it holds none. */
export const countOf = (text: string | undefined): number => (text && /^\d+$/.test(text.trim()) ? Number(text) : 0);

/** Whether a quantity field is empty or holds a number. */
export const isCount = (text: string | undefined): boolean => !text?.trim() || /^\d+$/.test(text.trim());
