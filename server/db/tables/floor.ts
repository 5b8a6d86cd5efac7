import { sql } from 'drizzle-orm';
import type { Address } from '../../../shared/address.ts';
import type { DeliverySource } from '../../../shared/dispatch/delivery.ts';
import { overStates, type PickState, pickStates } from '../../../shared/picking/pick-states.ts';
import { c, check, desc, index, primaryKey, table, uniqueIndex, utcDate } from '../dialect.ts';
import { keyColumn } from '../folded.ts';
import { quoted } from '../quoted.ts';
import { products } from './catalogue.ts';
import { orderLines, orders } from './orders.ts';
import { accounts, sites, users } from './people.ts';

export const errorCodes = table(
  'error_codes',
  {
    id: c.id(),
    code: c.text().unique(),
    description: c.text(),
    requires_input: c.flag(),
    version: c.version(),
    v: c.big(),
    key_clash: c.big(),
  },
  (t) => [uniqueIndex('error_codes_key').on(keyColumn(t.code), t.key_clash)],
);

/** One pass of an order through the floor: released, picked, prepped, dispatched. */
export const picks = table(
  'picks',
  {
    id: c.id(),
    order_id: c.ref(() => orders.id),
    state: c.text().$type<PickState>().default('released'),
    picker_id: c.maybeRef(() => users.id),
    tote: c.maybeText(),
    released_at: c.time(),
    started_at: c.maybeTime(),
    /** When the present picker claimed the pick. */
    claimed_at: c.maybeTime(),
    /** When the pick was paused. */
    paused_at: c.maybeTime(),
    /** The picker who last handed the pick over, and when. */
    handed_over_by: c.maybeRef(() => users.id),
    handed_over_at: c.maybeTime(),
    picked_at: c.maybeTime(),
    booked_at: c.maybeTime(),
    ended_at: c.maybeTime(),
    /** Why a closed pick ended without shipping. */
    close_reason: c.maybeText().$type<'unallocated' | 'sent_back' | 'cancelled' | 'nothing_picked' | 'reopened' | 'deleted'>(),
    v: c.big(),
  },
  (t) => [
    check('picks_state', sql`${t.state} in (${quoted(pickStates)})`),
    check('picks_ended', sql`(${t.ended_at} is not null) = (${t.state} in (${quoted(overStates)}))`),
    uniqueIndex('picks_one_open_pick')
      .on(t.order_id)
      .where(sql`${t.state} not in (${quoted(overStates)})`),
    index('picks_by_order').on(t.order_id, t.id),
    index('picks_open')
      .on(t.state)
      .where(sql`${t.state} not in (${quoted(overStates)})`),
    index('picks_by_v').on(t.v),
    index('picks_of_picker').on(t.picker_id).where(sql`${t.picker_id} is not null`),
    index('picks_of_earlier_picker').on(t.handed_over_by).where(sql`${t.handed_over_by} is not null`),
  ],
);

/** The order's place in a cluster: up to twelve orders that one person picks in one walk, each into the tote of its position on the trolley. */
export const clusterPicks = table(
  'cluster_picks',
  {
    pick_id: c.ref(() => picks.id, { onDelete: 'cascade' }),
    /** The uuid that the tablet gave to the cluster. */
    cluster: c.text(),
    position: c.count(),
  },
  (t) => [
    primaryKey({ columns: [t.pick_id] }),
    uniqueIndex('cluster_picks_position').on(t.cluster, t.position),
    check('cluster_picks_on_trolley', sql`${t.position} between 1 and 12`),
  ],
);

/** The totes that are full of a pick's items, besides the tote into which the picker puts items now. */
export const pickFullTotes = table(
  'pick_full_totes',
  {
    pick_id: c.ref(() => picks.id, { onDelete: 'cascade' }),
    tote: c.text(),
  },
  (t) => [primaryKey({ columns: [t.pick_id, t.tote] }), index('pick_full_totes_by_tote').on(t.tote)],
);

export const pickLines = table(
  'pick_lines',
  {
    id: c.id(),
    pick_id: c.ref(() => picks.id, { onDelete: 'cascade' }),
    order_line_id: c.ref(() => orderLines.id),
    product_id: c.ref(() => products.id),
    qty_allocated: c.quantity(),
    qty_picked: c.quantity(),
    /** The error code if less was picked than allocated. */
    code: c.maybeText(),
    other_reason: c.maybeText(),
    picked_by: c.maybeRef(() => users.id),
    picked_at: c.maybeTime(),
    /** The tablet that recorded the line; null if it was recorded online without a tablet. */
    picked_device: c.maybeText(),
    /** Incremented only by what matters to a picker: a new picked or allocated quantity, another product, or the end of the pick. */
    fact_version: c.count().default(1),
    prep_ticked_at: c.maybeTime(),
    prep_ticked_by: c.maybeRef(() => users.id),
    /** How many of the picked items are in their wearer's bag. */
    qty_packed: c.quantity(),
    /** The sync version in which the line got its present product. */
    product_v: c.big(),
    v: c.big(),
  },
  (t) => [
    index('pick_lines_by_product').on(t.product_id),
    check('picked_within_allocated', sql`${t.qty_picked} >= 0 and ${t.qty_picked} <= ${t.qty_allocated}`),
    check('packed_within_picked', sql`${t.qty_packed} >= 0 and ${t.qty_packed} <= ${t.qty_picked}`),
    uniqueIndex('pick_lines_once').on(t.pick_id, t.order_line_id),
    index('pick_lines_by_order_line').on(t.order_line_id),
    index('pick_lines_by_v').on(t.v),
    index('pick_lines_of_picker').on(t.picked_by).where(sql`${t.picked_by} is not null`),
    index('pick_lines_of_prepper').on(t.prep_ticked_by).where(sql`${t.prep_ticked_by} is not null`),
  ],
);

/** The items of a pick line on one trolley. Each tablet counts as one trolley; people without a tablet share another. */
export const pickLineHolders = table(
  'pick_line_holders',
  {
    pick_line_id: c.ref(() => pickLines.id, { onDelete: 'cascade' }),
    /** Empty if the items were recorded without a tablet. */
    device: c.text().default(''),
    /** The SKU that was taken: the line may have been changed to another SKU since. */
    product_id: c.ref(() => products.id),
    /** Who last recorded the items. */
    user_id: c.maybeRef(() => users.id),
    /** All items that were taken from the shelf and not put back, including items that the line does not count. */
    qty_held: c.quantity(),
    /** The part of `qty_held` that counts towards the line's `qty_picked`. The rest goes back to the shelf. */
    qty_counted: c.quantity(),
  },
  (t) => [
    primaryKey({ columns: [t.pick_line_id, t.device, t.product_id] }),
    check('pick_line_holders_qty', sql`${t.qty_held} >= 0 and ${t.qty_counted} >= 0`),
    index('pick_line_holders_by_product').on(t.product_id),
    index('pick_line_holders_of_user').on(t.user_id).where(sql`${t.user_id} is not null`),
  ],
);

/** One wearer's bag in a pick; the row exists once the bag's label was printed. */
export const bags = table(
  'bags',
  {
    pick_id: c.ref(() => picks.id, { onDelete: 'cascade' }),
    employee_id: c.ref(() => users.id),
    label_printed_at: c.maybeTime(),
    label_printed_by: c.maybeRef(() => users.id),
    /** The accepted weight with the packaging, in grams; null if the bag was not weighed. */
    weight_g: c.maybeCount(),
    v: c.big(),
  },
  (t) => [
    primaryKey({ columns: [t.pick_id, t.employee_id] }),
    check('bags_weight', sql`${t.weight_g} >= 1`),
    index('bags_by_v').on(t.v),
    index('bags_of_wearer').on(t.employee_id),
    index('bags_of_printer').on(t.label_printed_by).where(sql`${t.label_printed_by} is not null`),
  ],
);

/** The proof of a bag: what lay in it when its label was printed, as the packer counted it. */
export const bagItems = table(
  'bag_items',
  {
    /** A line belongs to one wearer, so its items lie in one bag. */
    pick_line_id: c.ref(() => pickLines.id, { onDelete: 'cascade' }),
    pick_id: c.ref(() => picks.id, { onDelete: 'cascade' }),
    employee_id: c.ref(() => users.id),
    /** The SKU at that time: the line may have been changed to another SKU since. */
    product_id: c.ref(() => products.id),
    qty: c.count(),
  },
  (t) => [
    primaryKey({ columns: [t.pick_line_id] }),
    check('bag_items_qty', sql`${t.qty} >= 1`),
    index('bag_items_of_bag').on(t.pick_id, t.employee_id),
    index('bag_items_of_wearer').on(t.employee_id),
    index('bag_items_by_product').on(t.product_id),
  ],
);

/** What one item of a SKU weighs, as one accepted bag shows it. Only the newest samples of a SKU are stored. */
export const weightSamples = table(
  'weight_samples',
  {
    product_id: c.ref(() => products.id),
    /** The style of the SKU, or the SKU itself if it has none. */
    style_id: c.ref(() => products.id),
    pick_id: c.ref(() => picks.id, { onDelete: 'cascade' }),
    employee_id: c.ref(() => users.id),
    grams: c.real(),
    created_at: c.time(),
  },
  (t) => [
    primaryKey({ columns: [t.product_id, t.pick_id, t.employee_id] }),
    check('weight_samples_grams', sql`${t.grams} > 0`),
    index('weight_samples_by_style').on(t.style_id, desc(t.created_at)),
    index('weight_samples_of_bag').on(t.pick_id, t.employee_id),
    index('weight_samples_of_wearer').on(t.employee_id),
  ],
);

/**
 * Items on a trolley that have to be put back, because no pick counts them. There is one task for each line, device and SKU; a new quantity replaces
 * the old one.
 */
export const shelfTasks = table(
  'shelf_tasks',
  {
    id: c.id(),
    pick_line_id: c.ref(() => pickLines.id, { onDelete: 'cascade' }),
    product_id: c.ref(() => products.id),
    order_id: c.ref(() => orders.id),
    /** The tablet that recorded the pick; empty if the pick was recorded without a tablet. */
    device: c.text().default(''),
    qty: c.count(),
    reason: c.text(),
    created_at: c.time(),
    done_at: c.maybeTime(),
    done_by: c.maybeRef(() => users.id),
    v: c.big(),
  },
  (t) => [
    uniqueIndex('shelf_tasks_once').on(t.pick_line_id, t.device, t.product_id),
    check('shelf_tasks_qty', sql`${t.qty} >= 0`),
    index('shelf_tasks_by_v').on(t.v),
    index('shelf_tasks_of_user').on(t.done_by).where(sql`${t.done_by} is not null`),
    index('shelf_tasks_open_by_product').on(t.product_id).where(sql`${t.done_at} is null`),
  ],
);

export const dispatchStates = ['requested', 'booking', 'failed', 'shipped', 'void'] as const;
export type DispatchState = (typeof dispatchStates)[number];

export const dispatches = table(
  'dispatches',
  {
    id: c.id(),
    account_id: c.ref(() => accounts.id),
    site_id: c.maybeRef(() => sites.id),
    state: c.text().$type<DispatchState>().default('requested'),
    is_consolidated: c.flag(),
    service_key: c.text(),
    carrier: c.text().default('manual'),
    /** Kilograms. */
    total_weight: c.real(),
    /** Boxes. */
    total_items: c.count(),
    mark_as_shipped: c.flag(),
    delivery_address: c.json<Address>(),
    contact_name: c.maybeText(),
    contact_email: c.maybeText(),
    contact_phone: c.maybeText(),
    requested_by: c.maybeRef(() => users.id),
    created_at: c.time(),
    dispatched_at: c.maybeTime(),
    booking_error: c.maybeText(),
    /** When the labels of its boxes were last sent to a printer; null if something on them has changed since. */
    labels_printed_at: c.maybeTime(),
    /** Incremented when a carrier refuses: the next attempt is another booking with another reference. */
    booking_attempt: c.count().default(1),
    /** When this attempt's booking was sent: from then on the carrier may have it. Null until then. */
    asked_at: c.maybeTime(),
    /** The time until which only one process may book the dispatch with the carrier. */
    asking_until: c.maybeTime(),
    /** The calendar date in the UK on which the parcel arrived; null until somebody says so. */
    delivered_on: c.maybeDate(),
    /** When the arrival was recorded. */
    delivered_at: c.maybeTime(),
    /** Who recorded the arrival; null if the carrier's system did. */
    delivered_by: c.maybeRef(() => users.id),
    delivery_source: c.maybeText().$type<DeliverySource>(),
    /** When somebody at the client reported that the parcel has not arrived. The report stays when the parcel arrives later. */
    not_arrived_at: c.maybeTime(),
    not_arrived_by: c.maybeRef(() => users.id),
    version: c.version(),
    v: c.big(),
  },
  (t) => [
    check('dispatches_state', sql`${t.state} in ('requested', 'booking', 'failed', 'shipped', 'void')`),
    check('dispatches_shipped', sql`(${t.dispatched_at} is not null) = (${t.state} = 'shipped')`),
    check('dispatches_boxes', sql`${t.total_items} > 0 and ${t.total_weight} > 0`),
    check(
      'dispatches_delivered',
      sql`(${t.delivered_on} is null and ${t.delivered_at} is null and ${t.delivery_source} is null and ${t.delivered_by} is null)
        or (${t.delivered_on} is not null and ${t.delivered_at} is not null and ${t.delivery_source} in ('client', 'office', 'carrier')
          and ${t.dispatched_at} is not null and ${t.delivered_on} >= ${utcDate(t.dispatched_at)})`,
    ),
    check(
      'dispatches_reported',
      sql`(${t.not_arrived_at} is null) = (${t.not_arrived_by} is null) and (${t.not_arrived_at} is null or ${t.dispatched_at} is not null)`,
    ),
    index('dispatches_not_arrived').on(t.not_arrived_at).where(sql`${t.not_arrived_at} is not null and ${t.delivered_on} is null`),
    index('dispatches_of_recipient').on(t.delivered_by).where(sql`${t.delivered_by} is not null`),
    index('dispatches_of_reporter').on(t.not_arrived_by).where(sql`${t.not_arrived_by} is not null`),
    index('dispatches_newest').on(desc(t.id)),
    index('dispatches_by_state').on(t.state, desc(t.id)),
    index('dispatches_by_account').on(t.account_id, desc(t.id)),
    index('dispatches_by_site').on(t.site_id, desc(t.id)),
    index('dispatches_by_day').on(t.dispatched_at).where(sql`${t.dispatched_at} is not null`),
    index('dispatches_awaiting').on(t.state).where(sql`${t.state} in ('requested', 'booking', 'failed')`),
    index('dispatches_by_v').on(t.v),
    index('dispatches_of_requester').on(t.requested_by).where(sql`${t.requested_by} is not null`),
  ],
);

/** The orders and picks in a dispatch: one, or several if the dispatch is consolidated. */
export const dispatchOrders = table(
  'dispatch_orders',
  {
    dispatch_id: c.ref(() => dispatches.id, { onDelete: 'cascade' }),
    order_id: c.ref(() => orders.id),
    pick_id: c.ref(() => picks.id),
  },
  (t) => [primaryKey({ columns: [t.dispatch_id, t.pick_id] }), index('dispatch_orders_by_order').on(t.order_id)],
);

/** The contents of the boxes: the items that were picked when the dispatch was created. Shipping moves exactly these items. */
export const dispatchLines = table(
  'dispatch_lines',
  {
    id: c.id(),
    dispatch_id: c.ref(() => dispatches.id, { onDelete: 'cascade' }),
    order_id: c.ref(() => orders.id),
    order_line_id: c.ref(() => orderLines.id),
    product_id: c.ref(() => products.id),
    quantity: c.count(),
  },
  (t) => [
    index('dispatch_lines_by_product').on(t.product_id),
    index('dispatch_lines_by_dispatch').on(t.dispatch_id),
    index('dispatch_lines_by_order_line').on(t.order_line_id),
    check('dispatch_lines_quantity', sql`${t.quantity} > 0`),
  ],
);

/** What one item of a SKU weighs, as the accepted weight of one dispatch shows it. Only the newest samples of a SKU are stored. */
export const boxWeightSamples = table(
  'box_weight_samples',
  {
    product_id: c.ref(() => products.id),
    /** The style of the SKU, or the SKU itself if it has none. */
    style_id: c.ref(() => products.id),
    dispatch_id: c.ref(() => dispatches.id, { onDelete: 'cascade' }),
    grams: c.real(),
    created_at: c.time(),
  },
  (t) => [
    primaryKey({ columns: [t.product_id, t.dispatch_id] }),
    check('box_weight_samples_grams', sql`${t.grams} > 0`),
    index('box_weight_samples_by_style').on(t.style_id, desc(t.created_at)),
    index('box_weight_samples_of_dispatch').on(t.dispatch_id),
  ],
);

/** The weights of bags and dispatches that differed from what was expected, and that a person confirmed. The last confirmation of each is stored. */
export const confirmedWeights = table(
  'confirmed_weights',
  {
    id: c.id(),
    /** The pick and the wearer of a bag; null for a dispatch. */
    pick_id: c.maybeRef(() => picks.id, { onDelete: 'cascade' }),
    employee_id: c.maybeRef(() => users.id),
    /** The dispatch; null for a bag. */
    dispatch_id: c.maybeRef(() => dispatches.id, { onDelete: 'cascade' }),
    /** The order, or the first order of a consolidated dispatch. */
    order_id: c.ref(() => orders.id),
    /** What the person saw as the expected weight, in grams. */
    expected_g: c.count(),
    weight_g: c.count(),
    confirmed_by: c.ref(() => users.id),
    confirmed_at: c.time(),
  },
  (t) => [
    check(
      'confirmed_weights_of_one',
      sql`(${t.pick_id} is null) = (${t.employee_id} is null) and (${t.pick_id} is null) = (${t.dispatch_id} is not null)`,
    ),
    check('confirmed_weights_grams', sql`${t.expected_g} >= 1 and ${t.weight_g} >= 1`),
    uniqueIndex('confirmed_weights_of_bag').on(t.pick_id, t.employee_id),
    uniqueIndex('confirmed_weights_of_dispatch').on(t.dispatch_id),
    index('confirmed_weights_newest').on(desc(t.confirmed_at), desc(t.id)),
    index('confirmed_weights_of_order').on(t.order_id),
    index('confirmed_weights_of_wearer').on(t.employee_id),
    index('confirmed_weights_of_person').on(t.confirmed_by),
  ],
);

/** The numbers and the tracking link that the carrier gave a dispatch. */
export const consignments = table(
  'consignments',
  {
    id: c.id(),
    dispatch_id: c.ref(() => dispatches.id, { onDelete: 'cascade' }).unique(),
    carrier: c.text(),
    consignment_number: c.maybeText(),
    tracking_number: c.maybeText(),
    tracking_url: c.maybeText(),
    created_at: c.time(),
  },
  (t) => [index('consignments_by_tracking').on(t.tracking_number), index('consignments_by_number').on(t.consignment_number)],
);

// The sync engine ------------------------------------------------------------------------------------------------------

/** SQLite's sync version and the epoch that changes when a backup is restored; one row. */
export const syncClock = table('sync_clock', {
  id: c.id(),
  v: c.big(),
  epoch: c.text(),
  /** Tombstones with a version below `forgotten_v` are deleted. A tablet whose cursor is below `forgotten_v` needs all rows again. */
  forgotten_v: c.big(),
  /** When the present epoch began because a tablet's newer cursor showed that a backup had been restored. */
  renewed_at: c.maybeTime(),
});

/** A tablet. The hash of its secret is stored at its first authenticated sync. */
export const syncDevices = table('sync_devices', {
  device: c.text().primaryKey(),
  secret_hash: c.text(),
  name: c.maybeText(),
  created_at: c.time(),
  last_seen_at: c.time(),
  /** Mutations that still waited on the tablet after its last sync. */
  qty_unsent: c.quantity(),
  /** Since this time the tablet has had unsent mutations after every sync; null if it had none after the last sync. */
  unsent_since: c.maybeTime(),
  /** When the office took the tablet out of use; null again once it syncs. */
  retired_at: c.maybeTime(),
  /** Set to the current sync version when one of the tablet's open outcomes is resolved, so that the tablet fetches the resolution. */
  v: c.big(),
});

/** The people who have signed in on a tablet: nobody else may act from the tablet. */
export const syncDeviceUsers = table(
  'sync_device_users',
  {
    device: c.text().references(() => syncDevices.device, { onDelete: 'cascade' }),
    user_id: c.ref(() => users.id, { onDelete: 'cascade' }),
    first_at: c.time(),
    v: c.big(),
  },
  (t) => [primaryKey({ columns: [t.device, t.user_id] })],
);

/** One boot of the app on one device. `lm` is the number of the boot's last mutation that has an outcome. Rows are never deleted. */
export const syncClients = table('sync_clients', {
  c: c.text().primaryKey(),
  device: c.text().references(() => syncDevices.device),
  lm: c.big(),
  /** The id of the mutation with the number `lm`; null if it is unknown. */
  last_m: c.maybeText(),
  created_at: c.time(),
  last_at: c.time(),
});

/** The outcome of each mutation, with the mutation itself. A conflict or a rejection waits for a person until it is resolved. */
export const syncOutcomes = table(
  'sync_outcomes',
  {
    m: c.text().primaryKey(),
    c: c.text().references(() => syncClients.c),
    s: c.big(),
    device: c.text(),
    actor_id: c.maybeCount(),
    bearer_id: c.maybeCount(),
    n: c.text(),
    nv: c.count(),
    /** The mutation as received, for replay checks and for the office. */
    payload: c.json<unknown>(),
    payload_hash: c.text(),
    outcome: c.text().$type<'applied' | 'noop' | 'conflict' | 'rejected'>(),
    code: c.maybeText(),
    server: c.maybeJson<unknown>(),
    /** The line's fact version after the mutation. Later mutations with the same base version are judged against this fact version. */
    fact_version: c.maybeCount(),
    order_id: c.maybeRef(() => orders.id),
    /** The earlier refusal that caused this one, if any. */
    root_m: c.maybeText(),
    at: c.time(),
    resolved_at: c.maybeTime(),
    resolved_by: c.maybeRef(() => users.id),
    choice: c.maybeText(),
  },
  (t) => [
    check('sync_outcomes_outcome', sql`${t.outcome} in ('applied', 'noop', 'conflict', 'rejected')`),
    index('sync_outcomes_open').on(t.device).where(sql`${t.outcome} in ('conflict', 'rejected') and ${t.resolved_at} is null`),
    index('sync_outcomes_by_root').on(t.root_m).where(sql`${t.root_m} is not null`),
    index('sync_outcomes_by_age').on(t.at),
    index('sync_outcomes_of_user').on(t.resolved_by).where(sql`${t.resolved_by} is not null`),
  ],
);

/** A mutation that failed because of an error of the server. After the third failure it becomes an open outcome, and the tablet's queue continues. */
export const syncFailures = table('sync_failures', { m: c.text().primaryKey(), error: c.text(), attempts: c.count(), at: c.time() });

/** Unsent actions that a tablet lost with its storage, for the office to follow up. */
export const syncLosses = table(
  'sync_losses',
  {
    m: c.text().primaryKey(),
    device: c.text().references(() => syncDevices.device),
    /** The earlier device id of the tablet, lost together with the actions. */
    lost_device: c.text(),
    n: c.count(),
    /** A time by the tablet's clock. */
    since: c.maybeText(),
    bearer_id: c.maybeRef(() => users.id),
    at: c.time(),
    resolved_at: c.maybeTime(),
    resolved_by: c.maybeRef(() => users.id),
  },
  (t) => [uniqueIndex('sync_losses_once').on(t.device, t.lost_device)],
);

/** The orders that tablets receive, with the version from which they receive them. */
export const floorOrders = table('floor_orders', { order_id: c.ref(() => orders.id).primaryKey(), entered_v: c.big() }, (t) => [
  index('floor_orders_by_v').on(t.entered_v),
]);

/** The kind and key of each row that has left the floor, so that tablets delete the row. */
export const syncTombstones = table('sync_tombstones', { id: c.id(), kind: c.text(), key: c.text(), v: c.big(), at: c.time() }, (t) => [
  index('sync_tombstones_by_v').on(t.v),
  uniqueIndex('sync_tombstones_once').on(t.kind, t.key),
]);
