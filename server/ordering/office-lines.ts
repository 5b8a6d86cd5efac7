import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { messages } from '../../shared/messages.ts';
import { checkEdit, checkUnpromised } from '../../shared/ordering/editable.ts';
import type { NewOfficeLine, OfficeLine } from '../../shared/ordering/order-input.ts';
import { policy } from '../../shared/policy.ts';
import { clientRoles } from '../../shared/roles.ts';
import { audit } from '../audit/audit.ts';
import { isOrderable } from '../catalogue/is-orderable.ts';
import { enforceOrderable } from '../catalogue/orderable.ts';
import { offerOf } from '../catalogue/permitted-products.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, enforce, invalid, requireFound } from '../core/problem.ts';
import { enforceVersion } from '../core/stale-version.ts';
import { alias } from '../db/db.ts';
import { orderEmployees, orderLines, orders, products, users } from '../db/tables/index.ts';
import type { Line } from '../order-queries/line-queries.ts';
import { findOrder, type Order } from '../orders/find-order.ts';
import { refreshStatus } from '../orders/refresh-status.ts';
import { enforceWearers } from '../people/enforce-wearers.ts';
import { chargedRole, rolesOf } from './charged-role.ts';
import { enforceRoom } from './enforce-room.ts';
import { enforceOfficeEdit, enforceOfficeLineEdit } from './find-editable.ts';
import { findLine, lineView, type StoredLine } from './find-line.ts';
import { nextVersion } from './next-version.ts';
import { offerFor } from './offer.ts';
import { isCharging, officeCharge } from './office-charge.ts';
import { storeLine } from './store-line.ts';

const parent = alias(products, 'parent');

/**
 * The name and price of a product for a wearer, from the wearer's sets or else from the catalogue. If `colour` is given, they are for this colour.
 * 422 if the product does not exist.
 */
async function terms(ctx: Ctx, order: Order, employee_id: number, product_id: number, colour: string | null) {
  const offer = offerOf(await offerFor(ctx, order, employee_id), product_id, colour);
  if (offer) return offer;
  const [product] = await ctx.db
    .select({
      name: products.name,
      price: products.price,
      variation_colour: products.variation_colour,
      vat_rate: sql<number | null>`coalesce(${products.vat_rate}, ${parent.vat_rate})`,
    })
    .from(products)
    .leftJoin(parent, eq(parent.id, products.parent_id))
    .where(and(eq(products.id, product_id), isNull(products.deleted_at)));
  if (!product) throw invalid({ product_id: messages.unknown_product });
  await enforceOrderable(ctx, product_id, 'product_id');
  const articles = await ctx.db
    .select({
      price: products.price,
      variation_colour: products.variation_colour,
      is_orderable: sql<boolean>`${isOrderable(ctx.now, products)}`.mapWith(Boolean),
    })
    .from(products)
    .where(and(eq(products.parent_id, product_id), isNull(products.deleted_at)));
  const sizes = articles.filter(({ variation_colour, is_orderable }) => is_orderable && (colour === null || variation_colour === colour));
  const isOffered = colour === null || (articles.length ? sizes.length > 0 : product.variation_colour === colour);
  if (!isOffered) throw invalid({ variation_colour: messages.colour_not_offered(product.name, colour) });
  const price = sizes.length ? Math.max(...sizes.map((size) => size.price)) : product.price;
  return { name: product.name, price, vat_rate: product.vat_rate, is_size_selected: sizes.length === 0 };
}

async function enforceWearer(ctx: Ctx, order: Order, employee_id: number): Promise<void> {
  const [wearer] = await ctx.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, employee_id), eq(users.account_id, order.account_id), inArray(users.role, [...clientRoles]), isNull(users.deleted_at)));
  if (!wearer) throw invalid({ employee_id: messages.unknown_employee });
  await enforceWearers(ctx, [employee_id], () => 'employee_id');
  await ctx.db.insert(orderEmployees).values({ order_id: order.id, employee_id }).onConflictDoNothing();
}

async function role(ctx: Ctx, employee_id: number, budget: number | null | undefined): Promise<number | null> {
  const charged = chargedRole(await rolesOf(ctx, employee_id), budget);
  if (charged === undefined) throw invalid({ budget: messages.unknown_role });
  return charged;
}

async function add(
  ctx: Ctx,
  uuid: string,
  { force_over_budget_order: _budget, force_over_allowance: _allowance, ...line }: NewOfficeLine,
): Promise<Line> {
  const order = await findOrder(ctx, uuid, { lock: true });
  if (order.submitted_at) await enforceOfficeEdit(ctx, order, { pieces: true });
  else enforce(checkEdit(order, { approve: true }));
  await enforceRoom(ctx, order.id, 1);
  await enforceWearer(ctx, order, line.employee_id);
  const colour = line.variation_colour || null;
  const { name, price, vat_rate, is_size_selected } = await terms(ctx, order, line.employee_id, line.product_id, colour);
  const [newLine] = await ctx.db
    .insert(orderLines)
    .values({
      order_id: order.id,
      employee_id: line.employee_id,
      product_id: line.product_id,
      product_name: name,
      employee_role_id: await role(ctx, line.employee_id, line.budget),
      decoration: line.decoration || null,
      notes: line.notes || null,
      qty_requested: line.quantity,
      unit_price: line.unit_price ?? price,
      is_manually_priced: line.unit_price !== undefined && line.unit_price !== null,
      vat_rate: vat_rate ?? ctx.services.settings.VAT_RATE,
      is_size_selected,
      variation_colour: is_size_selected ? null : colour,
      created_at: ctx.now,
    })
    .returning({ id: orderLines.id });
  const { id } = requireFound(newLine);
  if (order.submitted_at) await refreshStatus(ctx, [order.id]);
  await nextVersion(ctx, [order]);
  await audit(ctx, 'order_line.added', { type: 'order_line', id }, null, { ...line, order_id: order.id });
  return lineView(ctx, order, id);
}

/** The office adds a line with any product for any wearer of the account. If no price is sent, the line gets the set's or the product's price. */
export async function addOfficeLine(ctx: Ctx, uuid: string, line: NewOfficeLine): Promise<Line> {
  authorize(policy.use_office(ctx.actor));
  return officeCharge(
    ctx,
    uuid,
    { employee_id: line.employee_id, force: line.force_over_budget_order, force_allowance: line.force_over_allowance },
    () => add(ctx, uuid, line),
  );
}

async function orderOfLine(ctx: Ctx, line_id: number): Promise<string> {
  const [row] = await ctx.db
    .select({ uuid: orders.uuid })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.order_id))
    .where(eq(orderLines.id, line_id));
  return requireFound(row).uuid;
}

/** One order line, for the office and for people of the floor. */
export async function officeLine(ctx: Ctx, line_id: number): Promise<Line> {
  authorize(policy.use_floor(ctx.actor));
  return lineView(ctx, await findOrder(ctx, await orderOfLine(ctx, line_id)), line_id);
}

/**
 * The colour of a changed line if the request names none. If the product stays, the line's colour stays. If the style replaces its SKU because the
 * size is removed, the line gets the SKU's colour. Otherwise null.
 */
async function colourKept(ctx: Ctx, line: StoredLine, product_id: number): Promise<string | null> {
  if (product_id === line.product_id) return line.variation_colour;
  const [style] = await ctx.db
    .select({ colour: products.variation_colour })
    .from(products)
    .where(and(eq(products.id, line.product_id), eq(products.parent_id, product_id)));
  return style?.colour ?? null;
}

/** Whether a product is a size of what a line was ordered as without a size. */
async function isSizeOf({ db }: Ctx, line: StoredLine, product_id: number): Promise<boolean> {
  if (line.is_size_selected) return false;
  const sizes = await db
    .select({ id: products.id })
    .from(products)
    .where(and(eq(products.id, product_id), eq(products.parent_id, line.product_id)));
  return sizes.length > 0;
}

async function applyChange(ctx: Ctx, uuid: string, line_id: number, change: OfficeLine): Promise<Line> {
  const order = await findOrder(ctx, uuid, { lock: true });
  const line = await findLine(ctx, order, line_id);
  if (order.submitted_at) await enforceOfficeLineEdit(ctx, order, line, change);
  else enforce(checkEdit(order, { approve: true }));
  await enforceVersion(ctx, change.version, line, () => lineView(ctx, order, line_id));

  const values: Partial<StoredLine> = {};
  const employee_id = change.employee_id ?? line.employee_id;
  const product_id = change.product_id ?? line.product_id;
  const isOther = employee_id !== line.employee_id || product_id !== line.product_id;
  if (isOther) {
    enforce(checkUnpromised(line));
    if (product_id !== line.product_id && !(await isSizeOf(ctx, line, product_id))) await enforceWearers(ctx, [employee_id], () => 'employee_id');
    if (employee_id !== line.employee_id) await enforceWearer(ctx, order, employee_id);
  }
  const colour = change.variation_colour === undefined ? await colourKept(ctx, line, product_id) : change.variation_colour || null;
  const isRecoloured = change.variation_colour !== undefined && colour !== line.variation_colour;
  if (isOther || isRecoloured || change.unit_price === null) {
    const { name, price, vat_rate, is_size_selected } = await terms(ctx, order, employee_id, product_id, colour);
    const unit_price = line.is_manually_priced && change.unit_price !== null ? line.unit_price : price;
    Object.assign(values, {
      employee_id,
      product_id,
      product_name: name,
      is_size_selected,
      variation_colour: is_size_selected ? null : colour,
      unit_price,
      vat_rate: vat_rate ?? ctx.services.settings.VAT_RATE,
    });
    if (change.unit_price === null) values.is_manually_priced = false;
    if (product_id !== line.product_id) values.picked_product_id = null;
  }
  if (change.budget !== undefined || employee_id !== line.employee_id) values.employee_role_id = await role(ctx, employee_id, change.budget);
  if (change.unit_price !== undefined && change.unit_price !== null)
    Object.assign(values, { unit_price: change.unit_price, is_manually_priced: true });
  if (change.notes !== undefined) values.notes = change.notes || null;
  if (change.decoration !== undefined) values.decoration = change.decoration || null;
  if (change.qty_requested !== undefined) {
    const least = line.qty_allocated + line.qty_shipped + line.qty_cancelled;
    if (change.qty_requested < least) throw invalid({ qty_requested: messages.qty_promised(least) });
    if (change.qty_requested > line.qty_requested) await enforceWearers(ctx, [employee_id], () => 'employee_id');
    if (change.qty_requested > line.qty_requested && !isOther) await enforceOrderable(ctx, product_id, 'qty_requested');
    values.qty_requested = change.qty_requested;
  }
  await storeLine(ctx, order, line, values);
  return lineView(ctx, order, line_id);
}

/** The office changes a line. A price that the office sets stays, even if the sets have another; null restores the price of the sets. */
export async function changeOfficeLine(ctx: Ctx, line_id: number, change: OfficeLine): Promise<Line> {
  authorize(policy.use_office(ctx.actor));
  const uuid = await orderOfLine(ctx, line_id);
  const { employee_id, force_over_budget_order: force, force_over_allowance: force_allowance } = change;
  const command = () => applyChange(ctx, uuid, line_id, change);
  return isCharging(change) ? officeCharge(ctx, uuid, { line_id, employee_id, force, force_allowance }, command) : command();
}
