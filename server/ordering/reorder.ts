import { and, asc, eq, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { messages } from '../../shared/messages.ts';
import { leftOutReasons, orderedAgain } from '../../shared/ordering/reorder.ts';
import { hasLeft } from '../../shared/people/check-wearer.ts';
import { policy } from '../../shared/policy.ts';
import { ukDate } from '../../shared/uk-time.ts';
import { refuse } from '../../shared/verdict.ts';
import { audit } from '../audit/audit.ts';
import { offerOf } from '../catalogue/permitted-products.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, enforce, invalid } from '../core/problem.ts';
import { among, idList } from '../db/among.ts';
import { personName } from '../db/person-name.ts';
import { accounts, orderLines, orders, sites, users } from '../db/tables/index.ts';
import { findOrder, type Order } from '../orders/find-order.ts';
import { visibleLines } from '../orders/scope.ts';
import { enforceWearers } from '../people/enforce-wearers.ts';
import { visibleEmployees } from '../people/scope.ts';
import { visibleSites } from '../sites/site-queries.ts';
import { chargedRole, rolesByWearer } from './charged-role.ts';
import { enforceFits } from './enforce-room.ts';
import { offersFor } from './offer.ts';
import { beginDraft, startedSchema } from './start-order.ts';

const leftOutSchema = z.object({
  employee: z.object({ id: z.int(), name: z.string() }),
  product_name: z.string(),
  quantity: z.int(),
  reason: z.enum(leftOutReasons),
});
export const reorderSchema = startedSchema.extend({ left_out: z.array(leftOutSchema) });
export type ReorderResult = z.infer<typeof reorderSchema>;

/** Those of these people for whom the caller may order at present. */
async function wearersNow(ctx: Ctx, account_id: number, ids: readonly number[]): Promise<Set<number>> {
  const rows = await ctx.db
    .select({ id: users.id })
    .from(users)
    .innerJoin(accounts, eq(accounts.id, users.account_id))
    .where(and(among(users.id, idList(ids)), eq(users.account_id, account_id), isNull(accounts.deleted_at), visibleEmployees(ctx.actor)));
  const others = policy.order_for_others(ctx.actor);
  return new Set(rows.flatMap(({ id }) => (others || id === ctx.actor.id ? [id] : [])));
}

/** The delivery details of the earlier order, if the caller may still send orders to its site. */
async function deliveryOf(ctx: Ctx, { delivery_site_id, delivery_address, contact_name, contact_email, contact_phone }: Order) {
  if (delivery_site_id === null) return undefined;
  const [site] = await ctx.db
    .select({ id: sites.id })
    .from(sites)
    .where(and(eq(sites.id, delivery_site_id), visibleSites(ctx.actor)));
  return site && { delivery_site_id, delivery_address, contact_name, contact_email, contact_phone };
}

/** The wearer whose lines are ordered again; all wearers of the order if there is none. */
export const reorderQuery = z.object({ employee_id: z.coerce.number().int().positive().optional() });

/**
 * Begin a draft with the lines of an earlier order, at today's prices: those of one wearer, or all. Leaves out lines that the wearers may no longer
 * have, and returns these.
 */
export async function reorder(ctx: Ctx, uuid: string, employee_id?: number): Promise<ReorderResult> {
  const { db, actor, services } = ctx;
  const earlier = await findOrder(ctx, uuid);
  authorize(policy.order_for_others(actor) || policy.order_for_self(actor));
  if (!earlier.submitted_at) enforce(refuse('order_not_submitted', messages.order_not_submitted));
  const lines = await db
    .select({
      employee_id: orderLines.employee_id,
      employee_name: personName(users).as('employee_name'),
      leaves_on: users.leaves_on,
      product_id: orderLines.product_id,
      product_name: orderLines.product_name,
      variation_colour: orderLines.variation_colour,
      employee_role_id: orderLines.employee_role_id,
      decoration: orderLines.decoration,
      notes: orderLines.notes,
      qty_requested: orderLines.qty_requested,
      qty_cancelled: orderLines.qty_cancelled,
    })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.order_id))
    .innerJoin(users, eq(users.id, orderLines.employee_id))
    .where(
      and(eq(orderLines.order_id, earlier.id), visibleLines(actor), employee_id === undefined ? undefined : eq(orderLines.employee_id, employee_id)),
    )
    .orderBy(asc(orderLines.id));
  const wearers = await wearersNow(
    ctx,
    earlier.account_id,
    lines.map(({ employee_id }) => employee_id),
  );
  const delivery = await deliveryOf(ctx, earlier);
  const offers = await offersFor(ctx, { delivery_site_id: delivery?.delivery_site_id ?? null }, [...wearers]);
  const roles = await rolesByWearer(ctx, [...wearers]);

  const today = ukDate(ctx.now);
  const left_out: ReorderResult['left_out'] = [];
  const again = lines.flatMap((line) => {
    const { employee_id, employee_name, leaves_on, product_id, product_name, variation_colour, employee_role_id } = line;
    const offer = offerOf(offers.get(employee_id) ?? new Map(), product_id, variation_colour);
    const outcome = orderedAgain(line, { isWearer: wearers.has(employee_id), hasLeft: hasLeft(leaves_on, today), offer });
    if (typeof outcome === 'string' || !offer) {
      const reason = typeof outcome === 'string' ? outcome : 'not_offered';
      left_out.push({ employee: { id: employee_id, name: employee_name }, product_name, quantity: line.qty_requested, reason });
      return [];
    }
    const wearerRoles = roles.get(employee_id) ?? [];
    return {
      employee_id,
      product_id,
      product_name: offer.name,
      employee_role_id: chargedRole(wearerRoles, employee_role_id) ?? chargedRole(wearerRoles, null) ?? null,
      decoration: outcome.decoration,
      notes: line.notes,
      qty_requested: outcome.quantity,
      unit_price: offer.price,
      vat_rate: offer.vat_rate ?? services.settings.VAT_RATE,
      is_size_selected: offer.is_size_selected,
      variation_colour: offer.is_size_selected ? null : variation_colour,
      created_at: ctx.now,
    };
  });
  if (!again.length)
    await enforceWearers(
      ctx,
      left_out.flatMap(({ employee, reason }) => (reason === 'wearer_left' ? [employee.id] : [])),
      () => 'employee_id',
    );
  if (!again.length) throw invalid({ lines: messages.nothing_to_reorder });
  enforceFits(again.length);

  const dressed = [...new Set(again.map(({ employee_id }) => employee_id))];
  const started = await beginDraft(
    ctx,
    earlier.account_id,
    dressed.map((id) => ({ id, account_id: earlier.account_id })),
    delivery,
  );
  await db.insert(orderLines).values(again.map((line) => ({ order_id: started.id, ...line })));
  await audit(ctx, 'order.reordered', { type: 'order', id: started.id }, null, { from: earlier.id, lines: again.length, left_out });
  return { ...started, left_out };
}
