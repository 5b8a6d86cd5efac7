import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { ClothingSetCopy, LeftOut, OfficeSet } from '../../shared/clothing-sets/clothing-set.ts';
import { messages } from '../../shared/messages.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { invalid, requireFound } from '../core/problem.ts';
import { run } from '../db/db.ts';
import { accounts, clothingSetProducts, clothingSets, products } from '../db/tables/index.ts';
import { officeSetOf } from './office-set-queries.ts';
import { lockSet, refuseTakenName } from './save-set.ts';

/**
 * Copy a clothing set. Within its company the copy has everything. In another company it has no custom products, no pictures of the set's own, no
 * excluded sites and no wearers; `left_out` counts them.
 */
export async function copySet(ctx: Ctx, account_id: number, id: number, copy: ClothingSetCopy): Promise<OfficeSet & { left_out: LeftOut }> {
  const { db } = ctx;
  const set = await lockSet(ctx, id, account_id);
  const target_id = copy.account_id ?? account_id;
  const isElsewhere = target_id !== account_id;
  if (isElsewhere && !(await db.$count(accounts, and(eq(accounts.id, target_id), isNull(accounts.deleted_at)))))
    throw invalid({ account_id: messages.unknown_account });

  const [created] = await db
    .insert(clothingSets)
    .values({ account_id: target_id, name: copy.name, decoration: set.decoration, created_at: ctx.now })
    .returning({ id: clothingSets.id })
    .catch(refuseTakenName);
  const copy_id = requireFound(created).id;
  const goesAlong = and(isNull(products.deleted_at), sql`(${products.account_id} is null or ${products.account_id} = ${target_id})`);
  const picture = isElsewhere ? sql`null` : sql`held.file_id`;
  await run(
    db,
    sql`insert into clothing_set_products
        (clothing_set_id, product_id, price, name, description, parent_name, parent_description, decoration, file_id)
      select ${copy_id}, held.product_id, held.price, held.name, held.description, held.parent_name, held.parent_description, held.decoration, ${picture}
      from clothing_set_products held join ${products} on ${products.id} = held.product_id
      where held.clothing_set_id = ${id} and ${goesAlong} order by held.id`,
  );
  if (!isElsewhere) {
    await run(
      db,
      sql`insert into clothing_set_excluded_sites (clothing_set_id, site_id)
        select ${copy_id}, site_id from clothing_set_excluded_sites where clothing_set_id = ${id}`,
    );
    await run(
      db,
      sql`insert into user_clothing_sets (user_id, clothing_set_id)
        select user_id, ${copy_id} from user_clothing_sets where clothing_set_id = ${id}`,
    );
    await run(
      db,
      sql`update users set version = version + 1 where id in (select user_id from user_clothing_sets where clothing_set_id = ${copy_id})`,
    );
  }
  const countStyles = async (more?: SQL): Promise<number> => {
    const [row] = await db
      .select({ n: sql<number>`count(distinct coalesce(${products.parent_id}, ${products.id}))`.mapWith(Number) })
      .from(clothingSetProducts)
      .innerJoin(products, eq(products.id, clothingSetProducts.product_id))
      .where(and(eq(clothingSetProducts.clothing_set_id, id), more));
    return row?.n ?? 0;
  };
  const left_out = {
    products: await countStyles(sql`not ${goesAlong}`),
    pictures: isElsewhere ? await countStyles(and(goesAlong, sql`${clothingSetProducts.file_id} is not null`)) : 0,
    sites: isElsewhere ? set.excluded_sites.length : 0,
    people: isElsewhere ? set.counts.people_count : 0,
  };
  const { name, account, counts, ...after } = await officeSetOf(ctx, copy_id);
  await audit(ctx, 'clothing_set.copied', { type: 'clothing_set', id: copy_id }, null, {
    account_id: target_id,
    clothing_set_id: id,
    name,
    left_out,
  });
  return { ...after, name, account, counts, left_out };
}
