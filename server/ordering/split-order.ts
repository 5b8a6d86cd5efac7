import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { messages } from '../../shared/messages.ts';
import { checkSplitOrder, splitBySite } from '../../shared/ordering/split-order.ts';
import { policy } from '../../shared/policy.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, enforce, invalid, requireFound } from '../core/problem.ts';
import { among, idList } from '../db/among.ts';
import { sites } from '../db/tables/index.ts';
import { orderView } from '../order-queries/order-queries.ts';
import { orderSchema } from '../order-queries/order-view.ts';
import type { Order } from '../orders/find-order.ts';
import { visibleSites } from '../sites/site-queries.ts';
import { moveWearers } from './move-wearers.ts';
import { nextVersion } from './next-version.ts';
import { findInVersion } from './set-details.ts';
import { beginDrafts, startedSchema } from './start-order.ts';

const named = z.object({ id: z.int(), name: z.string() });
export const splitSchema = z.object({
  order: orderSchema.describe('The order that was split, with the wearers who stay on it'),
  drafts: z.array(startedSchema.omit({ url: true }).extend({ site: named, employees: z.array(named) })).describe('The new drafts, one for each site'),
});
export type SplitResult = z.infer<typeof splitSchema>;

/** Those of these sites of the order's account to which the caller may deliver, with their addresses. */
const deliverableSites = (ctx: Ctx, order: Order, ids: readonly number[]) =>
  ctx.db
    .select({ id: sites.id, delivery_address: sites.delivery_address })
    .from(sites)
    .where(and(among(sites.id, idList(ids)), eq(sites.account_id, order.account_id), visibleSites(ctx.actor)));

/**
 * Split a draft by site: the wearers who work at other sites move to new drafts, one for each site, with all of their lines. The new drafts have the
 * requester, contact, PO reference and notes of the first one. They have no cost code, because a cost code belongs to a site. 422 if nobody, or
 * everybody, works elsewhere.
 */
export async function splitOrder(ctx: Ctx, uuid: string, version: number | undefined): Promise<SplitResult> {
  const order = await findInVersion(ctx, uuid, version);
  authorize(policy.edit_draft(ctx.actor, order) && policy.order_for_others(ctx.actor));
  enforce(checkSplitOrder(order));
  const view = await orderView(ctx, uuid);
  const places = new Set(view.employees.flatMap((wearer) => wearer.sites.map(({ id }) => id)));
  const deliverable = new Map((await deliverableSites(ctx, order, [...places])).map(({ id, delivery_address }) => [id, delivery_address]));
  const { parts, isEverybody } = splitBySite(view, order.delivery_site_id, new Set(deliverable.keys()));
  if (parts.length === 0) throw invalid({ delivery_site_id: messages.nobody_elsewhere });
  if (isEverybody) throw invalid({ delivery_site_id: messages.everybody_elsewhere });

  const { requester_id, contact_name, contact_email, contact_phone, client_po_reference, customer_notes, customer_comments } = order;
  const { is_sample, skip_dispatch, skip_invoicing, required_on } = order;
  const alike = { requester_id, contact_name, contact_email, contact_phone, client_po_reference, customer_notes, customer_comments };
  const started = await beginDrafts(
    ctx,
    order.account_id,
    parts.map(({ site, wearers }) => ({
      employees: wearers.map(({ id }) => id),
      values: {
        ...alike,
        ...{ is_sample, skip_dispatch, skip_invoicing, required_on },
        delivery_site_id: site.id,
        delivery_address: deliverable.get(site.id) ?? null,
      },
    })),
  );
  const drafts = parts.map(({ site, wearers }, n) => {
    const { id, uuid, order_number } = requireFound(started[n]);
    return { id, uuid, order_number, site, employees: wearers.map((wearer) => ({ id: wearer.id, name: wearer.name })) };
  });
  await moveWearers(
    ctx,
    order.id,
    drafts.map(({ id }) => id),
  );
  await nextVersion(ctx, [order]);
  const moved = drafts.map(({ id, employees }) => ({ id, employees: employees.map((wearer) => wearer.id) }));
  await audit(ctx, 'order.split', { type: 'order', id: order.id }, null, { orders: moved });
  return { order: await orderView(ctx, uuid), drafts };
}
