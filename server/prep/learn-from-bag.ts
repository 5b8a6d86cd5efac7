import { and, eq, sql } from 'drizzle-orm';
import { samplesOf } from '../../shared/prep/learn-weights.ts';
import type { Ctx } from '../core/context.ts';
import { type Db, prepared, rows } from '../db/db.ts';
import { weightSamples } from '../db/tables/index.ts';
import { insertMany } from '../db/write-many.ts';
import { type Content, learnWeights, withStyles } from '../weights/learn-weights.ts';

interface WeighedBag {
  pick_id: number;
  employee_id: number;
  /** The accepted weight with the packaging, in grams. */
  weight_g: number;
}

/** What is in the bag. A SKU without a weight of its own has that of its style. */
async function contentsOf(db: Db, { pick_id, employee_id }: WeighedBag): Promise<Content[]> {
  const contents = await rows<Content>(
    db,
    sql`select item.product_id, coalesce(sku.parent_id, sku.id) as style_id, item.qty, coalesce(sku.weight_g, style.weight_g) as weight_g
      from bag_items item join products sku on sku.id = item.product_id left join products style on style.id = sku.parent_id
      where item.pick_id = ${pick_id} and item.employee_id = ${employee_id}`,
  );
  // PostgreSQL returns ids as text.
  return contents.map((item) => ({ ...item, product_id: Number(item.product_id), style_id: Number(item.style_id) }));
}

const forgetSamples = prepared('forget_weight_samples', (db: Db) =>
  db
    .delete(weightSamples)
    .where(and(eq(weightSamples.pick_id, sql.placeholder('pick_id')), eq(weightSamples.employee_id, sql.placeholder('employee_id')))),
);

/** Learn from an accepted bag what its SKUs and their styles weigh. A bag that is weighed again replaces what it taught before. */
export async function learnFromBag(ctx: Ctx, bag: WeighedBag): Promise<void> {
  const { pick_id, employee_id, weight_g } = bag;
  const contents = await contentsOf(ctx.db, bag);
  await forgetSamples(ctx.db, { pick_id, employee_id });
  const taught = withStyles(samplesOf(contents, weight_g), contents);
  await insertMany(
    ctx.db,
    weightSamples,
    taught.map((sample) => ({ ...sample, pick_id, employee_id, created_at: ctx.now })),
  );
  await learnWeights(ctx, taught);
}
