import { createHash } from 'node:crypto';
import { and, eq, gte, isNull, sql } from 'drizzle-orm';
import reference from '../../data/reference/shipping-services.json' with { type: 'json' };
import { sizeOf } from '../../shared/catalogue/size-of.ts';
import { dispatchNumber } from '../../shared/dispatch/dispatch-number.ts';
import { orderNumber } from '../../shared/ordering/order-number.ts';
import type { DispatchRow, ErrorCodeRow, ShelfTaskRow, ShippingServiceRow, StaffRow } from '../../shared/sync/rows.ts';
import { type TrackingSettings, trackingFormOf } from '../carriers/tracking-form.ts';
import type { Settings } from '../core/settings.ts';
import { among, idList } from '../db/among.ts';
import { type Db, prepared } from '../db/db.ts';
import { personName } from '../db/person-name.ts';
import { skuColumns } from '../db/sku-columns.ts';
import {
  accounts,
  consignments,
  dispatches,
  dispatchOrders,
  errorCodes,
  orders,
  products,
  shelfTasks,
  sites,
  syncDeviceUsers,
  syncTombstones,
  users,
} from '../db/tables/index.ts';

/** The rows that a tablet has to store (`put`), and the keys of the rows that it has to delete (`del`). */
export interface Changes<Row, Key> {
  put: Row[];
  del: Key[];
}

const since = sql.placeholder('since');

const selectDispatches = (db: Db) =>
  db
    .select({
      id: dispatches.id,
      state: dispatches.state,
      account_id: dispatches.account_id,
      account_name: accounts.name,
      site_name: sites.name,
      is_consolidated: dispatches.is_consolidated,
      service_key: dispatches.service_key,
      carrier: dispatches.carrier,
      total_weight: dispatches.total_weight,
      total_items: dispatches.total_items,
      mark_as_shipped: dispatches.mark_as_shipped,
      delivery_address: dispatches.delivery_address,
      contact_name: dispatches.contact_name,
      contact_email: dispatches.contact_email,
      contact_phone: dispatches.contact_phone,
      tracking_number: consignments.tracking_number,
      consignment_number: consignments.consignment_number,
      booking_error: dispatches.booking_error,
      labels_printed_at: dispatches.labels_printed_at,
      created_at: dispatches.created_at,
      version: dispatches.version,
    })
    .from(dispatches)
    .innerJoin(accounts, eq(accounts.id, dispatches.account_id))
    .leftJoin(sites, eq(sites.id, dispatches.site_id))
    .leftJoin(consignments, eq(consignments.dispatch_id, dispatches.id));

const awaitingDispatches = prepared('sync_dispatches', (db) =>
  selectDispatches(db).where(sql`${dispatches.state} in ('requested', 'booking', 'failed')`).orderBy(dispatches.id),
);
// Most dispatches have the same version, so SQLite does not use the index by version to read whole rows. A subquery of ids makes it use the index.
const changedDispatches = prepared('sync_dispatches_since', (db) =>
  selectDispatches(db).where(sql`${dispatches.id} in (select id from dispatches where v >= ${since})`).orderBy(dispatches.id),
);

const ordersOfDispatches = prepared('sync_dispatch_orders', (db) =>
  db
    .select({ dispatch_id: dispatchOrders.dispatch_id, order_id: orders.id, uuid: orders.uuid })
    .from(dispatchOrders)
    .innerJoin(orders, eq(orders.id, dispatchOrders.order_id))
    .where(among(dispatchOrders.dispatch_id, sql.placeholder('dispatches')))
    .orderBy(dispatchOrders.dispatch_id, orders.id),
);

/** The dispatches that wait for their courier: all such dispatches if `v` is null, otherwise the changes since version `v`. */
export async function dispatchChanges(db: Db, v: number | null): Promise<Changes<DispatchRow, number>> {
  const rows = v === null ? await awaitingDispatches(db) : await changedDispatches(db, { since: v });
  const waiting = rows.filter(({ state }) => state === 'requested' || state === 'booking' || state === 'failed');
  const carried = waiting.length ? await ordersOfDispatches(db, { dispatches: idList(waiting.map(({ id }) => id)) }) : [];
  const ordersOf = new Map<number, DispatchRow['orders']>();
  for (const { dispatch_id, order_id, uuid } of carried) {
    ordersOf.set(dispatch_id, [...(ordersOf.get(dispatch_id) ?? []), { uuid, order_number: orderNumber(order_id) }]);
  }
  return {
    put: waiting.map(({ state, ...row }) => ({
      ...row,
      state: state as DispatchRow['state'],
      dispatch_number: dispatchNumber(row.id),
      orders: ordersOf.get(row.id) ?? [],
    })),
    del: rows.filter((row) => !waiting.includes(row)).map(({ id }) => id),
  };
}

const reasonsSince = prepared('sync_error_codes', (db) =>
  db
    .select({ id: errorCodes.id, code: errorCodes.code, description: errorCodes.description, requires_input: errorCodes.requires_input })
    .from(errorCodes)
    .where(gte(errorCodes.v, since))
    .orderBy(errorCodes.id),
);

/** The reasons for a short pick. */
export const reasonRows = (db: Db, v: number | null): Promise<ErrorCodeRow[]> => reasonsSince(db, { since: v ?? 0 });

const device = sql.placeholder('device');
const staffSince = prepared('sync_staff', (db) =>
  db
    .select({
      id: users.id,
      name: personName(users),
      role: users.role,
      pin_hash: sql<string | null>`case when ${syncDeviceUsers.user_id} is not null then ${users.pin_hash} end`,
      is_here: sql<number>`case when ${users.deleted_at} is null and not ${users.is_disabled} and ${users.role} <> 'embroiderer' then 1 else 0 end`,
    })
    .from(users)
    .leftJoin(syncDeviceUsers, and(eq(syncDeviceUsers.user_id, users.id), eq(syncDeviceUsers.device, device)))
    .where(and(isNull(users.account_id), sql`(${users.v} >= ${since} or ${syncDeviceUsers.v} >= ${since})`))
    .orderBy(users.id),
);

/** The people who work on the floor. PINs are included only for people who have signed in on this tablet. */
export async function staffChanges(db: Db, of: string, v: number | null): Promise<Changes<StaffRow, number>> {
  const rows = await staffSince(db, { device: of, since: v ?? 0 });
  const removedIds = v === null ? [] : rows.filter((row) => !row.is_here).map(({ id }) => id);
  const staffRows = rows.filter((row) => row.is_here).map(({ is_here: _, ...row }) => ({ ...row, role: row.role as StaffRow['role'] }));
  return { put: staffRows, del: removedIds };
}

const tasksSince = prepared('sync_shelf_tasks', (db) =>
  db
    .select({
      id: shelfTasks.id,
      pick_line_id: shelfTasks.pick_line_id,
      product_id: shelfTasks.product_id,
      ...skuColumns,
      product_name: products.name,
      barcode: products.barcode,
      bin: products.bin,
      order_id: shelfTasks.order_id,
      device: shelfTasks.device,
      qty: shelfTasks.qty,
      reason: shelfTasks.reason,
      created_at: shelfTasks.created_at,
      done_at: shelfTasks.done_at,
    })
    .from(shelfTasks)
    .innerJoin(products, eq(products.id, shelfTasks.product_id))
    .where(sql`${shelfTasks.v} >= ${since} and (${shelfTasks.done_at} is null or ${since} > 0)`)
    .orderBy(shelfTasks.id),
);

/** The changes of the tasks to put garments back on the shelf, since version `v`. */
export async function shelfTaskChanges(db: Db, v: number | null): Promise<Changes<ShelfTaskRow, number>> {
  const rows = await tasksSince(db, { since: v ?? 0 });
  return {
    put: rows
      .filter((row) => !row.done_at && row.qty > 0)
      .map(({ done_at: _, order_id, variation_size_1, variation_size_2, variation_all_size, ...row }) => ({
        ...row,
        size: sizeOf({ variation_size_1, variation_size_2, variation_all_size }),
        order_number: orderNumber(order_id),
      })),
    del: v === null ? [] : rows.filter((row) => row.done_at || row.qty === 0).map(({ id }) => id),
  };
}

const tombstonesSince = prepared('sync_tombstones', (db) =>
  db
    .select({ kind: syncTombstones.kind, key: syncTombstones.key })
    .from(syncTombstones)
    .where(gte(syncTombstones.v, since))
    .orderBy(syncTombstones.id),
);

/** The keys of rows that left the floor since a version: each pick by the UUID of its order, each line and each reason by its id. */
export async function tombstones(db: Db, v: number): Promise<{ pick: string[]; pick_line: number[]; error_code: number[] }> {
  const removedRows = await tombstonesSince(db, { since: v });
  const keys = (kind: string): string[] => removedRows.filter((row) => row.kind === kind).map(({ key }) => key);
  return { pick: keys('pick'), pick_line: keys('pick_line').map(Number), error_code: keys('error_code').map(Number) };
}

type Defaults = Pick<Settings, 'DEFAULT_BOX_WEIGHT_KG' | 'DEFAULT_BOX_COUNT' | 'BOX_TARE_G'> & TrackingSettings;
interface Services {
  rows: ShippingServiceRow[];
  mark: string;
}
const servicesOf = new WeakMap<Defaults, Services>();

/**
 * The carriers' services, with a mark that changes when a service changes. Services have no sync version, because they are part of a release, not
 * of the database.
 */
export function serviceRows(settings: Defaults): Services {
  const cachedServices = servicesOf.get(settings);
  if (cachedServices) return cachedServices;
  const rows = reference.groups.flatMap(({ name: carrier, services }) =>
    services.map((service) => ({
      service_key: service.service_key,
      carrier,
      name: service.name,
      default_weight: Math.min(settings.DEFAULT_BOX_WEIGHT_KG, service.max_weight_kg ?? Number.POSITIVE_INFINITY),
      default_items: settings.DEFAULT_BOX_COUNT,
      max_weight: service.max_weight_kg ?? undefined,
      tare_g: settings.BOX_TARE_G,
      postcode_areas: 'postcode_areas' in service ? service.postcode_areas : undefined,
      tracking: trackingFormOf(settings, service.service_key) ?? undefined,
    })),
  );
  const services = { rows, mark: createHash('sha256').update(JSON.stringify(rows)).digest('hex').slice(0, 8) };
  servicesOf.set(settings, services);
  return services;
}
