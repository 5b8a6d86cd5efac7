import { and, asc, inArray, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { productFields } from '../../shared/catalogue/product.ts';
import { optionalCode } from '../../shared/code-text.ts';
import { optionalText } from '../../shared/fields.ts';
import { isSameCode } from '../../shared/imports/cell-marks.ts';
import { importFields, type StockImportField } from '../../shared/imports/import-fields.ts';
import { importMessages } from '../../shared/imports/messages.ts';
import { limits } from '../../shared/limits.ts';
import { messages } from '../../shared/messages.ts';
import { auditEach } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { among, amongTexts, idList, textList } from '../db/among.ts';
import { savepoint } from '../db/db.ts';
import { finderByKey, foldedKey, keyColumn } from '../db/folded.ts';
import { lockForChange } from '../db/lock.ts';
import { products, stockLevels, stockMovements } from '../db/tables/index.ts';
import { updateMany } from '../db/write-many.ts';
import { answerCounts } from '../stock/answer-counts.ts';
import { lockLevels } from '../stock/change-levels.ts';
import { move } from '../stock/move.ts';
import { freeOf } from '../stock/qty-free.ts';
import { takeBackMissing } from '../stock/take-back-missing.ts';
import { importKind } from './import-kind.ts';
import type { CellFault, ImportRow, Judged, NotWritten, Recorded, StoredChange, UndoResult } from './import-row.ts';
import type { Importer } from './importer.ts';
import { numberCell, type Parser, parseCells, textCell } from './parse-cell.ts';

type StoredSku = Pick<typeof products.$inferSelect, 'id' | 'sku' | 'bin' | 'version'>;

/** The change that a row makes to a SKU: the number on hand after and before the change, and the SKU's bin. */
interface StockChange {
  product: StoredSku;
  isCount: boolean;
  before: number;
  after: number;
  /** Items that are allocated or at a decorator. */
  qty_not_free: number;
  /** Undefined if the bin stays. */
  bin: string | null | undefined;
  reason: string | null;
}

const quantity = z
  .int({ error: importMessages.not_whole_number })
  .min(0, importMessages.not_below_zero)
  .max(limits.stock_quantity, importMessages.at_most(limits.stock_quantity));
const difference = z
  .int({ error: importMessages.not_whole_number })
  .min(-limits.stock_quantity, importMessages.at_most(limits.stock_quantity))
  .max(limits.stock_quantity, importMessages.at_most(limits.stock_quantity));
const note = optionalText(limits.notes);

const parsers: Record<StockImportField, Parser> = {
  sku: textCell(optionalCode(limits.sku)),
  count: numberCell(quantity),
  change: numberCell(difference),
  bin: textCell(productFields.shape.bin),
  reason: textCell(note),
};

const labelOf = (field: string): string => importFields.stock[field]?.label ?? field;
const referenceOf = (import_id: number): string => `Import ${import_id}`;

const hasSizes = sql<number>`exists (select 1 from products child where child.parent_id = products.id and child.deleted_at is null)`.mapWith(Number);

/** Products by SKU. Each product says whether it is a style with sizes. */
async function productsBySku({ db }: Ctx, rows: readonly ImportRow[], isRun: boolean) {
  const skus = textList([...new Set(rows.flatMap(({ cells }) => (cells.sku ? foldedKey(cells.sku) : [])))]);
  const which = and(amongTexts(keyColumn(products.sku), skus), isNull(products.deleted_at));
  const { id, sku, bin, version } = products;
  const query = db.select({ id, sku, bin, version, hasSizes }).from(products).where(which).orderBy(asc(products.id));
  const matching = await (isRun ? lockForChange(query) : query);
  return { all: matching, find: finderByKey(matching, (row) => row.sku) };
}

async function levelsOf(ctx: Ctx, ids: readonly number[], isRun: boolean) {
  if (isRun) return lockLevels(ctx, ids);
  const rows = await ctx.db
    .select()
    .from(stockLevels)
    .where(among(stockLevels.product_id, idList(ids)));
  return new Map(rows.map((row) => [row.product_id, row]));
}

/** The faults of a row's quantities, apart from their format. */
function faultsOfQuantity({ cells }: ImportRow, fields: ReadonlySet<string>): CellFault[] {
  if (cells.count !== undefined && cells.change !== undefined) return [{ field: 'change', message: importMessages.count_and_change }];
  const isEmpty = cells.count === undefined && cells.change === undefined && cells.bin === undefined;
  const field = ['count', 'change'].find((one) => fields.has(one)) ?? 'bin';
  return isEmpty ? [{ field, message: importMessages.count_missing }] : [];
}

class StockImporter implements Importer<StockChange> {
  constructor(
    private readonly import_id: number,
    private readonly fields: ReadonlySet<string>,
  ) {}

  keysOf({ cells }: ImportRow) {
    return cells.sku ? [{ field: 'sku', key: `sku:${foldedKey(cells.sku)}` }] : [];
  }

  async judge(ctx: Ctx, rows: readonly ImportRow[], { isRun }: { isRun: boolean }): Promise<Judged<StockChange>[]> {
    const bySku = await productsBySku(ctx, rows, isRun);
    const levels = await levelsOf(
      ctx,
      bySku.all.map(({ id }) => id),
      isRun,
    );
    return rows.map((row): Judged<StockChange> => {
      const key = row.cells.sku ?? '';
      const { values, faults } = parseCells<StockImportField>(row, parsers);
      const product = bySku.find(key);
      if (!key) faults.push({ field: 'sku', message: importMessages.key_missing(labelOf('sku')) });
      else if (!product) faults.push({ field: 'sku', message: importMessages.unknown_sku });
      else if (product.hasSizes) faults.push({ field: 'sku', message: importMessages.count_a_size });
      faults.push(...faultsOfQuantity(row, this.fields));
      const { qty_available: before = 0, qty_allocated = 0, qty_at_decorator = 0 } = levels.get(product?.id ?? 0) ?? {};
      const isCount = values.count !== undefined;
      const after = isCount ? (values.count as number) : before + ((values.change as number | undefined) ?? 0);
      if (after < 0) faults.push({ field: 'change', message: messages.adjustment_too_much(before) });
      else if (after < qty_at_decorator) faults.push({ field: isCount ? 'count' : 'change', message: messages.stock_at_decorator(qty_at_decorator) });
      if (after > limits.stock_quantity) faults.push({ field: 'change', message: importMessages.at_most(limits.stock_quantity) });
      if (faults.length || !product) return { row: row.row, key, status: 'faulty', faults, fields: [], change: null };
      const bin = values.bin as string | null | undefined;
      const newBin = isSameCode(product.bin, bin) ? undefined : bin;
      const fields = [...(after === before ? [] : [isCount ? 'count' : 'change']), ...(newBin === undefined ? [] : ['bin'])];
      const isChanged = fields.length > 0;
      const change = {
        product,
        isCount,
        before,
        after,
        qty_not_free: qty_allocated + qty_at_decorator,
        bin: newBin,
        reason: (values.reason as string | null | undefined) ?? null,
      };
      return {
        row: row.row,
        key,
        status: isChanged ? 'changed' : 'unchanged',
        faults: [],
        fields,
        differences: fields.map((field) =>
          field === 'bin' ? { field, before: product.bin ?? '', after: newBin ?? '' } : { field, before: String(before), after: String(after) },
        ),
        bin: newBin ?? undefined,
        change: isChanged || isCount ? change : null,
      };
    });
  }

  async write(ctx: Ctx, judged: readonly Judged<StockChange>[]): Promise<(Recorded | NotWritten)[]> {
    const all = judged.flatMap(({ row, key, change }) => (change ? [{ row, key, ...change }] : []));
    const refused = await takeBackAll(ctx, all);
    const changes = all.filter(({ product }) => !refused.has(product.id));
    const moved = changes.filter(({ before, after }) => before !== after);
    // Requested counts are answered first: the change of the levels below may request further counts of bins.
    await answerCounts(ctx, new Map(changes.filter(({ isCount }) => isCount).map(({ product, after }) => [product.id, after])));
    await move(
      ctx,
      moved.map(({ product, before, after, qty_not_free, reason }) => ({
        product_id: product.id,
        type: 'IMPORT',
        qty: after - before,
        qty_allocated: -Math.max(0, qty_not_free - after),
        reference: referenceOf(this.import_id),
        reason,
      })),
    );
    await updateMany(
      ctx.db,
      products,
      ['bin'],
      changes.flatMap(({ product, bin }) => (bin === undefined ? [] : [{ id: product.id, bin }])),
    );
    await auditEach(
      ctx,
      'stock.counted',
      moved.map(({ product, before, after }) => ({
        on: { type: 'product', id: product.id },
        before: { qty_available: before },
        after: { qty_available: after },
      })),
    );
    const written = changes.filter(({ before, after, bin }) => before !== after || bin !== undefined);
    return [
      ...written.map(
        ({ row, key, product, before, after, bin }): Recorded => ({
          row,
          key,
          action: 'changed',
          target: 'stock',
          target_id: product.id,
          before: { qty: before, ...(bin !== undefined && { bin: product.bin }) },
          after: { qty: after, ...(bin !== undefined && { bin }) },
        }),
      ),
      ...all.filter(({ product }) => refused.has(product.id)).map(({ row, key }) => ({ row, key, reason: importMessages.picked })),
    ];
  }
}

type Missing = Pick<StockChange, 'product' | 'after' | 'qty_not_free'>;

/** Take back the allocation of items that no longer exist. Returns the SKUs with picked items, for which nothing is taken back. */
async function takeBackAll(ctx: Ctx, changes: readonly Missing[]): Promise<Set<number>> {
  const missing = changes
    .map(({ product, after, qty_not_free }) => [product.id, Math.max(0, qty_not_free - after)] as const)
    .filter(([, qty]) => qty > 0);
  if (!missing.length || (await takeBackMissing(ctx, new Map(missing)))) return new Set();
  // At least one SKU has picked items. Each SKU is tried alone, so that only SKUs with picked items are refused.
  const refused = new Set<number>();
  for (const one of missing) if (!(await savepoint(ctx.db, () => takeBackMissing(ctx, new Map([one]))))) refused.add(one[0]);
  return refused;
}

/** The SKUs whose stock was adjusted, or changed by another import, after this import changed it. */
async function countedSince({ db }: Ctx, import_id: number, product_ids: readonly number[]): Promise<Set<number>> {
  const { product_id, id, type, reference } = stockMovements;
  const rows = await db
    .select({
      product_id,
      own: sql<number>`max(case when ${reference} = ${referenceOf(import_id)} then ${id} end)`.mapWith(Number),
      last: sql<number>`max(${id})`.mapWith(Number),
    })
    .from(stockMovements)
    .where(and(among(product_id, idList(product_ids)), inArray(type, ['ADJUSTMENT', 'IMPORT'])))
    .groupBy(product_id);
  return new Set(rows.filter(({ own, last }) => own && last > own).map((row) => row.product_id));
}

interface Quantities {
  qty: number;
  bin?: string | null;
}

async function undo(ctx: Ctx, changes: readonly StoredChange[]): Promise<UndoResult[]> {
  const { db } = ctx;
  const ids = changes.map(({ target_id }) => target_id);
  const { id, bin } = products;
  const rows = await lockForChange(
    db
      .select({ id, bin })
      .from(products)
      .where(among(id, idList(ids)))
      .orderBy(asc(id)),
  );
  const bins = new Map(rows.map((row) => [row.id, row.bin]));
  const levels = await lockLevels(ctx, ids);
  const later = await countedSince(ctx, changes[0]?.import_id ?? 0, ids);
  const moves: { product_id: number; qty: number }[] = [];
  const newBins: { id: number; bin: string | null }[] = [];
  const results = changes.map(({ id: change_id, target_id, ...change }): UndoResult => {
    const before = change.before as unknown as Quantities;
    const after = change.after as unknown as Quantities;
    const qty = before.qty - after.qty;
    if (after.bin !== undefined && bins.get(target_id) !== after.bin)
      return { id: change_id, rollback: 'kept', reason: importMessages.undo.edited([labelOf('bin')]) };
    if (qty && later.has(target_id)) return { id: change_id, rollback: 'kept', reason: importMessages.undo.counted_since };
    if (freeOf(levels.get(target_id)) + qty < 0) return { id: change_id, rollback: 'failed', reason: importMessages.undo.allocated };
    if (qty) moves.push({ product_id: target_id, qty });
    if (before.bin !== undefined) newBins.push({ id: target_id, bin: before.bin });
    return { id: change_id, rollback: 'undone' };
  });
  const reference = `${referenceOf(changes[0]?.import_id ?? 0)} rolled back`;
  await move(
    ctx,
    moves.map((one) => ({ ...one, type: 'IMPORT', reference, reason: importMessages.undo.moved })),
  );
  await updateMany(db, products, ['bin'], newBins);
  const levelOf = (product_id: number): number => levels.get(product_id)?.qty_available ?? 0;
  await auditEach(
    ctx,
    'stock.counted',
    moves.map(({ product_id, qty }) => ({
      on: { type: 'product', id: product_id },
      before: { qty_available: levelOf(product_id) },
      after: { qty_available: levelOf(product_id) + qty },
    })),
  );
  return results;
}

/** Imports stock by SKU: either the quantity on hand or the change of this quantity, and the bin. */
export const stockImport = importKind({
  faultOf: ({ fields }) => {
    if (!fields.has('sku')) return importMessages.key_not_mapped([labelOf('sku')]);
    if (fields.has('count') && fields.has('change')) return importMessages.count_or_change;
    return fields.has('count') || fields.has('change') || fields.has('bin')
      ? null
      : importMessages.key_not_mapped([labelOf('count'), labelOf('change')]);
  },
  begin: async (_ctx, { id, fields }) => new StockImporter(id, fields),
  undo,
});
