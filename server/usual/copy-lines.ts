import { and, asc, eq, sql } from 'drizzle-orm';
import { messages } from '../../shared/messages.ts';
import { leftOutWords } from '../../shared/ordering/reorder.ts';
import { lacksDecoration, mergeItems } from '../../shared/ordering/usual.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { invalid, notFound } from '../core/problem.ts';
import { orderLines, products } from '../db/tables/index.ts';
import { isWearer } from '../ordering/is-wearer.ts';
import type { Order } from '../orders/find-order.ts';
import { type Added, findFillable, storeLinesFor } from './add-usual.ts';
import type { EarlierItem } from './earlier-items.ts';
import { orderedStyles, styleKey } from './ordered-styles.ts';
import { presentLines } from './present-lines.ts';
import { requireWearers } from './usual-queries.ts';

/** What one wearer has on an order. */
async function itemsOf({ db }: Ctx, order: Order, employee_id: number): Promise<EarlierItem[]> {
  const rows = await db
    .select({
      product_id: orderLines.product_id,
      product_name: orderLines.product_name,
      style_id: sql<number>`coalesce(${products.parent_id}, ${products.id})`.mapWith(Number).as('line_style_id'),
      variation_colour: sql<string | null>`coalesce(${products.variation_colour}, ${orderLines.variation_colour})`.as('line_colour'),
      decoration: orderLines.decoration,
      quantity: orderLines.qty_requested,
    })
    .from(orderLines)
    .innerJoin(products, eq(products.id, orderLines.product_id))
    .where(and(eq(orderLines.order_id, order.id), eq(orderLines.employee_id, employee_id)))
    .orderBy(asc(orderLines.id));
  return mergeItems(rows.map((row) => ({ ...row, keeps_instruction: true })));
}

/**
 * Give other wearers of a draft the same products, colours and decorations as one wearer, each in their own size on file. A style that a wearer
 * already has in the same colour is not added again. Returns the new lines, and what cannot be ordered for somebody.
 */
export async function copyLines(ctx: Ctx, uuid: string, employee_id: number, employees: readonly number[] | undefined): Promise<Added> {
  const order = await findFillable(ctx, uuid);
  if (!(await isWearer(ctx, order.id, employee_id))) throw notFound();
  const items = await itemsOf(ctx, order, employee_id);
  if (!items.length) throw invalid({ lines: messages.nothing_to_copy });
  const others = (await requireWearers(ctx, order, employees)).filter(({ id }) => id !== employee_id);
  const present = await presentLines(
    ctx,
    order,
    others.map(({ id }) => ({ employee_id: id, items, decorations: [] })),
  );
  const has = await orderedStyles(ctx, order);
  const outcomes = others.map((employee) => {
    const { lines = [], left_out = [] } = present.get(employee.id) ?? {};
    const missing = lines.filter((line) => !has.has(styleKey(employee.id, line)));
    return {
      employee,
      lines: missing.filter((line) => !lacksDecoration(line)),
      left_out: [
        ...left_out.map((item) => ({ ...item, message: leftOutWords.not_offered })),
        ...missing.filter(lacksDecoration).map(({ name, quantity }) => ({ product_name: name, quantity, message: leftOutWords.decoration_gone })),
      ],
    };
  });
  const added = await storeLinesFor(
    ctx,
    order,
    outcomes.map(({ employee, lines }) => ({ employee_id: employee.id, lines })),
  );
  if (added.lines.length) await audit(ctx, 'order.lines_copied', { type: 'order', id: order.id }, null, { employee_id, lines: added.inputs });
  return { lines: added.lines, left_out: outcomes.flatMap(({ employee, left_out }) => left_out.map((item) => ({ ...item, employee }))) };
}
