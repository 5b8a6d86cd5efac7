import { asc, eq, isNull, sql } from 'drizzle-orm';
import { sizeOf } from '../../shared/catalogue/size-of.ts';
import { collectionNumber } from '../../shared/collections/collection-number.ts';
import { groupBy } from '../../shared/group-by.ts';
import { orderNumber } from '../../shared/ordering/order-number.ts';
import type { CollectionRow } from '../../shared/sync/rows.ts';
import { among, idList } from '../db/among.ts';
import { type Db, prepared } from '../db/db.ts';
import { personName } from '../db/person-name.ts';
import { skuColumns } from '../db/sku-columns.ts';
import { accounts, collectionLines, collections, orderLines, products, users } from '../db/tables/index.ts';
import type { Changes } from './other-rows.ts';

const since = sql.placeholder('since');

const selectCollections = (db: Db) =>
  db
    .select({
      id: collections.id,
      employee: personName(users).as('collection_employee'),
      account_name: accounts.name,
      created_at: collections.created_at,
      closed_at: collections.closed_at,
    })
    .from(collections)
    .innerJoin(users, eq(users.id, collections.employee_id))
    .innerJoin(accounts, eq(accounts.id, collections.account_id));

const openCollections = prepared('sync_collections', (db: Db) =>
  selectCollections(db).where(isNull(collections.closed_at)).orderBy(asc(collections.id)),
);
/** Collections that have changed, and open ones of SKUs whose bin or barcode has changed. */
const changedCollections = prepared('sync_collections_since', (db: Db) =>
  selectCollections(db)
    .where(
      sql`${collections.id} in (select id from collections where v >= ${since}
        union all select line.collection_id from products join collection_lines line on line.product_id = products.id where products.v >= ${since})
        and (${collections.v} >= ${since} or ${collections.closed_at} is null)`,
    )
    .orderBy(asc(collections.id)),
);
const linesOfCollections = prepared('sync_collection_lines', (db: Db) =>
  db
    .select({
      collection_id: collectionLines.collection_id,
      order_line_id: collectionLines.order_line_id,
      order_id: orderLines.order_id,
      qty_expected: collectionLines.qty_expected,
      qty_restocked: collectionLines.qty_restocked,
      qty_written_off: collectionLines.qty_written_off,
      product_id: products.id,
      ...skuColumns,
      name: products.name,
      bin: products.bin,
      barcode: products.barcode,
    })
    .from(collectionLines)
    .innerJoin(orderLines, eq(orderLines.id, collectionLines.order_line_id))
    .innerJoin(products, eq(products.id, collectionLines.product_id))
    .where(among(collectionLines.collection_id, sql.placeholder('ids')))
    .orderBy(asc(collectionLines.id)),
);

/** The collections that are not closed, or the changes since a version. */
export async function collectionChanges(db: Db, v: number | null): Promise<Changes<CollectionRow, number>> {
  const rows = await (v === null ? openCollections(db) : changedCollections(db, { since: v }));
  const open = rows.filter(({ closed_at }) => closed_at === null);
  const del = rows.flatMap(({ id, closed_at }) => (closed_at === null ? [] : [id]));
  if (!open.length) return { put: [], del };
  const lines = groupBy(await linesOfCollections(db, { ids: idList(open.map(({ id }) => id)) }), ({ collection_id }) => collection_id);
  return {
    put: open.map(({ id, employee, account_name, created_at }) => ({
      id,
      number: collectionNumber(id),
      employee,
      account_name,
      created_at,
      lines: (lines.get(id) ?? []).map(({ collection_id: _, order_id, variation_size_1, variation_size_2, variation_all_size, ...line }) => ({
        ...line,
        order_number: orderNumber(order_id),
        size: sizeOf({ variation_size_1, variation_size_2, variation_all_size }),
      })),
    })),
    del,
  };
}
