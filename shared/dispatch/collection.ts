/** Services for which no courier is booked: the goods are collected, or handed over. */
export const COLLECTION = '999';

/** Whether the client collects what a dispatch carries. */
export const isCollection = ({ service_key }: { service_key: string }): boolean => service_key === COLLECTION;
