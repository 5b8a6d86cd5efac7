import { asc, eq, sql } from 'drizzle-orm';
import type { Pickable } from '../../shared/allocation/is-pickable.ts';
import { groupBy } from '../../shared/group-by.ts';
import { mayEdit } from '../../shared/ordering/can.ts';
import { orderNumber } from '../../shared/ordering/order-number.ts';
import { eachReference } from '../../shared/ordering/order-references.ts';
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
import { type StoredFacts, seenFacts } from '../orders/order-facts.ts';
import { dispatchesByOrder } from './dispatch-queries.ts';
import { linesByOrder } from './line-queries.ts';
import type { OrderListItem, OrderSummary } from './order-view.ts';

export const requester = alias(users, 'requester');
export const decliner = alias(users, 'decliner');

/** The fields of related records that the summary of an order shows. */
export const summaryNames = {
  account_name: accounts.name,
  site_name: sites.name,
  site_reference: sites.reference_1,
  requester_account_id: requester.account_id,
  requester_name: personName(requester).as('requester_name'),
  requester_email: requester.email,
  requester_phone: requester.contact_phone,
  decliner_account_id: decliner.account_id,
  decliner_name: personName(decliner).as('decliner_name'),
};

const headsOfOrders = prepared('heads_of_orders', (db) =>
  db
    .select({
      order: {
        id: orders.id,
        uuid: orders.uuid,
        account_id: orders.account_id,
        creator_id: orders.creator_id,
        requester_id: orders.requester_id,
        delivery_site_id: orders.delivery_site_id,
        delivery_address: orders.delivery_address,
        ...eachReference((name) => orders[name]),
        required_on: orders.required_on,
        requested_at: orders.requested_at,
        submitted_at: orders.submitted_at,
        created_at: orders.created_at,
        cancelled_at: orders.cancelled_at,
        declined_reason: orders.declined_reason,
        declined_by: orders.declined_by,
        printed_at: orders.printed_at,
        is_frozen: orders.is_frozen,
        is_sample: orders.is_sample,
        status: orders.status,
        status_since: orders.status_since,
        version: orders.version,
      },
      ...summaryNames,
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

type OrderHead = Awaited<ReturnType<typeof headsOfOrders>>[number];

/** The requester of an order, with the contact details that this reader gets: the provider's people are shown as the provider. */
function requesterOf(reader: Actor, { order, ...names }: OrderHead): OrderSummary['requester'] {
  const shownRequester = shownPerson(reader, { id: order.requester_id, name: names.requester_name, account_id: names.requester_account_id });
  const isKnown = shownRequester.id !== null;
  return { ...shownRequester, email: isKnown ? names.requester_email : null, contact_phone: isKnown ? names.requester_phone : null };
}

/** The summary of an order that lists and the order's page show to this reader. */
export function orderSummary(
  { actor, now, services }: Ctx,
  head: OrderHead,
  facts: StoredFacts,
  { pickable, dispatches }: { pickable: Pickable | undefined; dispatches: OrderSummary['dispatches'] | undefined },
): OrderSummary {
  const { order } = head;
  const whole = policy.see_whole_order(actor, order);
  const prices = policy.see_order_prices(actor, order);
  const progress = progressSummary(facts);
  return {
    id: order.id,
    uuid: order.uuid,
    order_number: orderNumber(order.id),
    status: order.status,
    status_since: order.status_since,
    version: order.version,
    is_submitted: order.submitted_at !== null,
    is_requested: order.requested_at !== null && order.submitted_at === null,
    submitted_at: order.submitted_at,
    requested_at: order.requested_at,
    created_at: order.created_at,
    cancelled_at: order.cancelled_at,
    // A text about the order as a whole may mention what others wear, so only a reader of the whole order gets it.
    declined_reason: whole ? order.declined_reason : null,
    declined_by:
      whole && order.declined_by !== null
        ? shownPerson(actor, { id: order.declined_by, name: head.decliner_name ?? '', account_id: head.decliner_account_id })
        : null,
    printed_at: order.printed_at,
    ...eachReference((name) => (whole ? order[name] : null)),
    required_on: order.required_on,
    is_frozen: order.is_frozen,
    is_fully_shipped: progress.is_fully_shipped,
    is_sample: order.is_sample,
    account: { id: order.account_id, name: head.account_name },
    delivery_site:
      order.delivery_site_id === null ? null : { id: order.delivery_site_id, name: head.site_name ?? '', reference_1: head.site_reference },
    requester: requesterOf(actor, head),
    sub_total: prices ? facts.sub_total : null,
    vat: prices ? facts.vat : null,
    total: prices ? facts.sub_total + facts.vat : null,
    qty_total_items: facts.qty_wanted,
    qty_items_allocated: facts.qty_allocated,
    qty_items_shipped: facts.qty_shipped,
    progress_summary: { ...progress, status: { status_name: order.status } },
    is_pickable: pickable ?? 'none',
    is_stuck: isStuck(order, now, services.settings.STUCK_AFTER_MINUTES),
    dispatches: dispatches ?? [],
  };
}

/** The further data that a list can include on request. */
export interface Extras {
  lines: boolean;
  employees: boolean;
  delivery_address: boolean;
}

/**
 * The summaries of these orders, which the caller may see, in the sequence of `ids`: one query for each kind of record, however many
 * orders there are.
 */
export async function orderSummaries(ctx: Ctx, ids: readonly number[], extras: Extras): Promise<OrderListItem[]> {
  if (!ids.length) return [];
  const { db, actor } = ctx;
  const values = { ids: idList(ids) };
  const heads = new Map((await headsOfOrders(db, values)).map((head) => [head.order.id, head]));
  const shownOrders = [...heads.values()].map(({ order }) => order);
  const facts = await seenFacts(ctx, shownOrders);
  const dispatches = await dispatchesByOrder(ctx, shownOrders);
  const pickable = await pickableOf(
    db,
    [...facts.values()].filter(({ submitted_at, cancelled_at }) => submitted_at && !cancelled_at),
  );
  const visibilityOf = (id: number) => {
    const order = heads.get(id)?.order;
    return { prices: order !== undefined && policy.see_order_prices(actor, order), costs: policy.see_costs(actor) };
  };
  const lines = extras.lines ? await linesByOrder(ctx, ids, visibilityOf) : null;
  const wearers = extras.employees ? groupBy(await wearersOfOrders(db, values), ({ order_id }) => order_id) : null;

  return ids.flatMap((id) => {
    const head = heads.get(id);
    const fact = facts.get(id);
    if (!head || !fact) return [];
    const { order } = head;
    const item: OrderListItem = {
      ...orderSummary(ctx, head, fact, { pickable: pickable.get(id), dispatches: dispatches.get(id) }),
      can: { edit_details: mayEdit(actor, order) },
    };
    if (lines) item.lines = lines.get(id) ?? [];
    if (wearers) {
      const whole = policy.see_whole_order(actor, order);
      item.employees = (wearers.get(id) ?? []).filter((one) => whole || one.id === actor.id).map(({ id: wearer, name }) => ({ id: wearer, name }));
    }
    if (extras.delivery_address) item.delivery_address = order.delivery_address;
    return [item];
  });
}
