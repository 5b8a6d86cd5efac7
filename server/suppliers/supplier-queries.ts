import { and, desc, eq, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { limits } from '../../shared/limits.ts';
import { note } from '../../shared/note.ts';
import { policy } from '../../shared/policy.ts';
import { type Supplier, type SupplierWithComments, supplier } from '../../shared/suppliers/supplier.ts';
import type { Ctx } from '../core/context.ts';
import { include, letterFilter, listQuery, type Page, readPage } from '../core/paging.ts';
import { authorize, requireFound } from '../core/problem.ts';
import { columnsOf } from '../db/columns-of.ts';
import { contains, startsWith } from '../db/contains.ts';
import { personName } from '../db/person-name.ts';
import { supplierComments, suppliers, users } from '../db/tables/index.ts';

export const supplierQuery = listQuery({ orderBy: ['name', 'code', 'contact_name', 'id'], default: 'name', per_page: limits.suppliers_page }).extend({
  stage: z.enum(['all', 'open', 'archived']).default('all'),
  letter: letterFilter,
  /** Has no effect, because the count is always included. */
  include: include(['purchase_orders_count']),
});

/** A purchase order is open until it is cancelled, closed or received in full. */
const openPurchaseOrders = sql<number>`(select count(*) from purchase_orders
  where purchase_orders.supplier_id = suppliers.id and purchase_orders.cancelled_at is null and purchase_orders.closed_at is null
    and exists (select 1 from purchase_order_lines where purchase_order_lines.purchase_order_id = purchase_orders.id
      and purchase_order_lines.qty_received < purchase_order_lines.qty_requested - purchase_order_lines.qty_cancelled))`.mapWith(Number);

const columns = columnsOf(suppliers, supplier, {
  archived: sql<boolean>`${suppliers.archived_at} is not null`.mapWith(Boolean),
  status_description: sql<Supplier['status_description']>`case when ${suppliers.archived_at} is null then 'Active' else 'Archived' end`,
  purchase_orders_count: openPurchaseOrders,
});

const stages = { all: undefined, open: isNull(suppliers.archived_at), archived: isNotNull(suppliers.archived_at) };

/** Suppliers, found by name, code or contact. */
export async function listSuppliers(ctx: Ctx, query: z.infer<typeof supplierQuery>): Promise<Page<Supplier>> {
  authorize(policy.see_suppliers(ctx.actor));
  const { search, stage, letter } = query;
  const matches = search ? or(...[suppliers.name, suppliers.code, suppliers.contact_name].map((column) => contains(column, search))) : undefined;
  const where = and(stages[stage], letter ? startsWith(suppliers.name, letter) : undefined, matches);
  const rows = ctx.db.select(columns).from(suppliers).where(where);
  return readPage(ctx.db, query, { rows, order: [suppliers[query.orderBy], suppliers.id] });
}

/** One supplier without its notes, for a caller who may see it. */
export async function findSupplier({ db }: Ctx, id: number): Promise<Supplier> {
  const [row] = await db.select(columns).from(suppliers).where(eq(suppliers.id, id));
  return requireFound(row);
}

/** One supplier with its latest notes. */
export async function supplierOf(ctx: Ctx, id: number): Promise<SupplierWithComments> {
  authorize(policy.see_suppliers(ctx.actor));
  const supplier = await findSupplier(ctx, id);
  const comments = await ctx.db
    .select(columnsOf(supplierComments, note.omit({ can: true }), { commentator: { id: users.id, name: personName(users) } }))
    .from(supplierComments)
    .innerJoin(users, eq(users.id, supplierComments.commentator_id))
    .where(eq(supplierComments.supplier_id, id))
    .orderBy(desc(supplierComments.id))
    .limit(limits.comments);
  const withRights = comments.map((one) => ({ ...one, can: { delete: policy.delete_comment(ctx.actor, one.commentator) } }));
  return { ...supplier, comments: withRights };
}
