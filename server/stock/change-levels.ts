import { asc, eq, sql } from 'drizzle-orm';
import type { Ctx } from '../core/context.ts';
import { among, idList } from '../db/among.ts';
import { type Db, prepared, rows } from '../db/db.ts';
import { jsonRows } from '../db/json-rows.ts';
import { lockRows } from '../db/lock.ts';
import { stockLevels } from '../db/tables/index.ts';

export interface Level {
  product_id: number;
  /** Items on hand, including those at a decorator. */
  qty_available: number;
  qty_allocated: number;
  /** Items that are at a decorator. */
  qty_at_decorator: number;
}

/** The change of a SKU's level; each quantity may be negative. */
export interface LevelChange {
  product_id: number;
  qty_available: number;
  qty_allocated: number;
  qty_at_decorator?: number;
}

const lockedLevels = prepared('locked_stock_levels', (db: Db) =>
  lockRows(
    db
      .select()
      .from(stockLevels)
      .where(among(stockLevels.product_id, sql.placeholder('ids')))
      .orderBy(asc(stockLevels.product_id)),
  ),
);

/**
 * Lock the levels of these SKUs until the unit of work ends, always in the same sequence, and read them. A SKU that never had stock
 * is absent.
 */
export async function lockLevels(ctx: Pick<Ctx, 'db'>, product_ids: readonly number[]): Promise<Map<number, Level>> {
  if (!product_ids.length) return new Map();
  const levels = await lockedLevels(ctx.db, { ids: idList([...new Set(product_ids)]) });
  return new Map(levels.map((level) => [level.product_id, level]));
}

const keepLevel = prepared('keep_stock_level', (db: Db) =>
  db
    .insert(stockLevels)
    .values({ product_id: sql.placeholder('product_id') })
    .onConflictDoNothing(),
);

/**
 * Lock the level of one SKU until the unit of work ends and read it. A SKU that never had stock gets a level of zero, so that a second person who
 * counts the SKU waits for the first.
 */
export async function lockLevel(ctx: Pick<Ctx, 'db'>, product_id: number): Promise<typeof stockLevels.$inferSelect> {
  await keepLevel(ctx.db, { product_id });
  const [level] = await lockedLevels(ctx.db, { ids: idList([product_id]) });
  if (!level) throw new Error(`SKU ${product_id} has no stock level`);
  return level;
}

const changeUnapproved = prepared('change_unapproved_counts', (db: Db) =>
  db
    .update(stockLevels)
    .set({ qty_unapproved: sql`${sql.placeholder('qty_unapproved')}` })
    .where(eq(stockLevels.product_id, sql.placeholder('product_id'))),
);

/** Store how far counts have changed a locked level since a super last approved a count: increases and decreases both add to `qty_unapproved`. */
export const setUnapproved = async (ctx: Pick<Ctx, 'db'>, product_id: number, qty_unapproved: number): Promise<void> => {
  await changeUnapproved(ctx.db, { product_id, qty_unapproved });
};

const changeLevel = prepared('change_stock_level', (db: Db) =>
  db
    .update(stockLevels)
    .set({
      qty_available: sql`${stockLevels.qty_available} + ${sql.placeholder('qty_available')}`,
      qty_allocated: sql`${stockLevels.qty_allocated} + ${sql.placeholder('qty_allocated')}`,
      qty_at_decorator: sql`${stockLevels.qty_at_decorator} + ${sql.placeholder('qty_at_decorator')}`,
    })
    .where(eq(stockLevels.product_id, sql.placeholder('product_id')))
    .returning(),
);

function summed(changes: readonly LevelChange[]): Required<LevelChange>[] {
  const byProduct = new Map<number, Required<LevelChange>>();
  for (const { product_id, qty_available, qty_allocated, qty_at_decorator = 0 } of changes) {
    const sum = byProduct.get(product_id) ?? { product_id, qty_available: 0, qty_allocated: 0, qty_at_decorator: 0 };
    sum.qty_available += qty_available;
    sum.qty_allocated += qty_allocated;
    sum.qty_at_decorator += qty_at_decorator;
    byProduct.set(product_id, sum);
  }
  return [...byProduct.values()]
    .filter(({ qty_available, qty_allocated, qty_at_decorator }) => qty_available !== 0 || qty_allocated !== 0 || qty_at_decorator !== 0)
    .sort((a, b) => a.product_id - b.product_id);
}

const changeMany = (db: Db, changes: readonly Required<LevelChange>[]): Promise<Level[]> =>
  rows<Level>(
    db,
    sql`with change as (select cast(value ->> 0 as bigint) as product_id, cast(value ->> 1 as bigint) as available, cast(value ->> 2 as bigint) as allocated,
          cast(value ->> 3 as bigint) as at_decorator
        from ${jsonRows(changes.map((change) => [change.product_id, change.qty_available, change.qty_allocated, change.qty_at_decorator]))})
      update stock_levels set qty_available = qty_available + change.available, qty_allocated = qty_allocated + change.allocated,
        qty_at_decorator = qty_at_decorator + change.at_decorator
      from change where change.product_id = stock_levels.product_id
      returning stock_levels.product_id, qty_available, qty_allocated, qty_at_decorator`,
  );

/**
 * Change levels by relative amounts, each SKU once. The database refuses a change that would oversell or go below zero. Returns the changed levels.
 * Callers with more than one SKU lock the levels first.
 */
export async function changeLevels(ctx: Pick<Ctx, 'db'>, changes: readonly LevelChange[]): Promise<Level[]> {
  const moves = summed(changes);
  const [first] = moves;
  if (!first) return [];
  const changed = moves.length === 1 ? await changeLevel(ctx.db, { ...first }) : await changeMany(ctx.db, moves);
  if (changed.length === moves.length) return changed;

  const changedIds = new Set(changed.map(({ product_id }) => Number(product_id)));
  const newLevel = await ctx.db
    .insert(stockLevels)
    .values(moves.filter(({ product_id }) => !changedIds.has(product_id)))
    .onConflictDoUpdate({
      target: stockLevels.product_id,
      set: {
        qty_available: sql`${stockLevels.qty_available} + excluded.qty_available`,
        qty_allocated: sql`${stockLevels.qty_allocated} + excluded.qty_allocated`,
        qty_at_decorator: sql`${stockLevels.qty_at_decorator} + excluded.qty_at_decorator`,
      },
    })
    .returning();
  return [...changed, ...newLevel];
}

/** Remove the levels of deleted SKUs. A SKU with stock counts as used, so it is never deleted. */
export const removeLevels = async ({ db }: Pick<Ctx, 'db'>, product_ids: readonly number[]): Promise<void> =>
  void (await db.delete(stockLevels).where(among(stockLevels.product_id, idList(product_ids))));
