import { z } from 'zod';
import { messages } from '../../shared/messages.ts';
import { checkEdit } from '../../shared/ordering/editable.ts';
import type { NewLine } from '../../shared/ordering/order-input.ts';
import { lacksDecoration, type UsualLine } from '../../shared/ordering/usual.ts';
import type { UsualInput } from '../../shared/ordering/usual-input.ts';
import { policy } from '../../shared/policy.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { enforce, invalid } from '../core/problem.ts';
import { type Line, lineSchema } from '../order-queries/line-queries.ts';
import { rolesByWearer } from '../ordering/charged-role.ts';
import { enforceRoom } from '../ordering/enforce-room.ts';
import { findEditable } from '../ordering/find-editable.ts';
import { newLineValues, storeNewLines } from '../ordering/new-lines.ts';
import { offersFor } from '../ordering/offer.ts';
import type { Order } from '../orders/find-order.ts';
import { enforceWearers } from '../people/enforce-wearers.ts';
import { orderedStyles, styleKey } from './ordered-styles.ts';
import { leftOutSchema, requireWearers, usualOf } from './usual-queries.ts';

export const addedSchema = z.object({
  lines: z.array(lineSchema).describe('The new lines'),
  left_out: z.array(leftOutSchema.element.extend({ employee: z.object({ id: z.int(), name: z.string() }) })).describe('What was not added, and why'),
});
export type Added = z.infer<typeof addedSchema>;

/** The lines that one wearer gets. */
export interface LinesFor {
  employee_id: number;
  lines: readonly UsualLine[];
}

const inputOf = ({ product_id, quantity, is_size_selected, variation_colour, decoration }: UsualLine): NewLine => ({
  product_id,
  quantity,
  is_size_selected,
  ...(!is_size_selected && variation_colour !== null && { variation_colour }),
  ...(decoration !== null && { decoration }),
});

/** A draft or a request that the caller may fill, locked. The office changes the lines of a submitted order one by one, within its budgets. */
export async function findFillable(ctx: Ctx, uuid: string): Promise<Order> {
  const order = await findEditable(ctx, uuid, { pieces: true });
  enforce(checkEdit(order, { approve: policy.approve_request(ctx.actor, order) }));
  return order;
}

/** Store lines of several wearers on a locked order. Returns them as the caller may see them. */
export async function storeLinesFor(ctx: Ctx, order: Order, wearers: readonly LinesFor[]): Promise<{ lines: Line[]; inputs: object[] }> {
  const filled = wearers.filter(({ lines }) => lines.length > 0);
  const ids = filled.map(({ employee_id }) => employee_id);
  const product_ids = filled.flatMap(({ lines }) => lines.map(({ product_id }) => product_id));
  await enforceWearers(
    ctx,
    wearers.map(({ employee_id }) => employee_id),
    () => 'employees',
  );
  if (!ids.length) return { lines: [], inputs: [] };
  await enforceRoom(ctx, order.id, product_ids.length);
  const offers = await offersFor(ctx, order, ids, [...new Set(product_ids)]);
  const roles = await rolesByWearer(ctx, ids);
  const outcomes = filled.map(({ employee_id, lines }) =>
    newLineValues(
      ctx,
      order,
      { employee_id, inputs: lines.map(inputOf), permitted: offers.get(employee_id) ?? new Map(), roles: roles.get(employee_id) ?? [] },
      () => messages.unknown_product,
    ),
  );
  const faults = outcomes.flatMap((outcome) => Object.values(outcome.faults));
  if (faults.length) throw invalid({ lines: faults });
  const inputs = filled.flatMap(({ employee_id, lines }) => lines.map((line) => ({ employee_id, ...inputOf(line) })));
  return {
    lines: await storeNewLines(
      ctx,
      order,
      outcomes.flatMap(({ values }) => values),
    ),
    inputs,
  };
}

/** The line with a decoration if that is offered with it, in place of one that somebody has to choose. */
const decorated = (line: UsualLine, decoration: string): UsualLine[] =>
  lacksDecoration(line) && line.decorations.includes(decoration) ? [{ ...line, decoration }] : [];

/**
 * Put the usual of wearers on a draft. A style that a wearer already has on the order in the same colour is not added again, so that nothing is
 * ordered twice. Lines whose decoration somebody has to choose are added once that is passed.
 */
export async function addUsual(ctx: Ctx, uuid: string, { employees, decoration }: UsualInput): Promise<Added> {
  const order = await findFillable(ctx, uuid);
  const wearers = await requireWearers(ctx, order, employees);
  const usual = await usualOf(ctx, order, wearers);
  const has = await orderedStyles(ctx, order);
  const lines = usual.map(({ employee, lines: own }) => ({
    employee_id: employee.id,
    lines: own
      .filter((line) => !has.has(styleKey(employee.id, line)))
      .flatMap((line) => (decoration === undefined ? (lacksDecoration(line) ? [] : line) : decorated(line, decoration))),
  }));
  const added = await storeLinesFor(ctx, order, lines);
  if (added.lines.length) await audit(ctx, 'order.usual_added', { type: 'order', id: order.id }, null, { lines: added.inputs });
  return { lines: added.lines, left_out: usual.flatMap(({ employee, left_out }) => left_out.map((item) => ({ ...item, employee }))) };
}
