/** The topic of the requests to wearers for the sizes of an order. */
export const sizesTopic = ({ id }: { id: number }): string => `sizes:${id}`;
