/** A return's number: its id, padded to five digits. */
export const returnNumber = (id: number): string => String(id).padStart(5, '0');
