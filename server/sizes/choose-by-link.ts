import { and, eq, sql } from 'drizzle-orm';
import { messages } from '../../shared/messages.ts';
import type { ChooseSizes } from '../../shared/sizes/size-input.ts';
import { auditEach } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { invalid } from '../core/problem.ts';
import { run } from '../db/db.ts';
import { lockRows } from '../db/lock.ts';
import { orderLines } from '../db/tables/index.ts';
import { type Choice, chosenSizes, type SizeValues } from '../ordering/choose-size.ts';
import { findOrder } from '../ordering/find-order.ts';
import { refreshStatus } from '../ordering/refresh-status.ts';
import { announceSizesComplete } from './announce-sizes-complete.ts';
import { readLink } from './link-queries.ts';
import type { SizeLink } from './open-link.ts';

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

/** A wearer chooses sizes by their link, only for their own lines without a size. All choices are stored, or none. */
export async function chooseByLink(ctx: Ctx, link: SizeLink, { lines: sentLines }: ChooseSizes): Promise<void> {
  // The link is checked first, so that a deleted order gets the link's 404 with its reason; `findOrder` alone would answer a plain 404.
  await readLink(ctx, link);
  const order = await findOrder(ctx, link.order_id, { lock: true });
  const { missing } = await readLink(ctx, link);
  const waiting = new Set(missing.map(({ id }) => id));
  const lockedLine = await lockRows(
    ctx.db
      .select()
      .from(orderLines)
      .where(and(eq(orderLines.order_id, order.id), eq(orderLines.employee_id, link.wearer.id), sql`not ${orderLines.is_size_selected}`)),
  );

  const faults: Record<string, string> = {};
  const choices: (Choice & { n: number })[] = [];
  for (const [n, { id, product_id }] of sentLines.entries()) {
    const line = waiting.has(id) ? lockedLine.find((one) => one.id === id) : undefined;
    if (!line) faults[`lines.${n}.id`] = messages.not_your_line;
    else if (choices.some((other) => other.line.id === id)) faults[`lines.${n}.id`] = messages.chosen_twice;
    else choices.push({ line, product_id, n });
  }
  const results = await chosenSizes(ctx, order, link.wearer.id, choices);
  const sizeChoices: (SizeValues & { id: number })[] = [];
  for (const [i, { line, n }] of choices.entries()) {
    const result = results[i];
    if (result && 'product_id' in result) sizeChoices.push({ ...result, id: line.id });
    else faults[`lines.${n}.product_id`] = result?.message ?? messages.unknown_product;
  }
  if (Object.keys(faults).length) throw invalid(faults);

  await store(ctx, sizeChoices);
  await refreshStatus(ctx, [order.id]);
  await auditEach(
    ctx,
    'order_line.size_chosen',
    sizeChoices.map(({ id, product_id, unit_price }, i) => ({
      on: { type: 'order_line' as const, id },
      before: { product_id: choices[i]?.line.product_id, unit_price: choices[i]?.line.unit_price },
      after: { product_id, unit_price, by: 'link' },
    })),
  );
  await announceSizesComplete(ctx, order);
}
