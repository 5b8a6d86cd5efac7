import { and, eq, sql } from 'drizzle-orm';
import type { Address } from '../../shared/address.ts';
import type { OpenPickState } from '../../shared/picking/pick-states.ts';
import type { OverflowBin } from '../../shared/stock/overflow-bin.ts';
import type { LineHolder, PickLineRow, ProductRow, WearerRow } from '../../shared/sync/rows.ts';
import { alias, type Db, prepared } from '../db/db.ts';
import { jsonList, jsonObject } from '../db/json-list.ts';
import { personName } from '../db/person-name.ts';
import { skuColumns } from '../db/sku-columns.ts';
import { accounts, bags, clusterPicks, orderLines, orders, pickLines, picks, products, sites, users } from '../db/tables/index.ts';
import { isOpenPick } from '../orders/pick-state-conditions.ts';
import { overflowBins } from '../stock/overflow-bins.ts';

/** Selects the rows of the floor on one page of a pull. */
export interface PageOf {
  /** Rows with this version or a higher one are selected. */
  since: number;
  /** All rows of an order are selected if the order reached the floor at this version or later. */
  entered: number;
  /** Only rows of orders with ids above `after` and up to `upto` are selected. */
  after: number;
  upto: number;
}

/** A version that no row reaches, so that no row is included because of its own version. */
export const NEVER = Number.MAX_SAFE_INTEGER;

const since = sql.placeholder('since');
const enteredPicks = sql.placeholder('entered');
const after = sql.placeholder('after');
const upto = sql.placeholder('upto');

/** The condition is written out, so that SQLite uses the indexes over open picks. */
const isOpen = isOpenPick(sql`pick.state`);
/** The plus prevents the use of the index by order id: the index by version is better. */
const inPage = sql`+pick.order_id > ${after} and +pick.order_id <= ${upto}`;
// Each join starts from the smaller set of rows. The parts are joined by `union all`, because `union` would sort the rows to remove duplicates.
const ofEntered = sql`
  from floor_orders cross join picks pick
  where floor_orders.entered_v >= ${enteredPicks} and pick.order_id = floor_orders.order_id and ${isOpen} and ${inPage}`;

const sentPicks = sql`
  select pick.id ${ofEntered}
  union all select pick.id from picks pick where pick.v >= ${since} and ${isOpen} and ${inPage}`;

const sentLines = sql`
  select line.id from floor_orders cross join picks pick cross join pick_lines line
    where floor_orders.entered_v >= ${enteredPicks} and pick.order_id = floor_orders.order_id and ${isOpen} and ${inPage} and line.pick_id = pick.id
  union all select line.id from pick_lines line cross join picks pick
    where line.v >= ${since} and pick.id = line.pick_id and ${isOpen} and ${inPage}`;

/** Of the orders whose rows a pull sends, skips the first `skip` by id, and returns the id of the next order. */
const lastOfPage = prepared('sync_last_of_page', (db: Db) =>
  db
    .select({ order_id: orders.id })
    .from(orders)
    .where(
      sql`${orders.id} in (
        select order_id from floor_orders where entered_v >= ${enteredPicks} and +order_id > ${after}
        union all select pick.order_id from picks pick where pick.v >= ${since} and ${isOpen} and +pick.order_id > ${after}
        union all select pick.order_id from pick_lines line cross join picks pick
          where line.v >= ${since} and pick.id = line.pick_id and ${isOpen} and +pick.order_id > ${after})`,
    )
    .orderBy(orders.id)
    .limit(1)
    .offset(sql.placeholder('skip')),
);

/** The last order of a page of `size` orders, or null if all remaining orders fit. */
export async function endOfPage(db: Db, page: Omit<PageOf, 'upto'>, size: number): Promise<number | null> {
  const [beyond] = await lastOfPage(db, { ...page, skip: size });
  if (!beyond) return null;
  const [last] = await lastOfPage(db, { ...page, skip: size - 1 });
  return last?.order_id ?? null;
}

const lastPicker = alias(users, 'last_picker');

const pickRows = prepared('sync_picks', (db: Db) =>
  db
    .select({
      id: picks.id,
      order_id: picks.order_id,
      uuid: orders.uuid,
      account_id: orders.account_id,
      account_name: accounts.name,
      account_logo_url: sql<string | null>`(select '/files/' || files.hash from files where files.id = ${accounts.logo_file_id})`,
      site_id: orders.delivery_site_id,
      site_name: sites.name,
      site_reference: sites.reference_1,
      state: sql<OpenPickState>`${picks.state}`,
      picker_id: picks.picker_id,
      picker_name: personName(users),
      is_frozen: orders.is_frozen,
      frozen_reason: orders.frozen_reason,
      is_sample: orders.is_sample,
      skip_dispatch: orders.skip_dispatch,
      customer_notes: orders.customer_notes,
      required_on: orders.required_on,
      tote: picks.tote,
      full_totes: jsonList<string>(sql`filled.tote`, sql`from pick_full_totes filled where filled.pick_id = ${picks.id}`, sql`filled.tote`),
      cluster_id: clusterPicks.cluster,
      cluster_position: clusterPicks.position,
      wearer_count: sql<number>`(select count(*) from order_employees where order_id = ${picks.order_id})`.mapWith(Number),
      submitted_at: orders.submitted_at,
      released_at: picks.released_at,
      started_at: picks.started_at,
      claimed_at: picks.claimed_at,
      paused_at: picks.paused_at,
      handed_over_at: picks.handed_over_at,
      handed_over_name: personName(lastPicker),
      picked_at: picks.picked_at,
      booked_at: picks.booked_at,
      // The address to which the order is dispatched, so that a tablet groups orders by the same places as the server.
      delivery_address: sql<Address | null>`coalesce(${orders.delivery_address}, ${sites.delivery_address})`.mapWith(orders.delivery_address),
      contact_name: orders.contact_name,
      contact_phone: orders.contact_phone,
    })
    .from(picks)
    .innerJoin(orders, eq(orders.id, picks.order_id))
    .innerJoin(accounts, eq(accounts.id, orders.account_id))
    .leftJoin(sites, eq(sites.id, orders.delivery_site_id))
    .leftJoin(users, eq(users.id, picks.picker_id))
    .leftJoin(lastPicker, eq(lastPicker.id, picks.handed_over_by))
    .leftJoin(clusterPicks, eq(clusterPicks.pick_id, picks.id))
    .where(sql`${picks.id} in (${sentPicks})`)
    .orderBy(picks.id),
);

const lineRows = prepared('sync_pick_lines', (db: Db) =>
  db
    .select({
      id: pickLines.id,
      pick_id: pickLines.pick_id,
      order_line_id: pickLines.order_line_id,
      employee_id: orderLines.employee_id,
      product_id: pickLines.product_id,
      product_name: orderLines.product_name,
      decoration: orderLines.decoration,
      notes: orderLines.notes,
      qty_requested: orderLines.qty_requested,
      qty_allocated: pickLines.qty_allocated,
      qty_picked: pickLines.qty_picked,
      code: pickLines.code,
      other_reason: pickLines.other_reason,
      picked_by: pickLines.picked_by,
      picked_at: pickLines.picked_at,
      holders: jsonList<LineHolder>(
        jsonObject({ device: sql`holder.device`, user_id: sql`holder.user_id`, qty: sql`holder.qty_counted` }),
        sql`from pick_line_holders holder where holder.pick_line_id = ${pickLines.id} and holder.qty_counted > 0`,
        sql`holder.device`,
      ),
      fact_version: pickLines.fact_version,
      prep_ticked_at: pickLines.prep_ticked_at,
      qty_packed: sql<number | null>`nullif(${pickLines.qty_packed}, 0)`,
    })
    .from(pickLines)
    .innerJoin(orderLines, eq(orderLines.id, pickLines.order_line_id))
    .where(sql`${pickLines.id} in (${sentLines})`)
    .orderBy(pickLines.id),
);

const wearerRows = prepared('sync_wearers', (db: Db) =>
  db
    .select({ id: users.id, name: personName(users), employee_number: users.employee_number })
    .from(users)
    .where(
      sql`${users.id} in (
        select worn.employee_id from pick_lines sent cross join order_lines worn where sent.id in (${sentLines}) and worn.id = sent.order_line_id
        union all select person.id from users person where person.v >= ${since} and exists (
          select 1 from order_lines worn join picks pick on pick.order_id = worn.order_id and ${isOpen}
          where worn.employee_id = person.id and ${inPage}))`,
    )
    .orderBy(users.id),
);

const style = alias(products, 'style');

const productRows = prepared('sync_products', (db: Db) =>
  db
    .select({
      id: products.id,
      ...skuColumns,
      name: sql<string>`coalesce(${style.name}, ${products.name})`,
      bin: products.bin,
      bins: overflowBins(products.id),
      barcode: products.barcode,
      weight_g: sql<number | null>`coalesce(${products.weight_g}, ${style.weight_g})`,
      weight_deviation_g: sql<
        number | null
      >`case when ${products.weight_g} is null then ${style.weight_deviation_g} else ${products.weight_deviation_g} end`,
      picture_url: sql<string | null>`(
        select '/files/' || files.hash from product_media join files on files.id = product_media.file_id
        where product_media.product_id in (${products.id}, ${products.parent_id})
        order by case when product_media.product_id = ${products.id} then 0 else 1 end, product_media.position limit 1)`,
    })
    .from(products)
    .leftJoin(style, eq(style.id, products.parent_id))
    .where(
      sql`${products.id} in (
        select sent.product_id from pick_lines sent where sent.id in (${sentLines})
        union all select changed.id from products changed where changed.v >= ${since} and +changed.id in (
          select line.product_id from floor_orders cross join picks pick cross join pick_lines line
          where pick.order_id = floor_orders.order_id and ${isOpen} and ${inPage} and line.pick_id = pick.id))`,
    )
    .orderBy(products.id),
);

const bagRows = prepared('sync_bags', (db: Db) =>
  db
    .select({ pick_id: bags.pick_id, employee_id: bags.employee_id, label_printed_at: bags.label_printed_at, weight_g: bags.weight_g })
    .from(bags)
    .innerJoin(picks, and(eq(picks.id, bags.pick_id), isOpenPick()))
    .where(
      sql`(${bags.v} >= ${since} or ${bags.pick_id} in (select pick.id ${ofEntered}))
        and +${picks.order_id} > ${after} and +${picks.order_id} <= ${upto}`,
    )
    // Without the plus, the sort would walk through all bags that ever existed.
    .orderBy(sql`+${bags.pick_id}`, bags.employee_id),
);

/** A line without picked items on trolleys is sent without `holders`, because most lines have none. */
const withHolders = <Row extends { holders: LineHolder[] | null }>({ holders, ...row }: Row) => ({ ...row, ...(holders && { holders }) });

/** A SKU without overflow bins is sent without `bins`, because most SKUs have none. */
export const withBins = <Row extends { bins: OverflowBin[] | null }>({ bins, ...row }: Row) => ({ ...row, ...(bins && { bins }) });

/** A line without items in a bag is sent without `qty_packed`, because most lines are not picked yet. */
const withPacked = <Row extends { qty_packed: number | null }>({ qty_packed, ...row }: Row) => ({ ...row, ...(qty_packed && { qty_packed }) });

/** A SKU or bag whose weight is not known is sent without it. */
const withWeight = <Row extends { weight_g: number | null; weight_deviation_g?: number | null }>({ weight_g, weight_deviation_g, ...row }: Row) => ({
  ...row,
  ...(weight_g && { weight_g }),
  ...(weight_deviation_g && { weight_deviation_g }),
});

/** The picks, lines, wearers, products and bags of one page, one query each. */
export async function floorRows(db: Db, page: PageOf) {
  const values = { ...page };
  return {
    picks: await pickRows(db, values),
    lines: (await lineRows(db, values)).map((line) => withHolders(withPacked(line))) satisfies PickLineRow[],
    wearers: (await wearerRows(db, values)) satisfies WearerRow[],
    products: (await productRows(db, values)).map((product) => withWeight(withBins(product))) satisfies ProductRow[],
    bags: (await bagRows(db, values)).map(withWeight),
  };
}
