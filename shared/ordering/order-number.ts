/** An order's number as people write it. */
export const orderNumber = (id: number): string => String(id).padStart(5, '0');
