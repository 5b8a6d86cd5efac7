import { randomBytes } from 'node:crypto';
import { and, count, eq, inArray, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { messages } from '../../shared/messages.ts';
import { orderNumber } from '../../shared/ordering/order-number.ts';
import { policy } from '../../shared/policy.ts';
import { auditEach } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, invalid, requireFound } from '../core/problem.ts';
import { accounts, clothingSetSites, clothingSets, orderEmployees, orders, sites, userClothingSets, userSites, users } from '../db/tables/index.ts';
import { enforceWearers } from '../people/enforce-wearers.ts';
import { visibleEmployees } from '../people/scope.ts';
import { visibleSites } from '../sites/site-queries.ts';

/** A version 7 UUID: it begins with its creation time, so that new rows are next to each other in an index. */
export function newUuid(now: string): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(Date.parse(now), 0, 6);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

export const startedSchema = z.object({
  id: z.int(),
  uuid: z.string(),
  order_number: z.string(),
  url: z.string().describe('The page on which to continue the order'),
});
export type Started = z.infer<typeof startedSchema>;

interface Wearer {
  id: number;
  account_id: number;
}

/** The wearers with these ids. 422 on the first who is outside the caller's scope or whose account is archived; 409 on those who have left. */
export async function findWearers(ctx: Ctx, ids: readonly number[]): Promise<Wearer[]> {
  const rows = await ctx.db
    .select({ id: users.id, account_id: accounts.id })
    .from(users)
    .innerJoin(accounts, eq(accounts.id, users.account_id))
    .where(and(inArray(users.id, [...ids]), isNull(accounts.deleted_at), visibleEmployees(ctx.actor)));
  const byId = new Map(rows.map((row) => [row.id, row]));
  const wearers = [...new Set(ids)].map((id) => {
    const wearer = byId.get(id);
    if (!wearer) throw invalid({ [`employees.${ids.indexOf(id)}`]: messages.unknown_employee });
    return wearer;
  });
  await enforceWearers(ctx, ids, (id) => `employees.${ids.indexOf(id)}`);
  return wearers;
}

/**
 * The probable delivery site of an order, with its address. Of the wearers' sites to which the caller may send, this is the one that the fewest of
 * the wearers' clothing sets exclude; if several sites are equal, the caller's site.
 */
export async function likelySite(ctx: Ctx, wearers: readonly Wearer[]): Promise<Delivery> {
  const { id: site_id } = sites;
  const ids = wearers.map(({ id }) => id);
  const keptFrom = ctx.db
    .select({ sets: count() })
    .from(userClothingSets)
    .innerJoin(clothingSets, and(eq(clothingSets.id, userClothingSets.clothing_set_id), isNull(clothingSets.deleted_at)))
    .innerJoin(clothingSetSites, eq(clothingSetSites.clothing_set_id, clothingSets.id))
    .where(and(inArray(userClothingSets.user_id, ids), eq(clothingSetSites.site_id, site_id)));
  const siteAddresses = await ctx.db
    .selectDistinct({ site_id, delivery_address: sites.delivery_address, kept_from: sql<number>`(${keptFrom})`.mapWith(Number).as('kept_from') })
    .from(userSites)
    .innerJoin(sites, eq(sites.id, userSites.site_id))
    .where(and(inArray(userSites.user_id, ids), visibleSites(ctx.actor)))
    .orderBy(sql`kept_from`, site_id);
  const fewest = siteAddresses.filter(({ kept_from }) => kept_from === siteAddresses[0]?.kept_from);
  const site = fewest.find((one) => ctx.actor.site_ids.includes(one.site_id)) ?? fewest[0];
  return site ? { delivery_site_id: site.site_id, delivery_address: site.delivery_address } : {};
}

/** The known delivery details of a new draft. */
type Delivery = Partial<
  Pick<typeof orders.$inferInsert, 'delivery_site_id' | 'delivery_address' | 'contact_name' | 'contact_email' | 'contact_phone'>
>;

/** The values of a draft that another order determines. */
type DraftValues = Delivery &
  Partial<
    Pick<
      typeof orders.$inferInsert,
      | 'requester_id'
      | 'client_po_reference'
      | 'customer_notes'
      | 'customer_comments'
      | 'is_sample'
      | 'skip_dispatch'
      | 'skip_invoicing'
      | 'required_on'
    >
  >;

/** Begin several drafts in one account, each for wearers for whom the caller may order, in the sequence in which they are passed. */
export async function beginDrafts(
  ctx: Ctx,
  account_id: number,
  drafts: readonly { employees: readonly number[]; values: DraftValues }[],
): Promise<Started[]> {
  const { db, actor, now, services } = ctx;
  const uuids = drafts.map(() => newUuid(now));
  const rows = await db
    .insert(orders)
    .values(
      drafts.map(({ values }, n) => ({
        uuid: uuids[n] ?? '',
        account_id,
        creator_id: actor.id,
        requester_id: actor.id,
        ...values,
        created_at: now,
        status_since: now,
      })),
    )
    .returning({ id: orders.id, uuid: orders.uuid });
  const started = drafts.map(({ employees }, n) => ({ ...requireFound(rows.find(({ uuid }) => uuid === uuids[n])), employees }));
  await db.insert(orderEmployees).values(started.flatMap(({ id, employees }) => employees.map((employee_id) => ({ order_id: id, employee_id }))));
  await auditEach(
    ctx,
    'order.started',
    started.map(({ id, employees }) => ({ on: { type: 'order' as const, id }, after: { employees } })),
  );
  return started.map(({ id, uuid }) => ({
    id,
    uuid,
    order_number: orderNumber(id),
    url: services.settings.ORDER_START_URL.replace('{uuid}', uuid),
  }));
}

/** Begin a draft for these wearers of one account, for whom the caller may order. */
export async function beginDraft(ctx: Ctx, account_id: number, wearers: readonly Wearer[], delivery?: Delivery): Promise<Started> {
  const values = delivery ?? (await likelySite(ctx, wearers));
  return requireFound((await beginDrafts(ctx, account_id, [{ employees: wearers.map(({ id }) => id), values }]))[0]);
}

/** Begin a draft for some wearers of one account; for the caller if `employees` is undefined. */
export async function startOrder(ctx: Ctx, employees: readonly number[] | undefined): Promise<Started> {
  const { actor } = ctx;
  const ids = employees ?? (policy.order_for_self(actor) ? [actor.id] : []);
  const forSelf = ids.every((id) => id === actor.id);
  authorize(
    forSelf ? policy.order_for_self(actor) || policy.order_for_others(actor) : policy.order_for_others(actor) || policy.order_for_self(actor),
  );
  if (!ids.length) throw invalid({ employees: messages.choose_employee });
  const wearers = await findWearers(ctx, ids);
  const [first] = wearers;
  if (!first || wearers.some(({ account_id }) => account_id !== first.account_id)) throw invalid({ employees: messages.wrong_account });
  return beginDraft(ctx, first.account_id, wearers);
}

/** Begin a draft for wearers of an account that the office chooses. */
export async function startOrderFor(ctx: Ctx, { account_id, employees }: { account_id: number; employees: readonly number[] }): Promise<Started> {
  authorize(policy.use_office(ctx.actor));
  const [account] = await ctx.db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.id, account_id), isNull(accounts.deleted_at)));
  if (!account) throw invalid({ account_id: messages.unknown_account });
  const wearers = await findWearers(ctx, employees);
  if (wearers.some((wearer) => wearer.account_id !== account_id)) throw invalid({ employees: messages.wrong_account });
  return beginDraft(ctx, account_id, wearers);
}
