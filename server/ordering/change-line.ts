import { messages } from '../../shared/messages.ts';
import { checkApprovedValue, checkChooseSize, checkCorrectLine, checkCorrectOrder } from '../../shared/ordering/change-line.ts';
import { checkEdit, checkUnpromised } from '../../shared/ordering/editable.ts';
import type { LineChange } from '../../shared/ordering/order-input.ts';
import { policy } from '../../shared/policy.ts';
import { all } from '../../shared/verdict.ts';
import { lastAfter } from '../audit/is-done.ts';
import { enforceOrderable } from '../catalogue/orderable.ts';
import { offerOf } from '../catalogue/permitted-products.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, enforce, invalid, notFound, requireFound } from '../core/problem.ts';
import { enforceVersion } from '../core/stale-version.ts';
import type { Line } from '../order-queries/line-queries.ts';
import { findOrder, type Order } from '../orders/find-order.ts';
import { orderFacts } from '../orders/order-facts.ts';
import { enforceWearers } from '../people/enforce-wearers.ts';
import { chargedRole, rolesOf } from './charged-role.ts';
import { chosenSizes, type SizeValues } from './choose-size.ts';
import { enforceOfficeLineEdit } from './find-editable.ts';
import { findLine, lineView, type StoredLine } from './find-line.ts';
import { offerFor } from './offer.ts';
import { chargeOrder, isCharging } from './office-charge.ts';
import { storeLine } from './store-line.ts';

const isSizeOnly = (change: LineChange): boolean =>
  change.product_id !== undefined && [change.notes, change.qty_requested, change.budget, change.decoration].every((value) => value === undefined);

/** Whether the change corrects a submitted order: another size or quantity of a line that has a size, by whoever ordered it. */
const isCorrection = (ctx: Ctx, order: Order, line: StoredLine, change: LineChange): boolean =>
  order.submitted_at !== null &&
  policy.correct_order(ctx.actor, order) &&
  [change.notes, change.budget, change.decoration].every((value) => value === undefined) &&
  (line.is_size_selected || change.qty_requested !== undefined);

const isExchange = ({ qty_uncharged }: StoredLine): boolean => qty_uncharged > 0;

async function enforceCorrection(ctx: Ctx, order: Order, line: StoredLine): Promise<void> {
  const { pick_state } = requireFound((await orderFacts(ctx.db, [order.id]))[0]);
  enforce(all(checkCorrectOrder(order, pick_state), checkCorrectLine({ ...line, is_exchange: isExchange(line) })));
}

/** Carry out a correction. An order that somebody else approved is worth at most what was approved, or what the office made of it since. */
async function correctLine<Done>(ctx: Ctx, order: Order, change: () => Promise<Done>): Promise<Done> {
  const readValue = async (): Promise<number> => requireFound((await orderFacts(ctx.db, [order.id]))[0]).sub_total;
  const before = await readValue();
  const result = await change();
  if (order.approver_id === null) return result;
  const approval = await lastAfter(ctx, 'order.approved', { type: 'order', id: order.id });
  enforce(checkApprovedValue({ approved: Math.max(before, approval?.sub_total ?? 0), after: await readValue() }));
  return result;
}

async function enforceLineChange(ctx: Ctx, order: Order, line: StoredLine, change: LineChange): Promise<void> {
  const { actor } = ctx;
  if (isCorrection(ctx, order, line, change)) return enforceCorrection(ctx, order, line);
  const sizeOnly = isSizeOnly(change);
  const sendsOwnSize = sizeOnly && order.submitted_at !== null && line.employee_id === actor.id;
  authorize(policy.edit_draft(actor, order) || sendsOwnSize);
  const may = { approve: policy.approve_request(actor, order) };
  if (policy.use_office(actor) && order.submitted_at) await enforceOfficeLineEdit(ctx, order, line, change);
  else enforce(sizeOnly ? checkChooseSize(order, line, may) : checkEdit(order, may));
}

/** The values that a line gets with another size or colour of the same style. Throws if the choice is not possible. */
async function chosenSize(
  ctx: Ctx,
  order: Order,
  line: StoredLine,
  { product_id = line.product_id, variation_colour }: LineChange,
): Promise<SizeValues> {
  enforce(checkUnpromised(line));
  const [sizeChoice] = await chosenSizes(ctx, order, line.employee_id, [{ line, product_id, variation_colour }]);
  if (!sizeChoice || 'field' in sizeChoice) throw invalid({ [sizeChoice?.field ?? 'product_id']: sizeChoice?.message ?? messages.unknown_product });
  return sizeChoice;
}

/**
 * A price that the office set by hand applies to the quantity for which it was set. If somebody outside the office increases the quantity, the whole
 * line gets the usual price.
 */
async function priceOfMore(ctx: Ctx, order: Order, line: StoredLine, changes: Partial<StoredLine>): Promise<Partial<StoredLine>> {
  const { product_id, variation_colour } = { ...line, ...changes };
  const offer = offerOf(await offerFor(ctx, order, line.employee_id), product_id, variation_colour);
  if (!offer) throw invalid({ qty_requested: messages.no_longer_offered(line.product_name) });
  return { unit_price: offer.price, is_manually_priced: false };
}

async function applyChange(ctx: Ctx, uuid: string, line_id: number, change: LineChange, employee_id?: number): Promise<Line> {
  const order = await findOrder(ctx, uuid, { lock: true });
  const line = await findLine(ctx, order, line_id);
  if (employee_id !== undefined && employee_id !== line.employee_id) throw notFound();
  await enforceLineChange(ctx, order, line, change);
  await enforceVersion(ctx, change.version, line, () => lineView(ctx, order, line_id));

  const values: Partial<StoredLine> = {};
  const isOther = change.product_id !== undefined && change.product_id !== line.product_id;
  if (isOther || (change.variation_colour !== undefined && (change.variation_colour || null) !== line.variation_colour))
    Object.assign(values, await chosenSize(ctx, order, line, change));
  if (change.notes !== undefined) values.notes = change.notes || null;
  if (change.qty_requested !== undefined) {
    const least = line.qty_allocated + line.qty_shipped + line.qty_cancelled;
    if (change.qty_requested < least) throw invalid({ qty_requested: messages.qty_promised(least) });
    if (change.qty_requested > line.qty_requested) {
      await enforceWearers(ctx, [line.employee_id], () => 'employee_id');
      await enforceOrderable(ctx, values.product_id ?? line.product_id, 'qty_requested');
    }
    values.qty_requested = change.qty_requested;
    if (line.is_manually_priced && change.qty_requested > line.qty_requested && !policy.use_office(ctx.actor))
      Object.assign(values, await priceOfMore(ctx, order, line, values));
  }
  if (change.decoration !== undefined) {
    const offer = change.decoration ? null : offerOf(await offerFor(ctx, order, line.employee_id), line.product_id);
    if (offer?.decorations.length) throw invalid({ decoration: messages.decoration_needed });
    values.decoration = change.decoration || null;
  }
  if (change.budget !== undefined) {
    const role = chargedRole(await rolesOf(ctx, line.employee_id), change.budget);
    if (role === undefined) throw invalid({ budget: messages.unknown_role });
    values.employee_role_id = role;
  }
  const store = () => storeLine(ctx, order, line, values);
  await (isCorrection(ctx, order, line, change) ? correctLine(ctx, order, store) : store());
  return lineView(ctx, order, line_id);
}

/** Whether the change needs the budgets again: a change of the office, and a correction of an order that is submitted. */
async function isCharged(ctx: Ctx, uuid: string, line_id: number, change: LineChange): Promise<boolean> {
  if (!isCharging(change) || policy.use_office(ctx.actor)) return isCharging(change);
  const order = await findOrder(ctx, uuid);
  return order.submitted_at !== null && isCorrection(ctx, order, await findLine(ctx, order, line_id), change);
}

/** Change a line: its size, its colour, its quantity, its notes, its decoration, or the role to which it is charged. */
export async function changeLine(ctx: Ctx, uuid: string, line_id: number, change: LineChange, employee_id?: number): Promise<Line> {
  const command = () => applyChange(ctx, uuid, line_id, change, employee_id);
  const charges = await isCharged(ctx, uuid, line_id, change);
  return charges
    ? chargeOrder(ctx, uuid, { line_id, force: change.force_over_budget_order, force_allowance: change.force_over_allowance }, command)
    : command();
}
