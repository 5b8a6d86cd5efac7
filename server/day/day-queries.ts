import { z } from 'zod';
import { policy } from '../../shared/policy.ts';
import type { Ctx } from '../core/context.ts';
import { authorize } from '../core/problem.ts';
import { orderWork } from './order-work-queries.ts';
import { otherWork } from './other-work-queries.ts';

const row = z.object({ total: z.int() });
const since = row.extend({ oldest_at: z.string().nullable().describe('Since when the oldest has waited') });
const dated = row.extend({ oldest_on: z.string().nullable().describe('The earliest day by which one was due') });
const due = since.extend({ qty_due: z.int().describe('How many of them are required today or were required earlier') });
const clients = z.array(z.object({ name: z.string(), total: z.int() })).describe('The clients with most of them');

export const dayBoard = z.object({
  now: z.string(),
  ready: due.describe('Fully allocated orders that can be released'),
  late: dated.extend({ clients }).describe('Orders that were required before today and have not been shipped in full'),
  short: due.describe('Orders that wait for stock'),
  courier: since.describe('Orders that wait for a courier'),
  stuck: since
    .extend({ order_number: z.string().nullable(), booking_error: z.string().nullable() })
    .describe('Orders that have waited for a courier too long, or whose booking failed, and the oldest of them'),
  missing: since
    .extend({ dispatch_number: z.string().nullable(), name: z.string().nullable() })
    .describe('Parcels that clients have reported as not arrived, and the oldest report with its client'),
  returns: since.extend({ clients }).describe('Returns to decide'),
  drafts: since.extend({ requests: z.int(), drafts: z.int() }).describe('Drafts and requests of clients'),
  counts: since
    .extend({ sku: z.string().nullable(), difference: z.int().nullable() })
    .describe('Counts that wait for the office, and the oldest of them'),
  checks: since.extend({ qty_missing: z.int() }).describe('SKUs of which a picker did not find items, and that nobody has counted since'),
  arriving: dated.extend({ overdue: z.int(), qty_items: z.int() }).describe('Purchase orders with items that are due today or were due earlier'),
  tablets: since
    .extend({ device: z.string().nullable(), name: z.string().nullable(), qty_unsent: z.int() })
    .describe('Tablets that have unsent work or have not been seen for a day, and the one not seen for longest'),
  mail: since.extend({ to: z.string().nullable() }).describe('Emails that failed, and the address of the oldest'),
});
export type DayBoard = z.infer<typeof dayBoard>;

/** What waits for the office today: how many of each kind, and how long the oldest has waited. Each number is the total of a list. */
export async function readDay(ctx: Ctx): Promise<DayBoard> {
  authorize(policy.use_office(ctx.actor));
  return { now: ctx.now, ...(await orderWork(ctx)), ...(await otherWork(ctx)) };
}
