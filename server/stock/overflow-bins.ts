import { type SQLWrapper, sql } from 'drizzle-orm';
import type { OverflowBin } from '../../shared/stock/overflow-bin.ts';
import { jsonList, jsonObject } from '../db/json-list.ts';

/** The overflow bins of a SKU with the quantity in each, sorted by code; null if the SKU has none. */
export const overflowBins = (product_id: SQLWrapper) =>
  jsonList<OverflowBin>(
    jsonObject({ bin: sql`overflow.bin`, qty: sql`overflow.qty` }),
    sql`from product_bins overflow where overflow.product_id = ${product_id}`,
    sql`overflow.bin`,
  );
