/** Under which topic wearers are asked for the sizes of an order. */
export const sizesTopic = ({ id }: { id: number }): string => `sizes:${id}`;
