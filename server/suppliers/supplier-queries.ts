import { and, isNotNull, isNull, or } from 'drizzle-orm';
import { z } from 'zod';
import { policy } from '../../shared/policy.ts';
import type { Ctx } from '../core/context.ts';
import { listQuery, type Page, readPage } from '../core/paging.ts';
import { authorize } from '../core/problem.ts';
import { contains } from '../db/contains.ts';
import { suppliers } from '../db/tables/index.ts';

export const supplierQuery = listQuery({ orderBy: ['name', 'code', 'id'], default: 'name', per_page: 50 }).extend({
  stage: z.enum(['all', 'open', 'archived']).default('all'),
});

export const supplierSchema = z.object({
  id: z.int(),
  name: z.string(),
  code: z.string(),
  address_line_1: z.string().nullable(),
  address_line_2: z.string().nullable(),
  address_line_3: z.string().nullable(),
  address_line_4: z.string().nullable().describe('The postcode'),
  contact_name: z.string().nullable(),
  sales_email: z.string().nullable(),
  sales_phone: z.string().nullable(),
  work_order: z.boolean(),
  archived: z.boolean(),
  status_description: z.string(),
});
type Supplier = z.infer<typeof supplierSchema>;

const stages = { all: undefined, open: isNull(suppliers.archived_at), archived: isNotNull(suppliers.archived_at) };

/** Suppliers to choose from, found by name, code or contact. */
export async function listSuppliers(ctx: Ctx, query: z.infer<typeof supplierQuery>): Promise<Page<Supplier>> {
  authorize(policy.see_suppliers(ctx.actor));
  const { search } = query;
  const matches = search ? or(...[suppliers.name, suppliers.code, suppliers.contact_name].map((column) => contains(column, search))) : undefined;
  const where = and(stages[query.stage], matches);
  const rows = ctx.db
    .select({
      id: suppliers.id,
      name: suppliers.name,
      code: suppliers.code,
      address_line_1: suppliers.address_line_1,
      address_line_2: suppliers.address_line_2,
      address_line_3: suppliers.address_line_3,
      address_line_4: suppliers.address_line_4,
      contact_name: suppliers.contact_name,
      sales_email: suppliers.sales_email,
      sales_phone: suppliers.sales_phone,
      work_order: suppliers.work_order,
      archived_at: suppliers.archived_at,
    })
    .from(suppliers)
    .where(where);
  return readPage(ctx.db, query, { rows, order: [suppliers[query.orderBy], suppliers.id] }, (page) =>
    page.map(({ archived_at, ...row }) => ({
      ...row,
      archived: archived_at !== null,
      status_description: archived_at === null ? 'Open' : 'Archived',
    })),
  );
}
