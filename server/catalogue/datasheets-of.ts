import { asc, eq, sql } from 'drizzle-orm';
import type { Datasheet } from '../../shared/catalogue/product.ts';
import type { Ctx } from '../core/context.ts';
import { among, idList } from '../db/among.ts';
import { prepared } from '../db/db.ts';
import { byName } from '../db/folded.ts';
import { files, productDatasheets } from '../db/tables/index.ts';

const datasheetsById = prepared('datasheets_of_products', (db) =>
  db
    .select({
      id: productDatasheets.id,
      name: productDatasheets.name,
      file_name: productDatasheets.file_name,
      created_at: productDatasheets.created_at,
      hash: files.hash,
      bytes: files.size,
    })
    .from(productDatasheets)
    .innerJoin(files, eq(files.id, productDatasheets.file_id))
    .where(among(productDatasheets.product_id, sql.placeholder('ids')))
    .orderBy(byName(productDatasheets.name), asc(productDatasheets.id)),
);

/** The makers' data sheets of these products. */
export async function datasheetsOf({ db }: Pick<Ctx, 'db'>, product_ids: readonly number[]): Promise<Datasheet[]> {
  const rows = await datasheetsById(db, { ids: idList(product_ids) });
  return rows.map(({ hash, ...sheet }) => ({ ...sheet, url: `/files/${hash}` }));
}
