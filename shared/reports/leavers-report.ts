import { z } from 'zod';

/** The formats of the report of leavers: a table to calculate with. */
export const leaversReportFormats = ['csv', 'xlsx'] as const;
const empty = (value: unknown): unknown => (value === '' ? undefined : value);

/** The query of the office's report of leavers: of one client, or of all. */
export const leaversReportQuery = z.object({
  account: z.preprocess(empty, z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional()),
  format: z.preprocess(empty, z.enum(leaversReportFormats).default('csv')),
});
export type LeaversReportQuery = z.infer<typeof leaversReportQuery>;

/** The query of a client's own report of leavers. */
export const ownLeaversReportQuery = leaversReportQuery.omit({ account: true });
