import { eq, isNull, sql } from 'drizzle-orm';
import { sizeOf } from '../../shared/catalogue/size-of.ts';
import type { ToCountRow } from '../../shared/sync/rows.ts';
import { type Db, prepared } from '../db/db.ts';
import { skuColumns } from '../db/sku-columns.ts';
import { products, stockChecks } from '../db/tables/index.ts';
import { askedCounts, whyAsked } from '../stock/asked-counts.ts';
import { overflowBins } from '../stock/overflow-bins.ts';
import type { Changes } from './other-rows.ts';

const columns = {
  product_id: products.id,
  ...skuColumns,
  name: products.name,
  bin: products.bin,
  bins: overflowBins(products.id),
  barcode: products.barcode,
  kind: sql<number | null>`asked.kind`,
  since: sql<string | null>`asked.since`,
  code: stockChecks.code,
  other_reason: stockChecks.other_reason,
};
const onSku = sql`asked.product_id = ${products.id}`;
const ofAsked = sql`${stockChecks.id} = asked.check_id`;

const allToCount = prepared('sync_to_count', (db: Db) =>
  db
    .select(columns)
    .from(products)
    .innerJoin(askedCounts, onSku)
    .leftJoin(stockChecks, ofAsked)
    .where(isNull(products.deleted_at))
    .orderBy(products.id),
);

const since = sql.placeholder('since');
const changedToCount = prepared('sync_to_count_since', (db: Db) =>
  db
    .select({ ...columns, deleted_at: products.deleted_at })
    .from(
      sql`(select product_id from stock_checks where v >= ${since} union select product_id from count_requests where v >= ${since}
        union select id from products where v >= ${since} and id in (select product_id from ${askedCounts})) as touched`,
    )
    .innerJoin(products, eq(products.id, sql`touched.product_id`))
    .leftJoin(askedCounts, onSku)
    .leftJoin(stockChecks, ofAsked)
    .orderBy(products.id),
);

/** The SKUs to count: all of them, or the changes since a version. */
export async function toCountChanges(db: Db, v: number | null): Promise<Changes<ToCountRow, number>> {
  const rows = v === null ? (await allToCount(db)).map((row) => ({ ...row, deleted_at: null })) : await changedToCount(db, { since: v });
  const changes: Changes<ToCountRow, number> = { put: [], del: [] };
  for (const { kind, since: at, deleted_at, variation_size_1, variation_size_2, variation_all_size, bins, code, other_reason, ...sku } of rows) {
    if (kind === null || at === null || deleted_at !== null) changes.del.push(sku.product_id);
    else {
      const size = sizeOf({ variation_size_1, variation_size_2, variation_all_size });
      const overflow_bins = bins?.map(({ bin }) => bin);
      const asked = { why: whyAsked(Number(kind)), since: new Date(at).toISOString(), ...(code && { code, other_reason }) };
      changes.put.push({ ...sku, ...(overflow_bins && { overflow_bins }), size, ...asked });
    }
  }
  return changes;
}
