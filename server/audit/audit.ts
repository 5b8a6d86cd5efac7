import { sql } from 'drizzle-orm';
import type { Ctx } from '../core/context.ts';
import { type Db, prepared } from '../db/db.ts';
import { announceOrders } from '../db/order-news.ts';
import { auditRows } from '../db/tables/index.ts';

/** The record that an audit row is about: its kind and id. */
export interface On {
  type:
    | 'order'
    | 'order_line'
    | 'pick'
    | 'dispatch'
    | 'return'
    | 'supplier'
    | 'supplier_return'
    | 'product'
    | 'user'
    | 'account'
    | 'site'
    | 'clothing_set'
    | 'session'
    | 'stock'
    | 'outcome'
    | 'error_code'
    | 'file'
    | 'allocation_run';
  id: number | null;
}

const value = (name: string) => sql`${sql.placeholder(name)}`;

const insertAudit = prepared('insert_audit', (db: Db) =>
  db.insert(auditRows).values({
    who_id: value('who_id'),
    impersonator_id: value('impersonator_id'),
    at: value('at'),
    what: value('what'),
    on_type: value('on_type'),
    on_id: value('on_id'),
    before: value('before'),
    after: value('after'),
    request_id: value('request_id'),
  }),
);

const asJson = (thing: unknown): string | null => (thing === null || thing === undefined ? null : JSON.stringify(thing));

const ordersAmong = (things: readonly On[]): number[] => things.flatMap(({ type, id }) => (type === 'order' && id !== null ? [id] : []));

/** The person and the time of an audit event: a request's own context, or a person who is known without being signed in. */
export type AuditContext = Pick<Ctx, 'db' | 'now'> & { actor: Pick<Ctx['actor'], 'id' | 'impersonator_id'>; request_id: string | null };

/** Record who did what to which record, in the transaction that does it. */
export async function audit(ctx: AuditContext, what: string, on: On, before: unknown = null, after: unknown = null): Promise<void> {
  await insertAudit(ctx.db, {
    who_id: ctx.actor.id,
    impersonator_id: ctx.actor.impersonator_id,
    at: ctx.now,
    what,
    on_type: on.type,
    on_id: on.id,
    before: asJson(before),
    after: asJson(after),
    request_id: ctx.request_id,
  });
  await announceOrders(ctx.db, ordersAmong([on]));
}

export interface Audited {
  on: On;
  before?: unknown;
  after?: unknown;
}

/** Record the same audit event on several records at once. */
export async function auditEach(ctx: AuditContext, what: string, entries: readonly Audited[]): Promise<void> {
  if (!entries.length) return;
  await ctx.db.insert(auditRows).values(
    entries.map(({ on, before = null, after = null }) => ({
      who_id: ctx.actor.id,
      impersonator_id: ctx.actor.impersonator_id,
      at: ctx.now,
      what,
      on_type: on.type,
      on_id: on.id,
      before,
      after,
      request_id: ctx.request_id,
    })),
  );
  await announceOrders(ctx.db, ordersAmong(entries.map(({ on }) => on)));
}
