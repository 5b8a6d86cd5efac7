import { and, asc, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { canDo } from '../../shared/ordering/can.ts';
import { isRequired } from '../../shared/ordering/submit-order.ts';
import { type OwnedOrder, policy } from '../../shared/policy.ts';
import { pickableOf } from '../allocation/pickable-queries.ts';
import { allowanceOfOrder, chargesOfOrder } from '../allowances/charges-of-order.ts';
import { excessStep } from '../allowances/enforce-allowances.ts';
import type { Ctx } from '../core/context.ts';
import { include } from '../core/paging.ts';
import { requireFound } from '../core/problem.ts';
import { shownPerson } from '../core/shown-person.ts';
import { ownSince } from '../core/stale-version.ts';
import { alias, prepared } from '../db/db.ts';
import { byName } from '../db/folded.ts';
import { personName } from '../db/person-name.ts';
import { accounts, orderEmployees, orders, sites, userSites, users } from '../db/tables/index.ts';
import { approverNames, approversOf } from '../orders/approvers.ts';
import { seenFacts } from '../orders/order-facts.ts';
import { preparedWithin } from '../orders/scope.ts';
import { termsOf } from '../orders/terms.ts';
import { qtyPicked } from '../picking/qty-picked.ts';
import { dispatchesByOrder } from './dispatch-queries.ts';
import { linesOfOrder } from './line-queries.ts';
import { decliner, orderSummary, requester, summaryNames } from './order-summaries.ts';
import type { OrderView } from './order-view.ts';
import { qtyReturnableOf } from './qty-returnable.ts';

/** The answer for one order always includes all of these parts, whether the request names them or not. */
export const orderQuery = z.object({
  include: include([
    'lines',
    'lines.product',
    'lines.product.parent',
    'lines.product.media',
    'lines.employee',
    'lines.employee_role',
    'products',
    'employees',
    'dispatches',
    'delivery_address',
    'delivery_site',
    'delivery_details',
    'requester',
    'creator',
    'account',
    'progress',
    'progress_summary',
  ]),
});

const creator = alias(users, 'creator');
const approver = alias(users, 'approver');

const orderByUuid = preparedWithin('order_by_uuid', (db, visible) =>
  db
    .select({
      order: orders,
      ...summaryNames,
      require_po: accounts.require_po,
      require_cc: accounts.require_cc,
      account_terms: accounts.terms,
      inverse_po: sites.inverse_po,
      inverse_cc: sites.inverse_cc,
      creator_account_id: creator.account_id,
      creator_name: personName(creator).as('creator_name'),
      approver_account_id: approver.account_id,
      approver_name: personName(approver).as('approver_name'),
    })
    .from(orders)
    .innerJoin(accounts, eq(accounts.id, orders.account_id))
    .innerJoin(requester, eq(requester.id, orders.requester_id))
    .innerJoin(creator, eq(creator.id, orders.creator_id))
    .leftJoin(approver, eq(approver.id, orders.approver_id))
    .leftJoin(decliner, eq(decliner.id, orders.declined_by))
    .leftJoin(sites, eq(sites.id, orders.delivery_site_id))
    .where(and(eq(orders.uuid, sql.placeholder('uuid')), visible.orders)),
);

const wearersOfOrder = prepared('wearers_of_order', (db) =>
  db
    .select({ id: users.id, name: personName(users).as('name'), employee_number: users.employee_number, deleted_at: users.deleted_at })
    .from(orderEmployees)
    .innerJoin(users, eq(users.id, orderEmployees.employee_id))
    .where(eq(orderEmployees.order_id, sql.placeholder('order_id')))
    .orderBy(asc(users.name_key), asc(users.id)),
);

/** The sites of the wearers of an order. */
const sitesOfWearers = prepared('sites_of_wearers', (db) =>
  db
    .select({ employee_id: userSites.user_id, id: sites.id, name: sites.name })
    .from(orderEmployees)
    .innerJoin(userSites, eq(userSites.user_id, orderEmployees.employee_id))
    .innerJoin(sites, and(eq(sites.id, userSites.site_id), isNull(sites.deleted_at)))
    .where(eq(orderEmployees.order_id, sql.placeholder('order_id')))
    .orderBy(byName(sites.name), asc(sites.id)),
);

const lastPoOfSite = preparedWithin('last_po_of_site', (db, visible) =>
  db
    .select({ client_po_reference: orders.client_po_reference })
    .from(orders)
    .where(
      and(
        eq(orders.delivery_site_id, sql.placeholder('site_id')),
        isNotNull(orders.submitted_at),
        isNotNull(orders.client_po_reference),
        visible.orders,
      ),
    )
    .orderBy(desc(orders.created_at), desc(orders.id))
    .limit(1),
);

/** The PO reference of the last order to the same site; null if there is none, or if the reader may not see whole orders of the site. */
async function lastPoReference(
  { db, actor }: Ctx,
  order: { account_id: number; delivery_site_id: number | null } & OwnedOrder,
): Promise<string | null> {
  const { account_id, delivery_site_id } = order;
  const othersOrder = { account_id, delivery_site_id, requester_id: 0, creator_id: 0 };
  if (delivery_site_id === null || !policy.see_whole_order(actor, othersOrder)) return null;
  const [last] = await lastPoOfSite(db, actor, { site_id: delivery_site_id });
  return last?.client_po_reference ?? null;
}

/** One order with everything that belongs to it, limited to what the reader may see; 404 outside the reader's scope. */
export async function orderView(ctx: Ctx, uuid: string): Promise<OrderView> {
  const { db, actor } = ctx;
  const row = requireFound((await orderByUuid(db, actor, { uuid }))[0]);
  const { order } = row;
  const facts = requireFound((await seenFacts(ctx, [order])).get(order.id));
  const whole = policy.see_whole_order(actor, order);
  const prices = policy.see_order_prices(actor, order);
  const office = policy.use_office(actor);
  const lines = await linesOfOrder(ctx, order.id, { prices, costs: policy.see_costs(actor) });
  const wearers = await wearersOfOrder(db, { order_id: order.id });
  const workplaces = order.submitted_at === null ? await sitesOfWearers(db, { order_id: order.id }) : [];
  const dispatches = await dispatchesByOrder(ctx, [order]);
  const pickable = await pickableOf(db, [facts]);
  const requires = { po: isRequired(row.require_po, row.inverse_po ?? false), cc: isRequired(row.require_cc, row.inverse_cc ?? false) };
  const can = canDo(actor, order, {
    ...facts,
    qty_picked: await qtyPicked({ db }, facts.pick_id),
    qty_returnable: await qtyReturnableOf(ctx, order.id, facts),
  });
  const charges = policy.see_prices(actor) ? await chargesOfOrder(ctx, order) : [];
  const seenCharges = charges.filter(({ employee_id }) => whole || employee_id === actor.id).map(allowanceOfOrder);
  const summary = orderSummary(ctx, row, facts, { pickable: pickable.get(order.id), dispatches: dispatches.get(order.id) });
  return {
    ...summary,
    own_since: ownSince(ctx, order),
    pick_id: policy.use_floor(actor) ? facts.pick_id : null,
    customer_notes: whole ? order.customer_notes : null,
    customer_comments: whole ? order.customer_comments : null,
    contact_name: order.contact_name,
    contact_email: order.contact_email,
    contact_phone: order.contact_phone,
    terms: termsOf({ terms: row.account_terms }),
    force_over_budget_order: prices && order.force_over_budget_order,
    frozen_reason: office ? order.frozen_reason : null,
    skip_dispatch: order.skip_dispatch,
    skip_invoicing: order.skip_invoicing,
    account: { ...summary.account, require_po: row.require_po, require_cc: row.require_cc },
    delivery_address: order.delivery_address,
    creator: shownPerson(actor, { id: order.creator_id, name: row.creator_name, account_id: row.creator_account_id }),
    approver:
      order.approver_id === null
        ? null
        : shownPerson(actor, { id: order.approver_id, name: row.approver_name ?? '', account_id: row.approver_account_id }),
    employees: wearers
      .filter(({ id }) => whole || id === actor.id)
      .map(({ deleted_at, ...wearer }) => {
        const wearerLines = lines.filter(({ employee }) => employee.id === wearer.id);
        const lines_with_sizes = wearerLines.filter(({ is_size_selected }) => is_size_selected).length;
        const unsized = wearerLines.filter((line) => !line.is_size_selected && line.qty_requested > line.qty_cancelled);
        const sites = workplaces.filter(({ employee_id }) => employee_id === wearer.id).map(({ id, name }) => ({ id, name }));
        return { ...wearer, is_archived: deleted_at !== null, sites, lines_with_sizes, lines_with_no_sizes: unsized.length };
      }),
    lines,
    requires,
    approvers: summary.is_requested && whole ? approverNames(actor, await approversOf(ctx, order)) : [],
    last_po_reference: (can.approve || can.submit) && requires.po && !order.client_po_reference ? await lastPoReference(ctx, order) : null,
    allowances: seenCharges,
    excess: seenCharges
      .filter(({ over, when_exceeded }) => over > 0 && when_exceeded === 'approve')
      .map(({ allowance_id, employee_id, over }) => ({ allowance_id, employee_id, over })),
    excess_reason: whole ? order.excess_reason : null,
    excess_step: excessStep(actor, order, charges),
    can,
  };
}
