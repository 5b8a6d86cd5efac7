/** An order as people name it. */
export const orderNumber = (id: number): string => String(id).padStart(5, '0');
