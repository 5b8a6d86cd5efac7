import { and, eq, sql } from 'drizzle-orm';
import { groupBy } from '../../shared/group-by.ts';
import { learnWeight, MAX_WEIGHT_SAMPLES, samplesOfBag } from '../../shared/prep/learn-weights.ts';
import type { Ctx } from '../core/context.ts';
import { among, idList } from '../db/among.ts';
import { type Db, prepared, rows, run } from '../db/db.ts';
import { jsonRows } from '../db/json-rows.ts';
import { weightSamples } from '../db/tables/index.ts';
import { insertMany } from '../db/write-many.ts';

interface WeighedBag {
  pick_id: number;
  employee_id: number;
  /** The accepted weight with the packaging, in grams. */
  weight_g: number;
}

interface Content {
  product_id: number;
  style_id: number;
  qty: number;
  weight_g: number | null;
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

/** The newest samples of each SKU or style among these ids. */
const newestSamples = (db: Db, of: 'product_id' | 'style_id', ids: readonly number[]): Promise<{ id: number; grams: number }[]> => {
  const column = sql.identifier(of);
  return rows(
    db,
    sql`select id, grams from (
        select ${column} as id, grams, row_number() over (partition by ${column} order by created_at desc, pick_id desc, employee_id desc) as place
        from weight_samples where ${among(weightSamples[of], idList(ids))}
      ) sample where place <= ${MAX_WEIGHT_SAMPLES}`,
  );
};

/** Remove the samples of these SKUs that are too old to count. */
const dropOldSamples = (db: Db, ids: readonly number[]): Promise<unknown> =>
  run(
    db,
    sql`delete from weight_samples where ${among(weightSamples.product_id, idList(ids))} and (
      select count(*) from weight_samples newer where newer.product_id = weight_samples.product_id and (newer.created_at > weight_samples.created_at
        or (newer.created_at = weight_samples.created_at and newer.pick_id > weight_samples.pick_id))
    ) >= ${MAX_WEIGHT_SAMPLES}`,
  );

/**
 * Learn from an accepted bag what its SKUs and their styles weigh. The version of the products stays: nobody who edits one of them at the desk is
 * disturbed.
 */
export async function learnFromBag(ctx: Ctx, bag: WeighedBag): Promise<void> {
  const { pick_id, employee_id, weight_g } = bag;
  const contents = await contentsOf(ctx.db, bag);
  await forgetSamples(ctx.db, { pick_id, employee_id });
  const samples = samplesOfBag(contents, weight_g);
  if (samples.length === 0) return;
  const styleOf = new Map(contents.map(({ product_id, style_id }) => [product_id, style_id]));
  await insertMany(
    ctx.db,
    weightSamples,
    samples.map(({ product_id, grams }) => ({
      product_id,
      style_id: styleOf.get(product_id) ?? product_id,
      pick_id,
      employee_id,
      grams,
      created_at: ctx.now,
    })),
  );
  const skus = samples.map(({ product_id }) => product_id);
  await dropOldSamples(ctx.db, skus);
  const ofSkus = await newestSamples(ctx.db, 'product_id', skus);
  const ofStyles = await newestSamples(
    ctx.db,
    'style_id',
    [...new Set(styleOf.values())].filter((id) => !styleOf.has(id)),
  );
  const learnt = [...groupBy([...ofStyles, ...ofSkus], ({ id }) => Number(id))].flatMap(([id, each]) => {
    const weight = learnWeight(each.map(({ grams }) => Number(grams)));
    return weight ? [[id, weight.weight_g, weight.weight_deviation_g] as const] : [];
  });
  if (learnt.length === 0) return;
  await run(
    ctx.db,
    sql`update products set weight_g = learnt.weight_g, weight_deviation_g = learnt.weight_deviation_g
      from (select cast(value ->> 0 as bigint) as id, cast(value ->> 1 as integer) as weight_g, cast(value ->> 2 as integer) as weight_deviation_g
        from ${jsonRows(learnt)}) as learnt
      where products.id = learnt.id`,
  );
}
