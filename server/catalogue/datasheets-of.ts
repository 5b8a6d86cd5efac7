import { asc, eq } from 'drizzle-orm';
import type { Datasheet } from '../../shared/catalogue/product.ts';
import type { Ctx } from '../core/context.ts';
import { among, idList } from '../db/among.ts';
import { files, productDatasheets } from '../db/tables/index.ts';

/** The makers' data sheets of these products. */
export async function datasheetsOf({ db }: Pick<Ctx, 'db'>, product_ids: readonly number[]): Promise<Datasheet[]> {
  const rows = await db
    .select({ id: productDatasheets.id, name: productDatasheets.name, file_name: productDatasheets.file_name, hash: files.hash })
    .from(productDatasheets)
    .innerJoin(files, eq(files.id, productDatasheets.file_id))
    .where(among(productDatasheets.product_id, idList(product_ids)))
    .orderBy(asc(productDatasheets.name), asc(productDatasheets.id));
  return rows.map(({ hash, ...sheet }) => ({ ...sheet, url: `/files/${hash}` }));
}
