/** Whether a product is discontinued at `now`, both times in ISO 8601 UTC. Before its date a product is still sold. */
export const isDiscontinued = (discontinued_at: string | null, now: string): boolean => discontinued_at !== null && discontinued_at <= now;
