import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Address } from '../../shared/address.ts';
import { limits } from '../../shared/limits.ts';
import { messages } from '../../shared/messages.ts';
import type { Details } from '../../shared/ordering/order-input.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { invalid, requireFound } from '../core/problem.ts';
import { byOf, enforceVersion } from '../core/stale-version.ts';
import { lastEditAfter } from '../db/last-edit.ts';
import { orders, savedAddresses, sites } from '../db/tables/index.ts';
import { orderView } from '../order-queries/order-queries.ts';
import type { OrderView } from '../order-queries/order-view.ts';
import { findOrder, type Order } from '../orders/find-order.ts';
import { visibleSites } from '../sites/site-queries.ts';
import { findEditable } from './find-editable.ts';

/** The delivery site has to be the present one, or a site of the order's account to which the caller may deliver. Returns its address. */
async function enforceSite(ctx: Ctx, order: Order, site_id: number): Promise<Address> {
  const isKept = site_id === order.delivery_site_id;
  const [site] = await ctx.db
    .select({ delivery_address: sites.delivery_address })
    .from(sites)
    .where(and(eq(sites.id, site_id), eq(sites.account_id, order.account_id), isKept ? isNull(sites.deleted_at) : visibleSites(ctx.actor)));
  if (!site) throw invalid({ delivery_site_id: messages.unknown_site });
  return site.delivery_address;
}

/** A site or address can be replaced but not removed. If a new site is sent without an address, the site's own address is stored. */
async function placeOf(ctx: Ctx, order: Order, { delivery_site_id, delivery_address }: Details): Promise<Partial<Order>> {
  if (!delivery_site_id) return delivery_address ? { delivery_address } : {};
  const own = await enforceSite(ctx, order, delivery_site_id);
  const isNew = delivery_site_id !== order.delivery_site_id || !order.delivery_address;
  return { delivery_site_id, ...(delivery_address ? { delivery_address } : isNew ? { delivery_address: own } : {}) };
}

/** A value as text. Equal values give equal text: in an object, the order of the keys does not matter, and empty values are ignored. */
const canonical = (value: unknown): string =>
  JSON.stringify(
    value && typeof value === 'object'
      ? Object.entries(value)
          .filter(([, part]) => part)
          .sort()
      : (value ?? null),
  );

/** The sent values that differ from the values of the order; a field that is not sent is left out. */
function changedValues(order: Order, sent: Partial<Order>): Partial<Order> {
  const values: Partial<Order> = {};
  for (const [key, value] of Object.entries(sent)) {
    if (value === undefined) continue;
    const newValue = value === '' ? null : value;
    if (canonical(order[key as keyof Order]) !== canonical(newValue)) Object.assign(values, { [key]: newValue });
  }
  return values;
}

/** Whether an order already has these details. */
export const hasDetails = (order: Order, details: Details): boolean => !Object.keys(changedValues(order, details as Partial<Order>)).length;

/** Store an order's details; fields that are not sent stay. Returns the changed order. */
export async function writeDetails(ctx: Ctx, order: Order, details: Details & Omit<Partial<Order>, keyof Details>): Promise<Order> {
  const { delivery_site_id, delivery_address, ...rest } = details;
  const place = await placeOf(ctx, order, { delivery_site_id, delivery_address });
  const values = changedValues(order, { ...rest, ...place } as Partial<Order>);
  if (!Object.keys(values).length) return order;
  const [changed] = await ctx.db
    .update(orders)
    .set({ ...values, version: sql`${orders.version} + 1`, last_edit: lastEditAfter(orders, byOf(ctx)) })
    .where(eq(orders.id, order.id))
    .returning();
  const before = Object.fromEntries(Object.keys(values).map((key) => [key, order[key as keyof Order]]));
  await audit(ctx, 'order.details', { type: 'order', id: order.id }, before, values);
  return requireFound(changed);
}

const same = (before: string | null | undefined, right: string | null | undefined): boolean => (before || null) === (right || null);

/** Store an address once for the caller's next orders. If the caller already has as many as the limit allows, the oldest is removed. */
export async function saveAddress(ctx: Ctx, address: NonNullable<Details['delivery_address']>): Promise<void> {
  const ownAddresses = await ctx.db.select().from(savedAddresses).where(eq(savedAddresses.user_id, ctx.actor.id)).orderBy(desc(savedAddresses.id));
  const { address_line_1, address_line_2, address_line_3, address_line_4, address_line_5, postcode } = address;
  const isKnown = ownAddresses.some(
    (one) =>
      same(one.address_line_1, address_line_1) &&
      same(one.address_line_2, address_line_2) &&
      same(one.address_line_3, address_line_3) &&
      same(one.address_line_4, address_line_4) &&
      same(one.address_line_5, address_line_5) &&
      same(one.postcode, postcode),
  );
  if (isKnown) return;
  const dropped = ownAddresses.slice(limits.saved_addresses - 1).map(({ id }) => id);
  if (dropped.length) await ctx.db.delete(savedAddresses).where(inArray(savedAddresses.id, dropped));
  await ctx.db.insert(savedAddresses).values({ user_id: ctx.actor.id, ...address, created_at: ctx.now });
  await audit(ctx, 'address.saved', { type: 'user', id: ctx.actor.id }, dropped.length ? { dropped } : null, address);
}

/** Set where a draft goes, whom to contact about it, and the client's own references. */
export async function setDetails(
  ctx: Ctx,
  uuid: string,
  details: Details,
  also: { saveAddress?: boolean | undefined; version?: number | undefined },
): Promise<OrderView> {
  const order = await findEditable(ctx, uuid, { head: true });
  await enforceVersion(ctx, also.version, order, () => orderView(ctx, uuid));
  const changed = await writeDetails(ctx, order, details);
  if (also.saveAddress && changed.delivery_address) await saveAddress(ctx, changed.delivery_address);
  return orderView(ctx, uuid);
}

/** Find and lock an order that the caller may see; 409 if its version is not `version`, which the caller has seen. */
export async function findInVersion(ctx: Ctx, uuid: string, version: number | undefined): Promise<Order> {
  const order = await findOrder(ctx, uuid, { lock: true });
  await enforceVersion(ctx, version, order, () => orderView(ctx, uuid));
  return order;
}
