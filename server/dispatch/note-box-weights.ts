import { inArray, sql } from 'drizzle-orm';
import { boxContents } from '../../shared/dispatch/box-contents.ts';
import { groupBy } from '../../shared/group-by.ts';
import { samplesOf } from '../../shared/prep/learn-weights.ts';
import type { Ctx } from '../core/context.ts';
import { among, idList } from '../db/among.ts';
import { type Db, rows } from '../db/db.ts';
import { bags, boxWeightSamples, confirmedWeights, dispatchOrders } from '../db/tables/index.ts';
import { insertMany } from '../db/write-many.ts';
import { type Content, learnWeights, withStyles } from '../weights/learn-weights.ts';

/** A dispatch whose boxes were weighed. */
export interface WeighedDispatch {
  dispatch_id: number;
  order_id: number;
  weight_g: number;
  boxes: number;
  /** What the person saw as the expected weight, in grams; undefined if they did not have to confirm the weight. */
  expected_g: number | undefined;
}

interface BoxedItem extends Content {
  dispatch_id: number;
  pick_id: number;
  employee_id: number;
}

/** What is in the boxes of these dispatches, by wearer. */
async function itemsOf(db: Db, ids: readonly number[]): Promise<BoxedItem[]> {
  const items = await rows<BoxedItem>(
    db,
    sql`select line.dispatch_id, packed.pick_id, worn.employee_id, line.product_id, coalesce(sku.parent_id, sku.id) as style_id, line.quantity as qty,
        coalesce(sku.weight_g, style.weight_g) as weight_g
      from dispatch_lines line
        join order_lines worn on worn.id = line.order_line_id
        join dispatch_orders packed on packed.dispatch_id = line.dispatch_id and packed.order_id = line.order_id
        join products sku on sku.id = line.product_id left join products style on style.id = sku.parent_id
      where ${among(sql`line.dispatch_id`, idList(ids))}
      order by line.id`,
  );
  // PostgreSQL returns ids as text.
  return items.map((item) => ({
    ...item,
    dispatch_id: Number(item.dispatch_id),
    pick_id: Number(item.pick_id),
    employee_id: Number(item.employee_id),
    product_id: Number(item.product_id),
    style_id: Number(item.style_id),
  }));
}

/** Record the accepted weights of new dispatches: what they teach about the SKUs in the boxes, and which of them a person confirmed. */
export async function noteBoxWeights(ctx: Ctx, weighed: readonly WeighedDispatch[]): Promise<void> {
  if (weighed.length === 0) return;
  const ids = weighed.map(({ dispatch_id }) => dispatch_id);
  const items = groupBy(await itemsOf(ctx.db, ids), ({ dispatch_id }) => dispatch_id);
  const labelled = await ctx.db
    .select({ pick_id: bags.pick_id, employee_id: bags.employee_id, weight_g: bags.weight_g })
    .from(bags)
    .where(inArray(bags.pick_id, ctx.db.select({ id: dispatchOrders.pick_id }).from(dispatchOrders).where(inArray(dispatchOrders.dispatch_id, ids))));
  const bagKey = ({ pick_id, employee_id }: { pick_id: number; employee_id: number }): string => `${pick_id}:${employee_id}`;
  const bagOf = new Map(labelled.map((bag) => [bagKey(bag), bag]));
  const taught = weighed.flatMap(({ dispatch_id, weight_g, boxes }) => {
    const wearers = [...groupBy(items.get(dispatch_id) ?? [], bagKey)].map(([key, each]) => ({
      items: each,
      is_bagged: bagOf.has(key),
      weight_g: bagOf.get(key)?.weight_g ?? null,
    }));
    const { items: contents, packaging } = boxContents(wearers, boxes, ctx.services.settings.BOX_TARE_G ?? null);
    if (packaging.weight_g === null) return [];
    return withStyles(samplesOf(contents, weight_g, packaging.weight_g), contents).map((sample) => ({ ...sample, dispatch_id }));
  });
  await insertMany(
    ctx.db,
    boxWeightSamples,
    taught.map((sample) => ({ ...sample, created_at: ctx.now })),
  );
  await learnWeights(ctx, taught);
  await insertMany(
    ctx.db,
    confirmedWeights,
    weighed.flatMap(({ boxes: _boxes, expected_g, ...dispatch }) =>
      expected_g === undefined ? [] : [{ ...dispatch, expected_g, confirmed_by: ctx.actor.id, confirmed_at: ctx.now }],
    ),
  );
}
