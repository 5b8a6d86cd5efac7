import { and, asc, eq, gte, sql } from 'drizzle-orm';
import { z } from 'zod';
import { mediaFields, skuAttributes } from '../../shared/catalogue/sku-fields.ts';
import { lineTotals } from '../../shared/money.ts';
import { lineStates, noDateReasons } from '../../shared/ordering/line-status.ts';
import { dueOf, undatedOf } from '../../shared/purchasing/share-deliveries.ts';
import type { Ctx } from '../core/context.ts';
import { among, idList } from '../db/among.ts';
import { alias } from '../db/db.ts';
import { personName } from '../db/person-name.ts';
import { hexInColour, mediaOf, pictureInColour, pictureOf } from '../db/picture.ts';
import { sizeColumns } from '../db/sku-columns.ts';
import { employeeRoles, orderLines, orders, pickLines, picks, products, stockLevels, users } from '../db/tables/index.ts';
import { pickedSku } from '../orders/picked-sku.ts';
import { preparedWithin } from '../orders/scope.ts';
import { isLineOfPick, isOpenPickOfOrder, type LineMoves, lineMoves, statusColumns, statusOfRow } from '../stock/line-status-queries.ts';
import { qtyFreeOrNone } from '../stock/qty-free.ts';

const reference = z.object({ id: z.int(), sku: z.string(), name: z.string() });

const money = z.int().nullable().describe('Pence; null for a reader without access to prices');

export const lineSchema = z.object({
  id: z.int(),
  employee: z.object({ id: z.int(), name: z.string() }),
  product: reference.extend({
    parent: reference.nullable(),
    attributes: skuAttributes,
    media: mediaFields,
    is_non_returnable: z.boolean(),
    discontinued_at: z.string().nullable(),
    stock: z
      .object({ bin: z.string().nullable(), qty_available: z.int(), qty_allocated: z.int(), qty_free: z.int() })
      .nullable()
      .describe('Of the SKU that is picked; for the office and the floor'),
  }),
  picked_product: reference.nullable().describe('What is picked in its place; for the office and the floor'),
  product_id: z.int(),
  product_name: z.string(),
  decoration: z.string().nullable(),
  notes: z.string().nullable(),
  qty_requested: z.int(),
  qty_cancelled: z.int(),
  qty_allocated: z.int(),
  qty_shipped: z.int(),
  qty_picked: z.int().describe('In the open pick'),
  remaining_to_ship: z.int(),
  unit_price: money,
  vat_rate: z.int(),
  sub_total: money,
  vat: money,
  total: money,
  cost: z.int().nullable().describe('Pence each; for the office'),
  is_manually_priced: z.boolean(),
  is_size_selected: z.boolean(),
  variation_colour: z.string().nullable().describe('The colour chosen for a line without a size; null for a SKU'),
  is_fully_shipped: z.boolean(),
  is_exchange: z.boolean().describe('Whether items of the line replace items of a return'),
  due: z.string().nullable().describe('The day on which the last item comes that is short and that purchase orders bring'),
  qty_due: z.int().describe('How many of the short items come by then'),
  qty_undated: z.int().describe('How many of the short items have no date: neither stock nor a delivery brings them, or nobody knows when'),
  budget_employee_role_id: z.int().nullable(),
  employee_role: z.object({ id: z.int(), name: z.string() }).nullable(),
  version: z.int(),
  status: z
    .array(
      z.object({
        state: z.enum(lineStates),
        quantity: z.int(),
        on: z.string().nullable().describe('The calendar date on which the items are expected, were dispatched or arrived'),
        reason: z.enum(noDateReasons).nullable().describe('Why there is no date; only for `no_date`'),
        dispatch_id: z.int().nullable(),
      }),
    )
    .describe('Where the items are; the quantities add up to `qty_requested`'),
});
export type Line = z.infer<typeof lineSchema>;

const parent = alias(products, 'parent');
const pickedProducts = alias(products, 'picked');

const forEveryone = {
  order_id: orderLines.order_id,
  employee_id: orderLines.employee_id,
  employee_name: personName(users).as('employee_name'),
  product_id: orderLines.product_id,
  product_name: orderLines.product_name,
  sku: products.sku,
  name: products.name,
  parent_id: parent.id,
  parent_sku: parent.sku,
  parent_name: parent.name,
  chosen_colour: orderLines.variation_colour,
  variation_colour: products.variation_colour,
  colour_hex: sql<string | null>`coalesce(${products.colour_hex}, ${hexInColour(orderLines.product_id, orderLines.variation_colour)})`.as('line_hex'),
  ...sizeColumns,
  is_non_returnable: products.is_non_returnable,
  is_style_non_returnable: parent.is_non_returnable,
  ...statusColumns,
  picture: pictureOf(products.id).as('picture'),
  style_picture: pictureOf(parent.id).as('style_picture'),
  colour_picture: pictureInColour(orderLines.product_id, orderLines.variation_colour).as('colour_picture'),
  decoration: orderLines.decoration,
  notes: orderLines.notes,
  unit_price: orderLines.unit_price,
  vat_rate: orderLines.vat_rate,
  is_manually_priced: orderLines.is_manually_priced,
  employee_role_id: orderLines.employee_role_id,
  employee_role_name: employeeRoles.name,
  version: orderLines.version,
  is_exchange: sql<boolean>`${orderLines.qty_uncharged} > 0`.mapWith(Boolean).as('is_exchange'),
};

const clientLines = preparedWithin('client_lines', (db, visible) =>
  db
    .select(forEveryone)
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.order_id))
    .innerJoin(users, eq(users.id, orderLines.employee_id))
    .innerJoin(products, eq(products.id, orderLines.product_id))
    .leftJoin(picks, isOpenPickOfOrder)
    .leftJoin(pickLines, isLineOfPick)
    .leftJoin(parent, eq(parent.id, products.parent_id))
    .leftJoin(employeeRoles, eq(employeeRoles.id, orderLines.employee_role_id))
    .where(and(among(orderLines.order_id, sql.placeholder('order_ids')), gte(orderLines.id, sql.placeholder('first')), visible.lines))
    .orderBy(asc(orderLines.id)),
);

const providerLines = preparedWithin('provider_lines', (db, visible) =>
  db
    .select({
      ...forEveryone,
      picked_id: pickedProducts.id,
      picked_sku: pickedProducts.sku,
      picked_name: pickedProducts.name,
      bin: sql<string | null>`coalesce(${pickedProducts.bin}, ${products.bin})`.as('bin'),
      cost: sql<number>`coalesce(${pickedProducts.cost}, ${products.cost})`.as('cost'),
      stock_available: stockLevels.qty_available,
      stock_allocated: stockLevels.qty_allocated,
      stock_free: qtyFreeOrNone.as('stock_free'),
    })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.order_id))
    .innerJoin(users, eq(users.id, orderLines.employee_id))
    .innerJoin(products, eq(products.id, orderLines.product_id))
    .leftJoin(picks, isOpenPickOfOrder)
    .leftJoin(pickLines, isLineOfPick)
    .leftJoin(parent, eq(parent.id, products.parent_id))
    .leftJoin(pickedProducts, eq(pickedProducts.id, orderLines.picked_product_id))
    .leftJoin(stockLevels, eq(stockLevels.product_id, pickedSku))
    .leftJoin(employeeRoles, eq(employeeRoles.id, orderLines.employee_role_id))
    .where(and(among(orderLines.order_id, sql.placeholder('order_ids')), gte(orderLines.id, sql.placeholder('first')), visible.lines))
    .orderBy(asc(orderLines.id)),
);

type ClientRow = Awaited<ReturnType<typeof clientLines>>[number];
type ProviderRow = Awaited<ReturnType<typeof providerLines>>[number];

export interface LineVisibility {
  prices: boolean;
  costs: boolean;
}

/** What surrounds a line: how much of it the reader sees, and what moves its items. */
interface LineContext {
  see: LineVisibility;
  now: string;
  moves: LineMoves;
}

function lineOf(row: ClientRow, { see, now, moves }: LineContext): Line {
  const totals = lineTotals(row);
  const remaining_to_ship = row.qty_requested - row.qty_cancelled - row.qty_shipped;
  return {
    id: row.id,
    employee: { id: row.employee_id, name: row.employee_name },
    product: {
      id: row.product_id,
      sku: row.sku,
      name: row.name,
      parent: row.parent_id === null ? null : { id: row.parent_id, sku: row.parent_sku ?? '', name: row.parent_name ?? '' },
      attributes: {
        variation_colour: row.variation_colour ?? row.chosen_colour,
        colour_hex: row.colour_hex,
        variation_size_1: row.variation_size_1,
        variation_size_2: row.variation_size_2,
        variation_all_size: row.variation_all_size,
      },
      media: mediaOf(row.colour_picture, row.picture, row.style_picture),
      is_non_returnable: row.is_non_returnable || row.is_style_non_returnable === true,
      discontinued_at: row.discontinued_at,
      stock: null,
    },
    picked_product: null,
    product_id: row.product_id,
    product_name: row.product_name,
    decoration: row.decoration,
    notes: row.notes,
    qty_requested: row.qty_requested,
    qty_cancelled: row.qty_cancelled,
    qty_allocated: row.qty_allocated,
    qty_shipped: row.qty_shipped,
    qty_picked: row.qty_picked ?? 0,
    remaining_to_ship,
    unit_price: see.prices ? row.unit_price : null,
    vat_rate: row.vat_rate,
    sub_total: see.prices ? totals.sub_total : null,
    vat: see.prices ? totals.vat : null,
    total: see.prices ? totals.total : null,
    cost: null,
    is_manually_priced: row.is_manually_priced,
    is_size_selected: row.is_size_selected,
    variation_colour: row.chosen_colour,
    is_fully_shipped: row.qty_shipped > 0 && remaining_to_ship <= 0,
    is_exchange: row.is_exchange,
    ...dueOf(moves.incoming.shares),
    qty_undated: undatedOf(moves.incoming),
    budget_employee_role_id: row.employee_role_id,
    employee_role: row.employee_role_id === null ? null : { id: row.employee_role_id, name: row.employee_role_name ?? '' },
    version: row.version,
    status: statusOfRow(row, moves, now),
  };
}

function providerLineOf(row: ProviderRow, context: LineContext): Line {
  const line = lineOf(row, context);
  const qty_available = row.stock_available ?? 0;
  const qty_allocated = row.stock_allocated ?? 0;
  line.product.stock = row.is_size_selected ? { bin: row.bin, qty_available, qty_allocated, qty_free: row.stock_free } : null;
  line.picked_product = row.picked_id === null ? null : { id: row.picked_id, sku: row.picked_sku ?? '', name: row.picked_name ?? '' };
  line.cost = context.see.costs ? row.cost : null;
  return line;
}

/** The lines of each of these orders that the reader may see, oldest first, each with the fields that the reader may see. */
export async function linesByOrder(
  { db, actor, now }: Ctx,
  order_ids: readonly number[],
  see: (order_id: number) => LineVisibility,
  first = 0,
): Promise<Map<number, Line[]>> {
  const values = { order_ids: idList(order_ids), first };
  const byOrder = new Map<number, Line[]>(order_ids.map((id) => [id, []]));
  const add = async <Row extends ClientRow>(rows: readonly Row[], toLine: (row: Row, context: LineContext) => Line): Promise<void> => {
    const movesOf = await lineMoves(db, rows);
    for (const row of rows) byOrder.get(row.order_id)?.push(toLine(row, { see: see(row.order_id), now, moves: movesOf(row) }));
  };
  if (actor.role === 'super' || actor.role === 'warehouse') await add(await providerLines(db, actor, values), providerLineOf);
  else await add(await clientLines(db, actor, values), lineOf);
  return byOrder;
}

/** The lines of one order. */
export const linesOfOrder = async (ctx: Ctx, order_id: number, see: LineVisibility, first = 0): Promise<Line[]> =>
  (await linesByOrder(ctx, [order_id], () => see, first)).get(order_id) ?? [];
