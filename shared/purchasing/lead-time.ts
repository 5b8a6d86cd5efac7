/** Days from order to delivery where neither the SKU nor its supplier has a lead time. */
export const DEFAULT_LEAD_TIME_DAYS = 14;

const dayMs = 86_400_000;

/** When a line is expected that has no date, nor its order: calendar days after the approval. */
export const expectedOn = (approved_on: string, lead_time_days: number | null): string =>
  new Date(Date.parse(approved_on) + (lead_time_days ?? DEFAULT_LEAD_TIME_DAYS) * dayMs).toISOString().slice(0, 10);
