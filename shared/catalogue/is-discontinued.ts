/** Whether a product is discontinued at a time, both in ISO 8601 UTC; before its date it is still sold. */
export const isDiscontinued = (discontinued_at: string | null, now: string): boolean => discontinued_at !== null && discontinued_at <= now;
