import { and, asc, isNull } from 'drizzle-orm';
import { importMessages } from '../../shared/imports/messages.ts';
import { auditEach } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { among, amongTexts, idList, textList } from '../db/among.ts';
import { foldedKey, keyColumn } from '../db/folded.ts';
import { lockForChange } from '../db/lock.ts';
import { referencesTo } from '../db/references-to.ts';
import { products } from '../db/tables/index.ts';
import { removeLevels } from '../stock/change-levels.ts';
import type { StoredChange, UndoResult } from './import-row.ts';
import { type Columns, changedColumns, labelOf, type ProductRow, valuesIn } from './product-columns.ts';
import { RowClaims } from './settle-rows.ts';
import { arrangeChanged, freeBarcodes, updateColumns } from './write-products.ts';

/** Tables whose rows belong to a product alone and are deleted with the product. */
const own = ['product_media', 'stock_levels'];
const placeWords: Record<string, string> = {
  order_lines: 'orders',
  purchase_order_lines: 'purchase orders',
  clothing_set_products: 'clothing sets',
  stock_movements: 'stock',
  products: 'other products',
};

/** Delete products and their stock levels. */
async function deleteProducts({ db }: Ctx, ids: readonly number[]): Promise<void> {
  if (!ids.length) return;
  const list = idList(ids);
  await removeLevels({ db }, ids);
  await db.delete(products).where(among(products.id, list));
}

/** Takes back what an import did to products, if nothing has used or edited them since; returns the result for each. */
export async function undoProducts(ctx: Ctx, changes: readonly StoredChange[]): Promise<UndoResult[]> {
  const { db } = ctx;
  const ids = changes.map(({ target_id }) => target_id);
  const rows = await lockForChange(
    db
      .select()
      .from(products)
      .where(among(products.id, idList(ids)))
      .orderBy(asc(products.id)),
  );
  const stored = new Map(rows.map((row) => [row.id, row]));
  const made = changes.filter(({ action }) => action === 'created').map(({ target_id }) => target_id);
  const uses = await usesOf(ctx, made);
  const taken = await takenBarcodes(ctx, changes);
  const gone: number[] = [];
  const candidates: { id: number; change_id: number; before: ProductRow; columns: Columns }[] = [];
  const alone = changes.map(({ id, action, target_id, before, after }): UndoResult => {
    const row = stored.get(target_id);
    if (!row || row.deleted_at) return { id, rollback: 'kept', reason: importMessages.undo.gone };
    if (action === 'created') {
      const places = uses.get(target_id);
      if (places) return { id, rollback: 'failed', reason: importMessages.undo.in_use(places) };
      if (row.version > 1) return { id, rollback: 'kept', reason: importMessages.undo.edited([]) };
      gone.push(target_id);
      return { id, rollback: 'undone' };
    }
    const edited = Object.keys(changedColumns((after ?? {}) as Columns, row));
    if (edited.length) return { id, rollback: 'kept', reason: importMessages.undo.edited(edited.map(labelOf)) };
    candidates.push({ id: target_id, change_id: id, before: row, columns: (before ?? {}) as Columns });
    return { id, rollback: 'undone' };
  });
  const back = withFreeBarcodes(
    candidates,
    taken,
    gone.flatMap((id) => stored.get(id) ?? []),
  );
  const backIds = new Set(back.map(({ change_id }) => change_id));
  const refused = new Set(candidates.flatMap(({ change_id }) => (backIds.has(change_id) ? [] : change_id)));
  const results = alone.map(
    (one): UndoResult => (refused.has(one.id) ? { id: one.id, rollback: 'failed', reason: importMessages.undo.no_room } : one),
  );
  await deleteProducts(ctx, gone);
  await freeBarcodes(ctx, back);
  await updateColumns(ctx, back);
  await arrangeChanged(ctx, back);
  await auditEach(
    ctx,
    'product.changed',
    back.map(({ id, before, columns }) => ({ on: { type: 'product', id }, before: valuesIn(before, columns), after: columns })),
  );
  await auditEach(
    ctx,
    'product.removed',
    gone.map((id) => ({ on: { type: 'product', id }, before: { sku: stored.get(id)?.sku } })),
  );
  return results;
}

/**
 * The changes whose former barcodes are free. A barcode is free if no other product has it, apart from products that are deleted (`gone`) and
 * products that give it up in these changes. Two products may have swapped barcodes.
 */
function withFreeBarcodes<One extends { id: number; before: ProductRow; columns: Columns }>(
  candidates: readonly One[],
  taken: ReadonlyMap<string, number>,
  gone: readonly ProductRow[],
): One[] {
  const claims = new RowClaims();
  const givenBy = ({ barcode }: ProductRow) => (barcode ? [foldedKey(barcode)] : []);
  claims.add(gone.map((row) => ({ row: row.id, gives: givenBy(row) })));
  claims.add(
    candidates.map(({ id, before, columns: { barcode } }) => {
      const key = barcode ? foldedKey(barcode) : '';
      const isOthers = taken.has(key) && taken.get(key) !== id;
      return {
        row: id,
        gives: barcode === undefined ? [] : givenBy(before),
        takes: isOthers ? [{ key, field: 'barcode', message: importMessages.undo.no_room }] : [],
      };
    }),
  );
  const { faults } = claims.settle();
  return candidates.filter(({ id }) => !faults.has(id));
}

/** The places where products that an import created are used, in words. SKUs that are deleted with their style do not count. */
async function usesOf(ctx: Ctx, ids: readonly number[]): Promise<Map<number, string[]>> {
  const uses = await referencesTo(ctx.db, products, ids, { except: [...own, 'products'] });
  const children = await ctx.db
    .select({ parent_id: products.parent_id, id: products.id })
    .from(products)
    .where(among(products.parent_id, idList(ids)));
  const going = new Set(ids.filter((id) => !uses.has(id)));
  const places = new Map([...uses].map(([id, tables]) => [id, tables.map((table) => placeWords[table] ?? table.replaceAll('_', ' '))]));
  for (const { parent_id, id } of children)
    if (parent_id !== null && !going.has(id)) places.set(parent_id, [...new Set([...(places.get(parent_id) ?? []), 'SKUs of this style'])]);
  return places;
}

/** For each barcode that a product would get back: the id of the product that has this barcode at present. */
async function takenBarcodes({ db }: Ctx, changes: readonly { before: Record<string, unknown> | null }[]): Promise<Map<string, number>> {
  const barcodes = changes.flatMap(({ before }) => (typeof before?.barcode === 'string' ? before.barcode : []));
  if (!barcodes.length) return new Map();
  const rows = await db
    .select({ id: products.id, barcode: products.barcode })
    .from(products)
    .where(and(amongTexts(keyColumn(products.barcode), textList(barcodes.map(foldedKey))), isNull(products.deleted_at)));
  return new Map(rows.map(({ id, barcode }) => [foldedKey(barcode ?? ''), id]));
}
