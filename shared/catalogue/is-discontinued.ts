/** Whether a product is discontinued at `now`. It is sold until `discontinued_at`. Both times are ISO 8601 in UTC. */
export const isDiscontinued = (discontinued_at: string | null, now: string): boolean => discontinued_at !== null && discontinued_at <= now;
