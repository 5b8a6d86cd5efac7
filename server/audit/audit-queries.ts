import { and, eq, lt, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { namedKinds } from '../../shared/audit/id-fields.ts';
import { limits } from '../../shared/limits.ts';
import { policy } from '../../shared/policy.ts';
import type { Ctx } from '../core/context.ts';
import { listQuery, type Page, readPage } from '../core/paging.ts';
import { authorize } from '../core/problem.ts';
import { alias } from '../db/db.ts';
import { apiTokens, auditRows, imports, users } from '../db/tables/index.ts';
import { nameOn, namesOf, ordersOf } from './audit-names.ts';
import { hasAuditText, ofOrder, removedLines } from './audit-search.ts';

const person = z.object({ id: z.number(), name: z.string() }).nullable();
export const auditRow = z.object({
  id: z.number(),
  who: person,
  impersonator: person,
  when: z.string(),
  what: z.string(),
  token: z.string().nullable().describe('The name of the API token by which a machine did it for `who`'),
  import: z.object({ id: z.number(), file_name: z.string() }).nullable().describe('The import that it is part of'),
  on: z.object({
    type: z.string(),
    id: z.number().nullable(),
    name: z.string().nullable(),
    order_id: z.number().nullable().describe('The order to which it belongs'),
  }),
  before: z.unknown(),
  after: z.unknown(),
  names: z
    .partialRecord(z.enum(namedKinds), z.record(z.string(), z.string()))
    .describe('Names for the ids in the event, by type and id; a deleted row has no name'),
});

export const auditQuery = listQuery({ orderBy: ['id'], default: 'id', sortedBy: 'desc', per_page: 100 }).extend({
  on_type: z.string().max(40).optional(),
  on_id: z.coerce.number().int().optional(),
  who_id: z.coerce.number().int().optional(),
});

/** Audit events, newest first; filtered by record, person or text. `before`: only events older than the one with this id. */
export async function auditTrail(
  ctx: Ctx,
  query: z.infer<typeof auditQuery> & { before?: number | undefined },
): Promise<Page<z.infer<typeof auditRow>>> {
  authorize(policy.read_audit(ctx.actor));
  const conditions: SQL[] = [];
  // The history of an order contains the events of every record that belongs to it.
  const history = query.on_type === 'order' && query.on_id ? query.on_id : null;
  const removed = history === null ? new Map<number, string | null>() : await removedLines(ctx, history);
  if (history !== null) conditions.push(ofOrder(history, removed));
  else if (query.on_type) conditions.push(eq(auditRows.on_type, query.on_type));
  if (query.on_id && query.on_type !== 'order') conditions.push(eq(auditRows.on_id, query.on_id));
  if (query.who_id) conditions.push(eq(auditRows.who_id, query.who_id));
  if (query.before) conditions.push(lt(auditRows.id, query.before));
  if (query.search && query.search.length >= limits.search_min)
    conditions.push(await hasAuditText(ctx, query.search, { isNarrow: conditions.length > 0 }));
  const where = and(...conditions);
  const who = alias(users, 'who');
  const impersonator = alias(users, 'impersonator');
  const rows = ctx.db
    .select({
      row: auditRows,
      who: { id: who.id, forenames: who.forenames, surname: who.surname },
      impersonator: { id: impersonator.id, forenames: impersonator.forenames, surname: impersonator.surname },
      token: apiTokens.name,
      import: { id: imports.id, file_name: imports.file_name },
    })
    .from(auditRows)
    .leftJoin(who, eq(who.id, auditRows.who_id))
    .leftJoin(impersonator, eq(impersonator.id, auditRows.impersonator_id))
    .leftJoin(apiTokens, eq(apiTokens.id, auditRows.api_token_id))
    .leftJoin(imports, eq(imports.id, auditRows.import_id))
    .where(where);
  const nameOfUser = (user: { id: number; forenames: string; surname: string } | null) =>
    user && { id: user.id, name: `${user.forenames} ${user.surname}`.trim() };
  const count = ctx.db.$count(auditRows, where);
  return readPage(ctx.db, query, { rows, order: [auditRows.id], count }, async (page) => {
    const names = await namesOf(
      ctx.db,
      page.map(({ row }) => row),
    );
    const orderIds = await ordersOf(
      ctx.db,
      page.map(({ row }) => row),
    );
    return page.map(({ row, who: one, impersonator: other, token, import: cause }, place) => ({
      id: row.id,
      who: nameOfUser(one),
      impersonator: nameOfUser(other),
      when: row.at,
      what: row.what,
      token,
      import: cause,
      on: {
        type: row.on_type,
        id: row.on_id,
        name: nameOn(row, names[place] ?? {}) ?? (row.on_type === 'order_line' ? (removed.get(row.on_id ?? 0) ?? null) : null),
        order_id: orderIds[place] ?? (row.on_type === 'order_line' ? history : null),
      },
      before: row.before ?? null,
      after: row.after ?? null,
      names: names[place] ?? {},
    }));
  });
}
