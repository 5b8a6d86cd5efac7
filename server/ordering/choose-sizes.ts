import { and, eq, sql } from 'drizzle-orm';
import { messages } from '../../shared/messages.ts';
import type { ChooseSizesInput } from '../../shared/sizes/size-input.ts';
import { auditEach } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { emit } from '../core/events.ts';
import { invalid } from '../core/problem.ts';
import { run } from '../db/db.ts';
import { lockRows } from '../db/lock.ts';
import { orderLines } from '../db/tables/index.ts';
import type { Order } from '../orders/find-order.ts';
import { refreshStatus } from '../orders/refresh-status.ts';
import { type Choice, chosenSizes, type SizeValues } from './choose-size.ts';
import { type ChosenLine, chosenLines } from './chosen-lines.ts';
import { nextVersion } from './next-version.ts';

async function store(ctx: Ctx, choices: readonly (SizeValues & { id: number })[]): Promise<void> {
  const values = sql.join(
    choices.map(
      ({ id, product_id, product_name, unit_price, vat_rate }) =>
        sql`(cast(${id} as bigint), cast(${product_id} as bigint), cast(${product_name} as text), cast(${unit_price} as bigint), cast(${vat_rate} as integer))`,
    ),
    sql`, `,
  );
  await run(
    ctx.db,
    sql`with change (line_id, product_id, product_name, unit_price, vat_rate) as (values ${values})
      update order_lines set product_id = change.product_id, product_name = change.product_name, unit_price = change.unit_price,
        vat_rate = change.vat_rate, is_size_selected = true, variation_colour = null, version = version + 1
      from change where change.line_id = order_lines.id`,
  );
}

interface ChoiceBy {
  /** The field of the request that contains the choices; faults name this field. */
  field: 'lines' | 'sizes';
  by: 'link' | 'office';
}

/**
 * Chooses the missing sizes of one wearer’s lines on a locked order: all choices are stored, or none. A fault names the position of its choice in the
 * request. A line that already has a size keeps that size and is returned.
 */
export async function chooseSizes(
  ctx: Ctx,
  order: Order,
  employee_id: number,
  sentLines: ChooseSizesInput['lines'],
  { field, by }: ChoiceBy,
): Promise<ChosenLine[]> {
  const chosen = await chosenLines(ctx, order.id, employee_id, sentLines);
  const openLines = [...sentLines.entries()].filter(([, { id }]) => !chosen.some((line) => line.id === id));
  if (openLines.length === 0) return chosen;
  const lockedLines = await lockRows(
    ctx.db
      .select()
      .from(orderLines)
      .where(
        and(
          eq(orderLines.order_id, order.id),
          eq(orderLines.employee_id, employee_id),
          sql`not ${orderLines.is_size_selected}`,
          sql`${orderLines.qty_requested} > ${orderLines.qty_cancelled}`,
        ),
      ),
  );
  const faults: Record<string, string> = {};
  const choices: (Choice & { n: number })[] = [];
  for (const [n, { id, product_id }] of openLines) {
    const line = lockedLines.find((one) => one.id === id);
    if (!line) faults[`${field}.${n}.id`] = messages.not_your_line;
    else if (choices.some((other) => other.line.id === id)) faults[`${field}.${n}.id`] = messages.chosen_twice;
    else choices.push({ line, product_id, n });
  }
  const results = await chosenSizes(ctx, order, employee_id, choices);
  const sizeChoices: (SizeValues & { id: number })[] = [];
  for (const [i, { line, n }] of choices.entries()) {
    const result = results[i];
    if (result && 'product_id' in result) sizeChoices.push({ ...result, id: line.id });
    else faults[`${field}.${n}.product_id`] = result?.message ?? messages.unknown_product;
  }
  if (Object.keys(faults).length) throw invalid(faults);

  await store(ctx, sizeChoices);
  if (order.submitted_at) await refreshStatus(ctx, [order.id]);
  await nextVersion(ctx, [order]);
  await auditEach(
    ctx,
    'order_line.size_chosen',
    sizeChoices.map(({ id, product_id, unit_price }, i) => ({
      on: { type: 'order_line' as const, id },
      before: { product_id: choices[i]?.line.product_id, unit_price: choices[i]?.line.unit_price },
      after: { product_id, unit_price, by },
    })),
  );
  if (order.submitted_at) await emit(ctx, 'order.size_chosen', { order });
  return chosen;
}
