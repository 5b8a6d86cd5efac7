import { sql } from 'drizzle-orm';
import type { AuditEventName, AuditEvents, Subject, SubjectKind } from '../../shared/audit/events.ts';
import { groupBy } from '../../shared/group-by.ts';
import type { Ctx } from '../core/context.ts';
import { among, idList } from '../db/among.ts';
import { type Db, prepared } from '../db/db.ts';
import { announceOrders } from '../db/order-news.ts';
import { auditRows, dispatchOrders, orderLines, returns } from '../db/tables/index.ts';
import { insertMany } from '../db/write-many.ts';

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
    api_token_id: value('api_token_id'),
    import_id: value('import_id'),
  }),
);

const asJson = (thing: unknown): string | null => (thing === null || thing === undefined ? null : JSON.stringify(thing));

const ids = () => sql.placeholder('ids');
/** The queries that find the orders to which records belong, by kind of record. */
const orderQueries: Partial<Record<SubjectKind, (db: Db, values: { ids: string }) => Promise<{ id: number }[]>>> = {
  order_line: prepared('orders_of_lines', (db: Db) =>
    db.selectDistinct({ id: orderLines.order_id }).from(orderLines).where(among(orderLines.id, ids())),
  ),
  dispatch: prepared('orders_of_dispatches', (db: Db) =>
    db.selectDistinct({ id: dispatchOrders.order_id }).from(dispatchOrders).where(among(dispatchOrders.dispatch_id, ids())),
  ),
  return: prepared('orders_of_returns', (db: Db) => db.selectDistinct({ id: returns.order_id }).from(returns).where(among(returns.id, ids()))),
};

/** The ids of the orders among these subjects, and of the orders to which the other subjects belong. */
async function ordersAmong(db: Db, things: readonly Subject[]): Promise<number[]> {
  const byType = groupBy(things, ({ type }) => type);
  const idsOf = (type: SubjectKind): number[] => (byType.get(type) ?? []).flatMap(({ id }) => id ?? []);
  const orders = new Set(idsOf('order'));
  for (const [type, query] of Object.entries(orderQueries)) {
    const some = idsOf(type as SubjectKind);
    if (some.length) for (const { id } of await query(db, { ids: idList(some) })) orders.add(id);
  }
  return [...orders];
}

/** The person and the time of an audit event: the context of a request, or of an act by a person who is known but not signed in. */
export type AuditContext = Pick<Ctx, 'db' | 'now' | 'api_token' | 'import_id'> & {
  actor: Pick<Ctx['actor'], 'id' | 'impersonator_id'>;
  request_id: string | null;
};

/** Like `AuditContext`, but the actor of a job has no id. */
type Recorder = Omit<AuditContext, 'actor'> & { actor: { id: number | null; impersonator_id: number | null } };

type Before<Name extends AuditEventName> = AuditEvents[Name]['before'];
type After<Name extends AuditEventName> = AuditEvents[Name]['after'];

/** The values that an event records besides its subject: none, the values before, or the values before and after. */
type Details<Name extends AuditEventName> =
  After<Name> extends null ? (Before<Name> extends null ? [] : [before: Before<Name>]) : [before: Before<Name>, after: After<Name>];

/** The API token with which a machine acted, and the import to which the act belongs. */
const causeOf = ({ api_token, import_id }: Recorder) => ({ api_token_id: api_token?.id ?? null, import_id: import_id ?? null });

/** Record who did what to which record, in the transaction that changes the record. */
export async function audit<Name extends AuditEventName>(ctx: Recorder, what: Name, on: Subject<Name>, ...details: Details<Name>): Promise<void> {
  const [before = null, after = null] = details;
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
    ...causeOf(ctx),
  });
  await announceOrders(ctx.db, await ordersAmong(ctx.db, [on]));
}

/** An event on one of several records. */
type Entry<Name extends AuditEventName> = { on: Subject<Name> } & (Before<Name> extends null ? { before?: null } : { before: Before<Name> }) &
  (After<Name> extends null ? { after?: null } : { after: After<Name> });

/** Record the same audit event on several records at once. */
export async function auditEach<Name extends AuditEventName>(ctx: Recorder, what: Name, entries: readonly Entry<Name>[]): Promise<void> {
  if (!entries.length) return;
  await insertMany(
    ctx.db,
    auditRows,
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
      ...causeOf(ctx),
    })),
  );
  await announceOrders(
    ctx.db,
    await ordersAmong(
      ctx.db,
      entries.map(({ on }) => on),
    ),
  );
}
