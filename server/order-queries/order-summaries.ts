import { asc, eq, sql } from 'drizzle-orm';
import { groupBy } from '../../shared/group-by.ts';
import { mayEdit } from '../../shared/ordering/can.ts';
import { orderNumber } from '../../shared/ordering/order-number.ts';
import { progressSummary } from '../../shared/ordering/order-status.ts';
import { isStuck } from '../../shared/ordering/stages.ts';
import { type Actor, policy } from '../../shared/policy.ts';
import { pickableOf } from '../allocation/pickable-queries.ts';
import type { Ctx } from '../core/context.ts';
import { shownPerson } from '../core/shown-person.ts';
import { among, idList } from '../db/among.ts';
import { alias, prepared } from '../db/db.ts';
import { personName } from '../db/person-name.ts';
import { accounts, orderEmployees, orders, sites, users } from '../db/tables/index.ts';
import { seenFacts } from '../orders/order-facts.ts';
import { dispatchesByOrder } from './dispatch-queries.ts';
import { linesByOrder } from './line-queries.ts';
import type { OrderListItem } from './order-view.ts';

const requester = alias(users, 'requester');
const decliner = alias(users, 'decliner');

const headsOfOrders = prepared('heads_of_orders', (db) =>
  db
    .select({
      id: orders.id,
      uuid: orders.uuid,
      account_id: orders.account_id,
      creator_id: orders.creator_id,
      requester_id: orders.requester_id,
      delivery_site_id: orders.delivery_site_id,
      delivery_address: orders.delivery_address,
      client_po_reference: orders.client_po_reference,
      requested_at: orders.requested_at,
      submitted_at: orders.submitted_at,
      created_at: orders.created_at,
      cancelled_at: orders.cancelled_at,
      printed_at: orders.printed_at,
      is_frozen: orders.is_frozen,
      is_sample: orders.is_sample,
      status: orders.status,
      status_since: orders.status_since,
      version: orders.version,
      account_name: accounts.name,
      site_name: sites.name,
      site_reference: sites.reference_1,
      requester_account_id: requester.account_id,
      requester_name: personName(requester).as('requester_name'),
      requester_email: requester.email,
      requester_phone: requester.contact_phone,
      declined_reason: orders.declined_reason,
      declined_by: orders.declined_by,
      decliner_account_id: decliner.account_id,
      decliner_name: personName(decliner).as('decliner_name'),
    })
    .from(orders)
    .innerJoin(accounts, eq(accounts.id, orders.account_id))
    .innerJoin(requester, eq(requester.id, orders.requester_id))
    .leftJoin(decliner, eq(decliner.id, orders.declined_by))
    .leftJoin(sites, eq(sites.id, orders.delivery_site_id))
    .where(among(orders.id, sql.placeholder('ids'))),
);

const wearersOfOrders = prepared('wearers_of_orders', (db) =>
  db
    .select({ order_id: orderEmployees.order_id, id: users.id, name: personName(users).as('name') })
    .from(orderEmployees)
    .innerJoin(users, eq(users.id, orderEmployees.employee_id))
    .where(among(orderEmployees.order_id, sql.placeholder('ids')))
    .orderBy(asc(users.name_key), asc(users.id)),
);

/** The requester of an order, with the contact details that this reader gets: the provider's people are shown as the provider. */
export function requesterOf(
  reader: Actor,
  row: {
    id: number;
    requester_name: string;
    requester_account_id: number | null;
    requester_email: string | null;
    requester_phone: string | null;
  },
): OrderListItem['requester'] {
  const shownRequester = shownPerson(reader, { id: row.id, name: row.requester_name, account_id: row.requester_account_id });
  const isKnown = shownRequester.id !== null;
  return { ...shownRequester, email: isKnown ? row.requester_email : null, contact_phone: isKnown ? row.requester_phone : null };
}

/** The person who declined a request, as this reader sees them. */
export const declinerOf = (
  reader: Actor,
  id: number | null,
  { decliner_name, decliner_account_id }: { decliner_name: string | null; decliner_account_id: number | null },
): OrderListItem['declined_by'] => (id === null ? null : shownPerson(reader, { id, name: decliner_name ?? '', account_id: decliner_account_id }));

/** What a list can include on request. */
export interface Extras {
  lines: boolean;
  employees: boolean;
  delivery_address: boolean;
}

/**
 * These orders, which the caller may see, as lists show them and in this sequence: one query for each kind of thing, however many
 * orders there are.
 */
export async function orderSummaries(ctx: Ctx, ids: readonly number[], extras: Extras): Promise<OrderListItem[]> {
  if (!ids.length) return [];
  const { db, actor, now, services } = ctx;
  const values = { ids: idList(ids) };
  const heads = new Map((await headsOfOrders(db, values)).map((head) => [head.id, head]));
  const facts = await seenFacts(ctx, [...heads.values()]);
  const dispatches = await dispatchesByOrder(ctx, [...heads.values()]);
  const pickable = await pickableOf(
    db,
    [...facts.values()].filter(({ submitted_at, cancelled_at }) => submitted_at && !cancelled_at),
  );
  const visibilityOf = (id: number) => {
    const head = heads.get(id);
    return { prices: head !== undefined && policy.see_order_prices(actor, head), costs: policy.see_costs(actor) };
  };
  const lines = extras.lines ? await linesByOrder(ctx, ids, visibilityOf) : null;
  const wearers = extras.employees ? groupBy(await wearersOfOrders(db, values), ({ order_id }) => order_id) : null;

  return ids.flatMap((id) => {
    const head = heads.get(id);
    const fact = facts.get(id);
    if (!head || !fact) return [];
    const { prices } = visibilityOf(id);
    const whole = policy.see_whole_order(actor, head);
    const progress = progressSummary(fact);
    const item: OrderListItem = {
      id,
      uuid: head.uuid,
      order_number: orderNumber(id),
      status: head.status,
      status_since: head.status_since,
      version: head.version,
      is_submitted: head.submitted_at !== null,
      is_requested: head.requested_at !== null && head.submitted_at === null,
      submitted_at: head.submitted_at,
      requested_at: head.requested_at,
      created_at: head.created_at,
      cancelled_at: head.cancelled_at,
      declined_reason: whole ? head.declined_reason : null,
      declined_by: whole ? declinerOf(actor, head.declined_by, head) : null,
      printed_at: head.printed_at,
      client_po_reference: whole ? head.client_po_reference : null,
      is_frozen: head.is_frozen,
      is_fully_shipped: progress.is_fully_shipped,
      is_sample: head.is_sample,
      account: { id: head.account_id, name: head.account_name },
      delivery_site:
        head.delivery_site_id === null ? null : { id: head.delivery_site_id, name: head.site_name ?? '', reference_1: head.site_reference },
      requester: requesterOf(actor, { ...head, id: head.requester_id }),
      sub_total: prices ? fact.sub_total : null,
      vat: prices ? fact.vat : null,
      total: prices ? fact.sub_total + fact.vat : null,
      qty_total_items: fact.qty_wanted,
      qty_items_allocated: fact.qty_allocated,
      qty_items_shipped: fact.qty_shipped,
      progress_summary: { ...progress, status: { status_name: head.status } },
      is_pickable: pickable.get(id) ?? 'none',
      is_stuck: isStuck(head, now, services.settings.STUCK_AFTER_MINUTES),
      dispatches: dispatches.get(id) ?? [],
      can: { edit_details: mayEdit(actor, head) },
    };
    if (lines) item.lines = lines.get(id) ?? [];
    if (wearers)
      item.employees = (wearers.get(id) ?? []).filter((one) => whole || one.id === actor.id).map(({ id: wearer, name }) => ({ id: wearer, name }));
    if (extras.delivery_address) item.delivery_address = head.delivery_address;
    return [item];
  });
}
