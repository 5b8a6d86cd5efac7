import { and, eq, or, sql } from 'drizzle-orm';
import type { Ctx } from '../core/context.ts';
import { notFound } from '../core/problem.ts';
import { prepared } from '../db/db.ts';
import { accounts, clothingSetProducts, clothingSets, files, notices, productDatasheets, productMedia, products } from '../db/tables/index.ts';
import { visibleNotices } from '../notices/notice-scope.ts';

const shownFile = prepared('shown_file', (db) =>
  db
    .select({ id: files.id })
    .from(files)
    .where(
      and(
        eq(files.hash, sql.placeholder('hash')),
        or(
          sql`exists (select 1 from ${productMedia} join ${products} on ${products.id} = ${productMedia.product_id} where ${productMedia.file_id} = ${files.id}
            and (${products.account_id} is null or ${products.account_id} = ${sql.placeholder('account_id')}))`,
          sql`exists (select 1 from ${accounts} where ${accounts.logo_file_id} = ${files.id} and ${accounts.id} = ${sql.placeholder('account_id')})`,
        ),
      ),
    ),
);

/** Rarely requested files: a product's datasheet, a clothing set's own picture, and the file of a notice that the caller sees. */
const seldomShown = ({ db, actor, now }: Ctx, hash: string) =>
  db
    .select({ id: files.id })
    .from(files)
    .where(
      and(
        eq(files.hash, hash),
        or(
          sql`exists (select 1 from ${productDatasheets} join ${products} on ${products.id} = ${productDatasheets.product_id}
            where ${productDatasheets.file_id} = ${files.id} and (${products.account_id} is null or ${products.account_id} = ${actor.account_id}))`,
          sql`exists (select 1 from ${clothingSetProducts} join ${clothingSets} on ${clothingSets.id} = ${clothingSetProducts.clothing_set_id}
            where ${clothingSetProducts.file_id} = ${files.id} and ${clothingSets.account_id} = ${actor.account_id})`,
          sql`exists (select 1 from ${notices} where ${notices.file_id} = ${files.id} and ${visibleNotices(actor, now)})`,
        ),
      ),
    );

/**
 * 404 unless the caller may see a record that shows the file. Files of products are for everybody. Files of a company's own products and sets, its
 * logo and its notices are for that company. The provider may see all files.
 */
export async function enforceShown(ctx: Ctx, hash: string): Promise<void> {
  const { db, actor } = ctx;
  if (actor.account_id === null) return;
  const [file] = await shownFile(db, { hash, account_id: actor.account_id });
  if (!file && !(await seldomShown(ctx, hash)).length) throw notFound();
}
