import { sql } from 'drizzle-orm';
import { stockLevels } from '../db/tables/index.ts';

/** Items that are on hand, not allocated and not at a decorator; null for a SKU that never had stock. For a query that reads `stock_levels`. */
export const qtyFree = sql<number | null>`(${stockLevels.qty_available} - ${stockLevels.qty_allocated} - ${stockLevels.qty_at_decorator})`;

/** Like `qtyFree`, but 0 for a SKU that never had stock. */
export const qtyFreeOrNone = sql<number>`coalesce(${qtyFree}, 0)`.mapWith(Number);

/** The number of free items, from a stock level that has been read; 0 for a SKU that never had stock (`level` is undefined). */
export const freeOf = (level: { qty_available: number; qty_allocated: number; qty_at_decorator: number } | undefined): number =>
  level ? level.qty_available - level.qty_allocated - level.qty_at_decorator : 0;
