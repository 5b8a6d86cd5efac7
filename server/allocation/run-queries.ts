import { and, asc, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { allocationRules, shortReasons } from '../../shared/allocation/share-out.ts';
import { groupBy } from '../../shared/group-by.ts';
import { orderNumber } from '../../shared/ordering/order-number.ts';
import { policy } from '../../shared/policy.ts';
import type { Ctx } from '../core/context.ts';

import { listQuery, type Page, readPage } from '../core/paging.ts';
import { authorize, requireFound } from '../core/problem.ts';
import { columnsOf } from '../db/columns-of.ts';
import { contains } from '../db/contains.ts';
import { personName, personNameIfAny } from '../db/person-name.ts';
import { runOutcomes, runStates } from '../db/tables/allocation.ts';
import { accounts, allocationRunLines, allocationRunOrders, allocationRuns, orderLines, orders, products, users } from '../db/tables/index.ts';

/** Upper limit of lines in one order's row; the order itself shows them all. */
const LINES_SHOWN = 30;

export const allocationRun = z.object({
  id: z.int(),
  rule: z.enum(allocationRules),
  is_preview: z.boolean(),
  preview_id: z.int().nullable(),
  carried_out_by: z.int().nullable().describe('The run that carried this preview out'),
  is_incoming: z.boolean().describe('Started by a receipt of goods'),
  state: z.enum(runStates),
  is_stopping: z.boolean(),
  account: z.object({ id: z.int(), name: z.string() }).nullable(),
  is_of_chosen_orders: z.boolean().describe('Somebody chose its orders one by one'),
  created_by: z.string().nullable(),
  created_at: z.string(),
  started_at: z.string().nullable(),
  moved_at: z.string().nullable(),
  ended_at: z.string().nullable(),
  orders_total: z.int(),
  orders_done: z.int(),
  orders_full: z.int(),
  orders_part: z.int(),
  orders_none: z.int(),
  orders_left_out: z.int(),
  qty_added: z.int(),
  qty_short: z.int(),
});
export type AllocationRun = z.infer<typeof allocationRun>;

export const runsQuery = listQuery({ orderBy: ['id'], default: 'id', sortedBy: 'desc', per_page: 50 });

const columns = columnsOf(allocationRuns, allocationRun, {
  carried_out_by: sql<
    number | null
  >`(select max(carried.id) from allocation_runs carried where carried.preview_id = ${allocationRuns.id} and ${allocationRuns.is_preview})`,
  is_incoming: sql<boolean>`${allocationRuns.product_ids} is not null`.mapWith(Boolean),
  account: { id: accounts.id, name: accounts.name },
  created_by: personNameIfAny(users),
});

const runsWhere = ({ db }: Pick<Ctx, 'db'>, where: SQL | undefined) =>
  db
    .select(columns)
    .from(allocationRuns)
    .leftJoin(accounts, eq(accounts.id, allocationRuns.account_id))
    .leftJoin(users, eq(users.id, allocationRuns.created_by))
    .where(where);

/** Runs and previews, newest first. */
export async function listRuns(ctx: Ctx, query: z.infer<typeof runsQuery>): Promise<Page<AllocationRun>> {
  authorize(policy.allocate(ctx.actor));
  return readPage(ctx.db, query, { rows: runsWhere(ctx, undefined), order: [allocationRuns.id] });
}

/** One run: its progress and its outcome so far. */
export async function runOf(ctx: Ctx, id: number): Promise<AllocationRun> {
  authorize(policy.allocate(ctx.actor));
  const [run] = await runsWhere(ctx, eq(allocationRuns.id, id));
  return requireFound(run);
}

const runLine = z.object({
  id: z.int(),
  sku: z.string(),
  product_name: z.string(),
  is_discontinued: z.boolean(),
  employee: z.string(),
  qty_missing: z.int(),
  qty_added: z.int(),
  reason: z.enum(shortReasons).nullable(),
  qty_coming: z.int(),
  coming_on: z.string().nullable(),
  coming_due: z.string().nullable(),
});
export const runOrder = z.object({
  uuid: z.string(),
  order_number: z.string(),
  account: z.string(),
  submitted_at: z.string().nullable(),
  required_on: z.string().nullable(),
  outcome: z.enum(runOutcomes).nullable(),
  reason: z.string().nullable(),
  qty_added: z.int(),
  qty_short: z.int(),
  lines: z.array(runLine).describe(`The first ${LINES_SHOWN}`),
  lines_total: z.int(),
});
export type RunOrder = z.infer<typeof runOrder>;

export const runOrdersQuery = listQuery({ orderBy: ['position'], default: 'position', per_page: 50 }).extend({
  outcome: z.enum(runOutcomes).optional(),
});

const runLineColumns = {
  order_id: allocationRunLines.order_id,
  id: allocationRunLines.order_line_id,
  product_id: allocationRunLines.product_id,
  qty_missing: allocationRunLines.qty_missing,
  qty_added: allocationRunLines.qty_added,
  reason: allocationRunLines.reason,
  qty_coming: allocationRunLines.qty_coming,
  coming_on: allocationRunLines.coming_on,
  coming_due: allocationRunLines.coming_due,
  place: sql<number>`row_number() over (partition by ${allocationRunLines.order_id} order by ${allocationRunLines.order_line_id})`
    .mapWith(Number)
    .as('place'),
  lines_total: sql<number>`count(*) over (partition by ${allocationRunLines.order_id})`.mapWith(Number).as('lines_total'),
};

async function linesOf({ db, now }: Pick<Ctx, 'db' | 'now'>, run_id: number, order_ids: readonly number[]) {
  if (!order_ids.length) return [];
  const ranked = db
    .select(runLineColumns)
    .from(allocationRunLines)
    .where(and(eq(allocationRunLines.run_id, run_id), inArray(allocationRunLines.order_id, [...order_ids])))
    .as('ranked');
  return db
    .select({
      order_id: ranked.order_id,
      lines_total: ranked.lines_total,
      id: ranked.id,
      sku: products.sku,
      product_name: sql<string>`coalesce(${orderLines.product_name}, ${products.name})`,
      is_discontinued: sql<boolean>`${products.discontinued_at} is not null and ${products.discontinued_at} <= ${now}`.mapWith(Boolean),
      employee: sql<string>`coalesce(${personName(users)}, '')`,
      qty_missing: ranked.qty_missing,
      qty_added: ranked.qty_added,
      reason: ranked.reason,
      qty_coming: ranked.qty_coming,
      coming_on: ranked.coming_on,
      coming_due: ranked.coming_due,
    })
    .from(ranked)
    .innerJoin(products, eq(products.id, ranked.product_id))
    .leftJoin(orderLines, eq(orderLines.id, ranked.id))
    .leftJoin(users, eq(users.id, orderLines.employee_id))
    .where(sql`${ranked.place} <= ${LINES_SHOWN}`)
    .orderBy(asc(ranked.order_id), asc(ranked.id));
}

/** The outcome of each order of a run, in the sequence in which the run reached them, with the lines that were short. */
export async function listRunOrders(ctx: Ctx, run_id: number, query: z.infer<typeof runOrdersQuery>): Promise<Page<RunOrder>> {
  await runOf(ctx, run_id);
  const { search } = query;
  const number = search && /^\d+$/.test(search) ? Number(search) : null;
  const where = and(
    eq(allocationRunOrders.run_id, run_id),
    query.outcome ? eq(allocationRunOrders.outcome, query.outcome) : undefined,
    search ? or(contains(accounts.name, search), number !== null && Number.isSafeInteger(number) ? eq(orders.id, number) : undefined) : undefined,
  );
  const rows = ctx.db
    .select({
      id: orders.id,
      uuid: orders.uuid,
      account: accounts.name,
      submitted_at: orders.submitted_at,
      required_on: orders.required_on,
      outcome: allocationRunOrders.outcome,
      reason: allocationRunOrders.reason,
      qty_added: allocationRunOrders.qty_added,
      qty_short: allocationRunOrders.qty_short,
    })
    .from(allocationRunOrders)
    .innerJoin(orders, eq(orders.id, allocationRunOrders.order_id))
    .innerJoin(accounts, eq(accounts.id, orders.account_id))
    .where(where);
  return readPage(ctx.db, query, { rows, order: [allocationRunOrders.position] }, async (page) => {
    const ids = page.map(({ id }) => id);
    const lines = groupBy(await linesOf(ctx, run_id, ids), ({ order_id }) => order_id);
    return page.map(({ id, ...order }) => {
      const own = lines.get(id) ?? [];
      return {
        ...order,
        order_number: orderNumber(id),
        lines: own.map(({ order_id: _, lines_total: __, ...line }) => line),
        lines_total: own[0]?.lines_total ?? 0,
      };
    });
  });
}
