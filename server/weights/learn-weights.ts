import { sql } from 'drizzle-orm';
import { groupBy } from '../../shared/group-by.ts';
import { learnWeight, MAX_WEIGHT_SAMPLES, type WeighedItem, type WeightSample } from '../../shared/prep/learn-weights.ts';
import type { Ctx } from '../core/context.ts';
import { among, idList } from '../db/among.ts';
import { type Db, rows, run } from '../db/db.ts';
import { jsonRows } from '../db/json-rows.ts';
import { boxWeightSamples, weightSamples } from '../db/tables/index.ts';

/** A sample of a SKU, and the SKU's style; the style is the SKU itself if it has none. */
export interface Taught extends WeightSample {
  style_id: number;
}

/** Items of one SKU on a scale. `weight_g` is what one item weighs in grams; null if neither the SKU nor its style has a weight. */
export interface Content extends WeighedItem {
  style_id: number;
}

/** The samples with the styles of their SKUs. */
export function withStyles(samples: readonly WeightSample[], contents: readonly Content[]): Taught[] {
  const styleOf = new Map(contents.map(({ product_id, style_id }) => [product_id, style_id]));
  return samples.map((sample) => ({ ...sample, style_id: styleOf.get(sample.product_id) ?? sample.product_id }));
}

type Column = 'product_id' | 'style_id';

/** The newest samples of each SKU or style among these ids, from bags and from boxes. */
const newestSamples = (db: Db, of: Column, ids: readonly number[]): Promise<{ id: number; grams: number }[]> => {
  const column = sql.identifier(of);
  return rows(
    db,
    sql`select id, grams from (
        select id, grams, row_number() over (partition by id order by created_at desc, first_id desc, second_id desc) as place from (
          select ${column} as id, grams, created_at, pick_id as first_id, employee_id as second_id
            from weight_samples where ${among(weightSamples[of], idList(ids))}
          union all select ${column} as id, grams, created_at, dispatch_id as first_id, 0 as second_id
            from box_weight_samples where ${among(boxWeightSamples[of], idList(ids))}
        ) each_sample
      ) sample where place <= ${MAX_WEIGHT_SAMPLES}`,
  );
};

/** Remove the samples of these SKUs that are too old to count. */
async function dropOldSamples(db: Db, ids: readonly number[]): Promise<void> {
  await run(
    db,
    sql`delete from weight_samples where ${among(weightSamples.product_id, idList(ids))} and (
      select count(*) from weight_samples newer where newer.product_id = weight_samples.product_id and (newer.created_at > weight_samples.created_at
        or (newer.created_at = weight_samples.created_at and newer.pick_id > weight_samples.pick_id))
    ) >= ${MAX_WEIGHT_SAMPLES}`,
  );
  await run(
    db,
    sql`delete from box_weight_samples where ${among(boxWeightSamples.product_id, idList(ids))} and (
      select count(*) from box_weight_samples newer where newer.product_id = box_weight_samples.product_id
        and (newer.created_at > box_weight_samples.created_at
          or (newer.created_at = box_weight_samples.created_at and newer.dispatch_id > box_weight_samples.dispatch_id))
    ) >= ${MAX_WEIGHT_SAMPLES}`,
  );
}

/**
 * Learn what SKUs and their styles weigh, after bags or boxes have taught new samples of them. The version of the products stays: nobody who edits one
 * of them at the desk is disturbed.
 */
export async function learnWeights(ctx: Ctx, taught: readonly Taught[]): Promise<void> {
  if (taught.length === 0) return;
  const skus = [...new Set(taught.map(({ product_id }) => product_id))];
  await dropOldSamples(ctx.db, skus);
  const ofSkus = await newestSamples(ctx.db, 'product_id', skus);
  const ofStyles = await newestSamples(
    ctx.db,
    'style_id',
    [...new Set(taught.map(({ style_id }) => style_id))].filter((id) => !skus.includes(id)),
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
